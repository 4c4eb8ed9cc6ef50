// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// Apple declares these once for each kind of signed value. So it is here: a protocol would have to be public.

extension VerificationResult where SignedType == Transaction {
    /// The signed text as it came, to be passed to a server that verifies it for itself.
    public var jwsRepresentation: String { unsafePayloadValue.source.text.compact }
    /// The decoded first part of the signed text.
    public var headerData: Data { unsafePayloadValue.source.text.header }
    /// The decoded second part of the signed text: JSON.
    public var payloadData: Data { unsafePayloadValue.source.text.payload }
    /// The decoded third part of the signed text: r and s side by side, 64 bytes.
    public var signatureData: Data { unsafePayloadValue.source.text.signature }
    /// ``signatureData`` as a value of its own.
    public var signature: ECDSASignature { ECDSASignature(rawRepresentation: signatureData) }
    /// What the signature covers: the first two parts, still encoded.
    public var signedData: Data { unsafePayloadValue.source.text.signingInput }
    /// When it was signed.
    public var signedDate: Date { unsafePayloadValue.signedDate }
    /// SHA-384 over the nonce and the device's identifier.
    public var deviceVerification: Data { unsafePayloadValue.deviceVerification }
    /// The nonce hashed into ``deviceVerification``.
    public var deviceVerificationNonce: UUID { unsafePayloadValue.deviceVerificationNonce }
}

extension VerificationResult where SignedType == Product.SubscriptionInfo.RenewalInfo {
    /// The signed text as it came, to be passed to a server that verifies it for itself.
    public var jwsRepresentation: String { unsafePayloadValue.source.text.compact }
    /// The decoded first part of the signed text.
    public var headerData: Data { unsafePayloadValue.source.text.header }
    /// The decoded second part of the signed text: JSON.
    public var payloadData: Data { unsafePayloadValue.source.text.payload }
    /// The decoded third part of the signed text: r and s side by side, 64 bytes.
    public var signatureData: Data { unsafePayloadValue.source.text.signature }
    /// ``signatureData`` as a value of its own.
    public var signature: ECDSASignature { ECDSASignature(rawRepresentation: signatureData) }
    /// What the signature covers: the first two parts, still encoded.
    public var signedData: Data { unsafePayloadValue.source.text.signingInput }
    /// When it was signed.
    public var signedDate: Date { unsafePayloadValue.signedDate }
    /// SHA-384 over the nonce and the device's identifier.
    public var deviceVerification: Data { unsafePayloadValue.deviceVerification }
    /// The nonce hashed into ``deviceVerification``.
    public var deviceVerificationNonce: UUID { unsafePayloadValue.deviceVerificationNonce }
}

extension VerificationResult where SignedType == AppTransaction {
    /// The signed text as it came, to be passed to a server that verifies it for itself.
    public var jwsRepresentation: String { unsafePayloadValue.source.text.compact }
    /// The decoded first part of the signed text.
    public var headerData: Data { unsafePayloadValue.source.text.header }
    /// The decoded second part of the signed text: JSON.
    public var payloadData: Data { unsafePayloadValue.source.text.payload }
    /// The decoded third part of the signed text: r and s side by side, 64 bytes.
    public var signatureData: Data { unsafePayloadValue.source.text.signature }
    /// ``signatureData`` as a value of its own.
    public var signature: ECDSASignature { ECDSASignature(rawRepresentation: signatureData) }
    /// What the signature covers: the first two parts, still encoded.
    public var signedData: Data { unsafePayloadValue.source.text.signingInput }
    /// When it was signed.
    public var signedDate: Date { unsafePayloadValue.signedDate }
    /// SHA-384 over the nonce and the device's identifier.
    public var deviceVerification: Data { unsafePayloadValue.deviceVerification }
    /// The nonce hashed into ``deviceVerification``.
    public var deviceVerificationNonce: UUID { unsafePayloadValue.deviceVerificationNonce }
}
