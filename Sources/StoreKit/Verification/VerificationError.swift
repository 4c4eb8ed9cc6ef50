// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension VerificationResult {
    /// Why a signed value cannot be relied on.
    public enum VerificationError: Error, Hashable, Sendable {
        /// A certificate of the signer was revoked.
        case revokedCertificate
        /// The certificates can be read, but they do not lead to the store's root or may not sign this.
        case invalidCertificateChain
        /// The value was signed for another device.
        case invalidDeviceVerification
        /// The text or a certificate in it cannot be read.
        case invalidEncoding
        /// The signature does not belong to this value, or was made for another app.
        case invalidSignature
        /// The text, a certificate or the value lacks something that verification needs.
        case missingRequiredProperties
    }
}

extension VerificationResult.VerificationError: LocalizedError {
    /// What happened, for people.
    public var errorDescription: String? {
        "The purchase could not be verified."
    }

    /// Why it happened.
    public var failureReason: String? {
        switch self {
        case .revokedCertificate: "A certificate of the store was revoked."
        case .invalidCertificateChain: "The certificates do not lead to the store."
        case .invalidDeviceVerification: "The purchase belongs to another device."
        case .invalidEncoding: "The signed text cannot be read."
        case .invalidSignature: "The signature does not belong to the purchase."
        case .missingRequiredProperties: "The signed text is incomplete."
        }
    }

    /// What to try next.
    public var recoverySuggestion: String? {
        "Restore purchases, or try again later."
    }
}
