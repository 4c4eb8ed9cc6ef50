// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A link to an account that customers manage outside the app.
///
/// No app of OpenStoreKit's has one: nothing can be opened.
public enum ExternalLinkAccount: Sendable {
    /// Whether the link can be opened: never.
    public static var canOpen: Bool {
        get async { false }
    }

    /// Opens the link.
    ///
    /// - Throws: ``StoreKitError/notEntitled``.
    public static func open() async throws {
        throw StoreKitError.notEntitled
    }
}
