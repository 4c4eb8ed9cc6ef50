// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Purchases outside the App Store, after a notice to the customer.
///
/// No storefront of OpenStoreKit's allows them: nothing can be presented.
public enum ExternalPurchase: Sendable {
    /// Whether a notice can be presented: never.
    public static var canPresent: Bool {
        get async { false }
    }

    /// Presents the notice.
    ///
    /// - Throws: ``StoreKitError/notEntitled``.
    public static func presentNoticeSheet() async throws -> NoticeResult {
        throw StoreKitError.notEntitled
    }

    /// What the customer did about a notice.
    public enum NoticeResult: Hashable, Sendable {
        /// Stayed in the App Store.
        case cancelled
        /// Went on; the token is for reports to Apple.
        case continuedWithExternalPurchaseToken(token: String)
    }
}
