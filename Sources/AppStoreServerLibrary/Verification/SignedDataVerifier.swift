// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import SignedData

/// Verifies and decodes what the App Store signed for one app in one environment.
///
/// Unlike Apple's library this one skips no signature in any environment. Data from StoreKit testing in Xcode verifies
/// in the environment `xcode` when the one certificate that Xcode signs with, exported from it, is among the roots; data
/// of a local store verifies in `localTesting` when its root certificate is.
public struct SignedDataVerifier: Sendable {
    /// Why there can be no verifier.
    public enum ConfigurationError: Error, Hashable, Sendable {
        /// Data from Production states the app's number, which must be given to be compared.
        case INVALID_APP_APPLE_ID
    }

    /// Apple Root CA - G3 in DER, which all data from Production and Sandbox leads to: the roots to give where no file is
    /// at hand.
    public static let appleRootCertificates: [Data] = [Certificate.appleRootCAG3.derRepresentation]

    private let chains: JWSVerifier
    /// One for each root, for data whose only certificate is that root; empty but in the environment `xcode`.
    private let pins: [Certificate: JWSVerifier]

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - rootCertificates: The roots to trust, in DER.
    ///   - bundleId: The app's bundle identifier.
    ///   - appAppleId: Apple's number for the app; needed in Production, compared nowhere else.
    ///   - environment: The environment whose data counts.
    ///   - enableOnlineChecks: Whether certificates must be valid now, rather than when the data was signed, and their
    ///     issuers are asked, by OCSP, if they have withdrawn them. Answers are remembered. Without an answer data is
    ///     refused as ``VerificationError/RETRYABLE_VERIFICATION_FAILURE``.
    /// - Throws: ``ConfigurationError``, or an error that says which root cannot be read.
    public init(
        rootCertificates: [Data], bundleId: String, appAppleId: Int64?, environment: AppStoreEnvironment,
        enableOnlineChecks: Bool
    ) throws {
        try self.init(
            rootCertificates: rootCertificates, bundleId: bundleId, appAppleId: appAppleId, environment: environment,
            enableOnlineChecks: enableOnlineChecks, transport: HTTPOCSPTransport(), now: { Date() })
    }

    init(
        rootCertificates: [Data], bundleId: String, appAppleId: Int64?, environment: AppStoreEnvironment,
        enableOnlineChecks: Bool, transport: any OCSPTransport, now: @escaping @Sendable () -> Date
    ) throws {
        if environment == .production, appAppleId == nil { throw ConfigurationError.INVALID_APP_APPLE_ID }
        let roots = try rootCertificates.map { try Certificate(der: $0) }
        let app = ExpectedApp(bundleID: bundleId, appAppleID: appAppleId, environments: [environment])
        let time: Trust.ValidationTime = enableOnlineChecks ? .now : .signingDate
        chains = JWSVerifier(
            trust: .appStore(
                roots: roots, validationTime: time, revocation: enableOnlineChecks ? .ocspHardFail : .off),
            expecting: app, transport: transport, now: now)
        pins = Dictionary(
            (environment == .xcode ? roots : []).map {
                ($0, JWSVerifier(trust: .xcode($0, validationTime: time), expecting: app, now: now))
            }, uniquingKeysWith: { one, _ in one })
    }

    /// Verifies a subscription's renewal info; it does not say which app it is about.
    public func verifyAndDecodeRenewalInfo(
        signedRenewalInfo: String
    ) async -> VerificationResult<JWSRenewalInfoDecodedPayload> {
        await verify(signedRenewalInfo)
    }

    /// Verifies a transaction, from the app, from the App Store Server API or from a notification.
    public func verifyAndDecodeTransaction(
        signedTransaction: String
    ) async -> VerificationResult<JWSTransactionDecodedPayload> {
        await verify(signedTransaction)
    }

    /// Verifies a notification; the signed strings in it are still to be verified, each by its own method.
    public func verifyAndDecodeNotification(
        signedPayload: String
    ) async -> VerificationResult<ResponseBodyV2DecodedPayload> {
        await verify(signedPayload)
    }

    /// Verifies an app transaction: the customer's download of the app.
    public func verifyAndDecodeAppTransaction(
        signedAppTransaction: String
    ) async -> VerificationResult<AppTransaction> {
        await verify(signedAppTransaction)
    }

    /// Verifies the App Store's question which message to show to a customer who is about to cancel.
    public func verifyAndDecodeRealtimeRequest(
        signedPayload: String
    ) async -> VerificationResult<DecodedRealtimeRequestBody> {
        await verify(signedPayload)
    }

    private func verify<Payload: SignedPayload & Hashable>(_ compact: String) async -> VerificationResult<Payload> {
        do throws(VerificationFailure) {
            return .valid(try await verifier(for: compact).verifyOnline(compact).payload)
        } catch {
            return .invalid(VerificationError(error))
        }
    }

    private func verifier(for compact: String) -> JWSVerifier {
        guard !pins.isEmpty, let certificates = try? UnverifiedJWS(compact).header.certificates,
            certificates.count == 1, let certificate = try? Certificate(der: certificates[0])
        else { return chains }
        return pins[certificate] ?? chains
    }
}
