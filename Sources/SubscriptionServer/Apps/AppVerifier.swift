// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
package import Foundation
package import SignedData

/// Finds out whether a text is the App Store's, and which of several apps it is about.
///
/// The signature is checked first, once, by whoever may sign for any of the apps; only then does what the text says decide
/// about the app, and whether this signer counts for that app in that environment.
package struct AppVerifier: Sendable {
    /// The apps by their bundle identifier.
    package let apps: [String: AppRegistration]
    private let appStore: JWSVerifier
    /// Of local stores with chains of certificates, and of Xcode's with one.
    private let local: [JWSVerifier]

    /// Creates a verifier for some apps.
    ///
    /// - Parameters:
    ///   - revocation: Whether Apple is asked if its certificates were revoked; nobody is asked about local stores.
    ///   - transport: Asks about revocation.
    ///   - now: The clock for answers about revocation.
    package init(
        apps: [AppRegistration], revocation: Trust.Revocation = .off,
        transport: any OCSPTransport = HTTPOCSPTransport(), now: @escaping @Sendable () -> Date
    ) {
        self.apps = Dictionary(apps.map { ($0.bundleID, $0) }) { first, _ in first }
        appStore = JWSVerifier(
            trust: .appStore(revocation: revocation), expecting: .anything, transport: transport, now: now)
        let roots = apps.flatMap { $0.localRoots.values.joined() }
        let chains =
            roots.isEmpty
            ? [] : [JWSVerifier(trust: .appStore(roots: Array(Set(roots))), expecting: .anything, now: now)]
        let pinned = Set(apps.flatMap { $0.localRoots[.xcode] ?? [] })
        local = chains + pinned.map { JWSVerifier(trust: .xcode($0), expecting: .anything, now: now) }
    }

    /// Verifies a text.
    ///
    /// - Parameter bundleID: The app that it must be about, and the one that texts which name no app are about.
    /// - Returns: The payload and the app it is about.
    package func verify<Payload: SignedPayload>(
        _ text: String, as type: Payload.Type = Payload.self, about bundleID: String? = nil
    ) async throws(IngestFailure) -> (Verified<Payload>, AppRegistration) {
        let verified = try await verifySignature(text, as: type)
        let claims = verified.payload.identityClaims
        guard let app = app(claims, about: bundleID) else { throw .unknownApp(claims.bundleID) }
        do throws(VerificationFailure) {
            try app.expectation.check(claims)
        } catch {
            throw IngestFailure(error)
        }
        guard Self.counts(verified.signer, in: claims.environment, for: app) else {
            throw .signerOfAnotherEnvironment(claims.environment)
        }
        return (verified, app)
    }

    private func verifySignature<Payload: SignedPayload>(
        _ text: String, as type: Payload.Type
    ) async throws(IngestFailure) -> Verified<Payload> {
        do throws(VerificationFailure) {
            if let verified: Verified<Payload> = try verifyLocally(text) { return verified }
            return try await appStore.verifyOnline(text, as: type)
        } catch {
            throw IngestFailure(error)
        }
    }

    /// Verifies what a local root signed; `nil` for everything else.
    private func verifyLocally<Payload: SignedPayload>(
        _ text: String
    ) throws(VerificationFailure) -> Verified<Payload>? {
        for verifier in local {
            do throws(VerificationFailure) {
                return try verifier.verify(text)
            } catch {
                switch error.reason {
                case .untrustedRoot, .certificateCount: continue
                default: throw error
                }
            }
        }
        return nil
    }

    private func app(_ claims: IdentityClaims, about bundleID: String?) -> AppRegistration? {
        if let bundleID { return apps[bundleID] }
        switch claims.bundleID {
        case .made(let name?): return apps[name]
        case .made(nil): return nil
        case .notMade: return apps.count == 1 ? apps.values.first : nil
        }
    }

    /// A local store must not be able to speak of purchases that were paid for.
    private static func counts(_ signer: Signer, in environment: String?, for app: AppRegistration) -> Bool {
        let environment = environment.flatMap(AppStoreEnvironment.init(rawValue:))
        // One certificate without authorities is how Xcode signs, and nobody else.
        guard signer.certificates.count > 1 || environment == .xcode else { return false }
        if let environment, app.localRoots[environment]?.contains(signer.root) == true { return true }
        return signer.root == .appleRootCAG3
    }
}
