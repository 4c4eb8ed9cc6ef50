// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import AppStoreModel

/// A payload that says which app and which store it is about.
public protocol SignedPayload: DecodedSignedData {
    /// What it says, to be compared with an ``ExpectedApp``.
    var identityClaims: IdentityClaims { get }
}

/// What a payload says about the app and the store it belongs to.
public struct IdentityClaims: Sendable, Hashable {
    /// Tells a kind of payload that never states a value from one that should have.
    public enum Claim<Value: Sendable & Hashable>: Sendable, Hashable {
        /// Payloads of this kind do not state it; there is nothing to compare.
        case notMade
        /// Payloads of this kind state it; `nil` when this one does not.
        case made(Value?)
    }

    /// The app's bundle identifier.
    public var bundleID: Claim<String>
    /// Apple's number for the app.
    public var appAppleID: Claim<Int64>
    /// The store, as it stands on the wire.
    public var environment: String?

    /// Creates claims from what a payload states.
    public init(bundleID: Claim<String>, appAppleID: Claim<Int64>, environment: String?) {
        self.bundleID = bundleID
        self.appAppleID = appAppleID
        self.environment = environment
    }
}

extension JWSTransactionDecodedPayload: SignedPayload {
    /// The bundle identifier and the store.
    public var identityClaims: IdentityClaims {
        IdentityClaims(bundleID: .made(bundleId), appAppleID: .notMade, environment: rawEnvironment)
    }
}

extension JWSRenewalInfoDecodedPayload: SignedPayload {
    /// The store alone.
    public var identityClaims: IdentityClaims {
        IdentityClaims(bundleID: .notMade, appAppleID: .notMade, environment: rawEnvironment)
    }
}

extension AppTransaction: SignedPayload {
    /// The bundle identifier, Apple's number and the store, here called receipt type.
    public var identityClaims: IdentityClaims {
        IdentityClaims(bundleID: .made(bundleId), appAppleID: .made(appAppleId), environment: rawReceiptType)
    }
}

extension DecodedRealtimeRequestBody: SignedPayload {
    /// Apple's number for the app and the store.
    public var identityClaims: IdentityClaims {
        IdentityClaims(bundleID: .notMade, appAppleID: .made(appAppleId), environment: rawEnvironment)
    }
}

extension ResponseBodyV2DecodedPayload: SignedPayload {
    /// The bundle identifier, Apple's number and the store of the one object the notification carries.
    public var identityClaims: IdentityClaims {
        if let data {
            return claims(data.bundleId, data.appAppleId, data.rawEnvironment)
        }
        if let summary {
            return claims(summary.bundleId, summary.appAppleId, summary.rawEnvironment)
        }
        if let token = externalPurchaseToken {
            // A token does not name its store; its identifier tells.
            let isSandbox = token.externalPurchaseId?.hasPrefix("SANDBOX") ?? false
            let environment: AppStoreEnvironment = isSandbox ? .sandbox : .production
            return claims(token.bundleId, token.appAppleId, environment.rawValue)
        }
        return claims(appData?.bundleId, appData?.appAppleId, appData?.rawEnvironment)
    }

    private func claims(_ bundleID: String?, _ appAppleID: Int64?, _ environment: String?) -> IdentityClaims {
        IdentityClaims(bundleID: .made(bundleID), appAppleID: .made(appAppleID), environment: environment)
    }
}
