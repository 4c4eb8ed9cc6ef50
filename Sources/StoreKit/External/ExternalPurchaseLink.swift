// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A link to a page where customers buy outside the App Store.
///
/// No storefront of OpenStoreKit's allows it: nothing can be opened.
public enum ExternalPurchaseLink: Sendable {
    /// Whether the link can be opened: never.
    public static var canOpen: Bool {
        get async { false }
    }

    /// The pages that could be opened; there are none.
    public static var eligibleURLs: [URL]? {
        get async { nil }
    }

    /// Opens the link.
    ///
    /// - Throws: ``StoreKitError/notEntitled``.
    public static func open() async throws {
        throw StoreKitError.notEntitled
    }

    /// Opens one of several links.
    ///
    /// - Throws: ``StoreKitError/notEntitled``.
    public static func open(url: URL) async throws {
        throw StoreKitError.notEntitled
    }
}
