// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A payload whose signature, certificates, app and environment hold; only ``JWSVerifier`` makes one.
public struct Verified<Payload: Sendable>: Sendable {
    /// What the App Store said.
    public let payload: Payload
    /// The signed text, to be passed on to whoever wants to verify for themselves.
    public let jws: UnverifiedJWS
    /// Who signed it.
    public let signer: Signer

    init(payload: Payload, jws: UnverifiedJWS, signer: Signer) {
        self.payload = payload
        self.jws = jws
        self.signer = signer
    }
}

extension Verified: Equatable where Payload: Equatable {
    /// Two are equal when text, payload and certificates are.
    public static func == (one: Self, other: Self) -> Bool {
        one.jws == other.jws && one.payload == other.payload && one.signer == other.signer
    }
}
