// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Links of the app's own to pages where customers buy outside the App Store.
///
/// No storefront of OpenStoreKit's allows them: the app is not eligible.
public enum ExternalPurchaseCustomLink: Sendable {
    /// Whether the app may show such links: never.
    public static var isEligible: Bool {
        get async { false }
    }

    /// Shows the notice that comes before a link.
    ///
    /// - Throws: ``StoreKitError/notEntitled``.
    public static func showNotice(type: NoticeType) async throws -> NoticeResult {
        throw StoreKitError.notEntitled
    }

    /// Asks for a token for reports to Apple.
    ///
    /// - Throws: ``StoreKitError/notEntitled``.
    public static func token(for tokenType: String) async throws -> Token? {
        throw StoreKitError.notEntitled
    }

    /// Where a link leads.
    public enum NoticeType: Int, Hashable, Sendable {
        /// To a page inside the app.
        case withinApp
        /// To a browser.
        case browser
    }

    /// What the customer did about a notice.
    public enum NoticeResult: Hashable, Sendable {
        /// Stayed in the App Store.
        case cancelled
        /// Went on.
        case continued
    }

    /// A token for reports to Apple.
    public struct Token: Hashable, Sendable {
        /// The token's text.
        public let value: String
    }
}
