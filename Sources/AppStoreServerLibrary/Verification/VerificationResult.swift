// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// What a verification found: the payload, or why it is not to be believed.
public enum VerificationResult<T: Hashable & Sendable>: Hashable, Sendable {
    /// Signature, certificates, app and environment hold.
    case valid(T)
    /// Something does not hold; nothing in the payload has been believed.
    case invalid(VerificationError)
}
