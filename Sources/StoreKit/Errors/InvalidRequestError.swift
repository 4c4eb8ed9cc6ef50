// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Why the App Store cannot carry out the signed request of an Advanced Commerce purchase.
///
/// <https://developer.apple.com/documentation/storekit/invalidrequesterror>
public struct InvalidRequestError: Error, Sendable {
    /// The number under which Apple documents the reason.
    public let code: Int64
    /// The reason as a sentence for people.
    public let message: String
}
