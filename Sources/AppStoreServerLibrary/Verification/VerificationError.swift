// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import SignedData

/// Why signed data was refused, in the words of Apple's library.
///
/// `SignedData`, the module below this one, tells more: which certificate, which date, which of the two bundle
/// identifiers.
public enum VerificationError: Hashable, Sendable {
    /// The text is no JWS as the App Store makes them, or its payload is of another kind.
    case INVALID_JWT_FORMAT
    /// A certificate cannot be read.
    case INVALID_CERTIFICATE
    /// The certificates do not lead to a trusted root, or the signature was not made by them.
    case VERIFICATION_FAILURE
    /// Whether the certificates were revoked could not be found out; the same data may verify later.
    case RETRYABLE_VERIFICATION_FAILURE
    /// The data is about another app.
    case INVALID_APP_IDENTIFIER
    /// The data comes from another environment.
    case INVALID_ENVIRONMENT

    init(_ failure: VerificationFailure) {
        self =
            switch failure.reason {
            case .empty, .tokenTooLarge, .segmentCount, .segmentMalformed, .headerMalformed, .algorithm,
                .criticalHeader, .certificatesMissing, .certificateCount, .signatureSize, .payloadMalformed,
                .duplicateKey, .nestingTooDeep, .wrongPayloadKind:
                .INVALID_JWT_FORMAT
            case .certificateTooLarge, .certificateMalformed: .INVALID_CERTIFICATE
            case .wrongBundleID, .wrongAppAppleID: .INVALID_APP_IDENTIFIER
            case .wrongEnvironment: .INVALID_ENVIRONMENT
            case .revocationUnavailable where failure.isRetryable: .RETRYABLE_VERIFICATION_FAILURE
            default: .VERIFICATION_FAILURE
            }
    }
}
