// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData
import Testing

@testable import AppStoreServerLibrary

@Suite struct SignedDataVerifierTests {
    private func verifier(
        roots: [Data], bundleID: String = Team.bundleID, appAppleID: Int64? = 1234,
        environment: AppStoreEnvironment = .sandbox, online: Bool = false, now: Date = Team.now
    ) throws -> SignedDataVerifier {
        try SignedDataVerifier(
            rootCertificates: roots, bundleId: bundleID, appAppleId: appAppleID, environment: environment,
            enableOnlineChecks: online, transport: Unreachable(), now: { now })
    }

    // MARK: - What Apple's tools signed

    @Test func believesWhatTheAppStoreSigned() async throws {
        let verifier = try SignedDataVerifier(
            rootCertificates: SignedDataVerifier.appleRootCertificates, bundleId: "com.loki-project.loki-messenger",
            appAppleId: nil, environment: .sandbox, enableOnlineChecks: false)
        let result = await verifier.verifyAndDecodeNotification(
            signedPayload: try Fixture.signed("apple-signed/01-did-renew.jws"))
        guard case .valid(let notification) = result, let data = notification.data else {
            Issue.record("\(result)")
            return
        }
        #expect(notification.notificationType == .didRenew)
        let transaction = await verifier.verifyAndDecodeTransaction(
            signedTransaction: data.signedTransactionInfo ?? "")
        guard case .valid = transaction else {
            Issue.record("\(transaction)")
            return
        }
        let renewal = await verifier.verifyAndDecodeRenewalInfo(signedRenewalInfo: data.signedRenewalInfo ?? "")
        guard case .valid = renewal else {
            Issue.record("\(renewal)")
            return
        }
    }

    @Test func judgesApplesTestDataAsApplesLibraryDoes() async throws {
        let verifier = try verifier(roots: [Fixture.certificate("apple-test/testCA.der")], bundleID: "com.example")
        let transaction = await verifier.verifyAndDecodeTransaction(
            signedTransaction: try Fixture.signed("apple-test/transactionInfo"))
        #expect(isValid(transaction))
        #expect(
            isValid(
                await verifier.verifyAndDecodeRenewalInfo(
                    signedRenewalInfo: try Fixture.signed("apple-test/renewalInfo"))))
        #expect(
            isValid(
                await verifier.verifyAndDecodeNotification(
                    signedPayload: try Fixture.signed("apple-test/testNotification"))))
        #expect(
            await verifier.verifyAndDecodeNotification(signedPayload: try Fixture.signed("apple-test/wrongBundleId"))
                == .invalid(.INVALID_APP_IDENTIFIER))
        #expect(
            await verifier.verifyAndDecodeNotification(
                signedPayload: try Fixture.signed("apple-test/missingX5CHeaderClaim"))
                == .invalid(.INVALID_JWT_FORMAT))
    }

    private static let xcodeBundleID = "com.example.naturelab.backyardbirds.example"

    private func xcodeCertificate(_ jws: String) throws -> Data {
        try #require(UnverifiedJWS(jws).header.certificates?.first)
    }

    @Test func believesXcodeOnlyByItsOwnCertificate() async throws {
        let transaction = try Fixture.signed("xcode/xcode-signed-transaction")
        let app = try Fixture.signed("xcode/xcode-signed-app-transaction")
        let renewal = try Fixture.signed("xcode/xcode-signed-renewal-info")
        let roots = try [transaction, app, renewal].map(xcodeCertificate)
        let trusting = try verifier(roots: roots, bundleID: Self.xcodeBundleID, environment: .xcode)
        #expect(isValid(await trusting.verifyAndDecodeTransaction(signedTransaction: transaction)))
        #expect(isValid(await trusting.verifyAndDecodeAppTransaction(signedAppTransaction: app)))
        #expect(isValid(await trusting.verifyAndDecodeRenewalInfo(signedRenewalInfo: renewal)))

        let strangers = try verifier(
            roots: SignedDataVerifier.appleRootCertificates, bundleID: Self.xcodeBundleID, environment: .xcode)
        #expect(
            await strangers.verifyAndDecodeTransaction(signedTransaction: transaction) == .invalid(.INVALID_JWT_FORMAT))
        let altered = String(transaction.dropLast(4)) + "AAAA"
        #expect(
            await trusting.verifyAndDecodeTransaction(signedTransaction: altered) == .invalid(.VERIFICATION_FAILURE))
    }

    @Test(arguments: [AppStoreEnvironment.production, .sandbox, .localTesting])
    func xcodesCertificateCountsNowhereElse(_ environment: AppStoreEnvironment) async throws {
        let transaction = try Fixture.signed("xcode/xcode-signed-transaction")
        let verifier = try verifier(
            roots: [xcodeCertificate(transaction)], bundleID: Self.xcodeBundleID, environment: environment)
        #expect(
            await verifier.verifyAndDecodeTransaction(signedTransaction: transaction) == .invalid(.INVALID_JWT_FORMAT))
    }

    // MARK: - What a local store signs

    private static let authority = Result { try CertificateAuthority.make(now: Team.now) }

    private func sign(_ payload: some Encodable) throws -> String {
        try JWSSigner(Self.authority.get()).sign(WireJSON.encode(payload))
    }

    private func local(
        appAppleID: Int64? = 1234, environment: AppStoreEnvironment, online: Bool = false, now: Date = Team.now
    ) throws -> SignedDataVerifier {
        try verifier(
            roots: [Self.authority.get().root.derRepresentation], appAppleID: appAppleID, environment: environment,
            online: online, now: now)
    }

    @Test(arguments: [AppStoreEnvironment.production, .sandbox, .localTesting, .xcode])
    func everyEnvironmentBelievesItsOwnData(_ environment: AppStoreEnvironment) async throws {
        let verifier = try local(environment: environment)
        let signed = try sign(
            JWSTransactionDecodedPayload(
                transactionId: "1", bundleId: Team.bundleID, signedDate: Team.now, environment: environment))
        #expect(isValid(await verifier.verifyAndDecodeTransaction(signedTransaction: signed)))
        let other: AppStoreEnvironment = environment == .sandbox ? .production : .sandbox
        #expect(
            await (try local(environment: other)).verifyAndDecodeTransaction(signedTransaction: signed)
                == .invalid(.INVALID_ENVIRONMENT))
    }

    @Test(arguments: [AppStoreEnvironment.production, .sandbox, .localTesting, .xcode])
    func noEnvironmentBelievesAForgedSignature(_ environment: AppStoreEnvironment) async throws {
        let signed = try sign(
            JWSTransactionDecodedPayload(
                transactionId: "1", bundleId: Team.bundleID, signedDate: Team.now, environment: environment))
        let forger = try CertificateAuthority.make(now: Team.now)
        let forged = try JWSSigner(forger).sign(UnverifiedJWS(signed).payloadData)
        let unsigned = signed.split(separator: ".").dropLast().joined(separator: ".") + "."
        let verifier = try local(environment: environment)
        #expect(await verifier.verifyAndDecodeTransaction(signedTransaction: forged) == .invalid(.VERIFICATION_FAILURE))
        #expect(await verifier.verifyAndDecodeTransaction(signedTransaction: unsigned) == .invalid(.INVALID_JWT_FORMAT))
    }

    @Test func appAndNumberMustBeRight() async throws {
        func app(_ number: Int64?, _ bundleID: String) throws -> String {
            try sign(
                AppTransaction(
                    receiptType: .production, appAppleId: number, bundleId: bundleID, receiptCreationDate: Team.now))
        }
        let verifier = try local(environment: .production)
        func judge(_ text: String) async -> VerificationResult<AppTransaction> {
            await verifier.verifyAndDecodeAppTransaction(signedAppTransaction: text)
        }
        #expect(isValid(await judge(try app(1234, Team.bundleID))))
        #expect(await judge(try app(4321, Team.bundleID)) == .invalid(.INVALID_APP_IDENTIFIER))
        #expect(await judge(try app(nil, Team.bundleID)) == .invalid(.INVALID_APP_IDENTIFIER))
        #expect(await judge(try app(1234, "com.example.other")) == .invalid(.INVALID_APP_IDENTIFIER))
    }

    @Test func realtimeRequestsStateTheAppsNumber() async throws {
        func request(_ number: Int64) throws -> String {
            try sign(
                DecodedRealtimeRequestBody(
                    originalTransactionId: "1", appAppleId: number, productId: "p", userLocale: "en_US",
                    requestIdentifier: UUID(), signedDate: Team.now, environment: .production))
        }
        let verifier = try local(environment: .production)
        #expect(isValid(await verifier.verifyAndDecodeRealtimeRequest(signedPayload: try request(1234))))
        #expect(
            await verifier.verifyAndDecodeRealtimeRequest(signedPayload: try request(4321))
                == .invalid(.INVALID_APP_IDENTIFIER))
    }

    @Test func productionNeedsTheAppsNumber() throws {
        #expect(throws: SignedDataVerifier.ConfigurationError.INVALID_APP_APPLE_ID) {
            try verifier(roots: [], appAppleID: nil, environment: .production)
        }
        #expect(throws: Never.self) { try verifier(roots: [], appAppleID: nil, environment: .sandbox) }
    }

    @Test func aRootThatIsNoCertificateIsRefusedAtOnce() throws {
        let error = #expect(throws: SignedDataError.self) { try verifier(roots: [Data("root".utf8)]) }
        #expect(error?.code == .certificateMalformed)
    }

    @Test(arguments: ["", "a.b", "a.b.c", "eyJhbGciOiJub25lIn0.e30."])
    func textThatIsNoSignedDataIsRefused(_ text: String) async throws {
        let verifier = try local(environment: .sandbox)
        #expect(
            await verifier.verifyAndDecodeNotification(signedPayload: text) == .invalid(.INVALID_JWT_FORMAT))
    }

    /// A network without anybody in it.
    private struct Unreachable: OCSPTransport {
        func response(to request: Data, from responder: URL) async throws -> Data {
            throw URLError(.cannotConnectToHost)
        }
    }

    @Test func anUnansweredQuestionAboutRevocationIsNoVerdict() async throws {
        let authority = try CertificateAuthority.make(now: Team.now, ocspResponder: "http://127.0.0.1:1/")
        let signed = try JWSSigner(authority).sign(
            WireJSON.encode(
                JWSTransactionDecodedPayload(
                    transactionId: "1", bundleId: Team.bundleID, signedDate: Team.now, environment: .sandbox)))
        let roots = [authority.root.derRepresentation]
        let offline = try verifier(roots: roots)
        let online = try verifier(roots: roots, online: true)
        #expect(isValid(await offline.verifyAndDecodeTransaction(signedTransaction: signed)))
        #expect(
            await online.verifyAndDecodeTransaction(signedTransaction: signed)
                == .invalid(.RETRYABLE_VERIFICATION_FAILURE))
        let forged = String(signed.dropLast(4)) + "AAAA"
        #expect(
            await online.verifyAndDecodeTransaction(signedTransaction: forged) == .invalid(.VERIFICATION_FAILURE))
    }

    @Test func onlineCertificatesMustBeValidNow() async throws {
        let later = Team.now.addingTimeInterval(11 * 366 * 86_400)
        let signed = try sign(
            JWSTransactionDecodedPayload(
                transactionId: "1", bundleId: Team.bundleID, signedDate: Team.now, environment: .sandbox))
        let offline = try local(environment: .sandbox, now: later)
        let online = try local(environment: .sandbox, online: true, now: later)
        #expect(isValid(await offline.verifyAndDecodeTransaction(signedTransaction: signed)))
        #expect(
            await online.verifyAndDecodeTransaction(signedTransaction: signed) == .invalid(.VERIFICATION_FAILURE))
    }

    private func isValid<Payload>(_ result: VerificationResult<Payload>) -> Bool {
        guard case .valid = result else { return false }
        return true
    }
}
