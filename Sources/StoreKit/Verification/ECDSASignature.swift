// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A signature of ECDSA with P-256.
///
/// It stands where Apple hands out a type of CryptoKit, which only Apple's systems have. Other libraries make theirs of its
/// raw form, swift-crypto with `P256.Signing.ECDSASignature(rawRepresentation:)`.
public struct ECDSASignature: Hashable, Sendable {
    /// r and s side by side, 64 bytes.
    public let rawRepresentation: Data
}
