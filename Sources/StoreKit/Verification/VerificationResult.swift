// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Something signed, and whether it can be relied on.
@frozen
public enum VerificationResult<SignedType> {
    /// The value as it was read, and why it cannot be relied on.
    case unverified(SignedType, VerificationError)
    /// A value whose signature, certificates, app and device hold.
    case verified(SignedType)

    /// The value if it is verified.
    ///
    /// - Throws: The ``VerificationError`` if it is not.
    public var payloadValue: SignedType {
        get throws {
            switch self {
            case .unverified(_, let error): throw error
            case .verified(let value): value
            }
        }
    }

    /// The value whether or not it is verified: for looking, never for deciding.
    public var unsafePayloadValue: SignedType {
        switch self {
        case .unverified(let value, _), .verified(let value): value
        }
    }
}

extension VerificationResult: Equatable where SignedType: Equatable {}

extension VerificationResult: Hashable where SignedType: Hashable {}

extension VerificationResult: Sendable where SignedType: Sendable {}

extension VerificationResult: CustomDebugStringConvertible where SignedType: CustomDebugStringConvertible {
    /// The value and whether it is verified, for logs.
    public var debugDescription: String {
        switch self {
        case .unverified(let value, let error): "unverified(\(value.debugDescription), \(error))"
        case .verified(let value): "verified(\(value.debugDescription))"
        }
    }
}
