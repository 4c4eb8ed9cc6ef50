// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What an app receipt says; whether to believe it is for ``ReceiptVerifier`` to say.
public struct AppReceipt: Sendable, Hashable {
    /// One purchase in a receipt.
    public struct Purchase: Sendable, Hashable {
        /// How many were bought.
        public var quantity: Int?
        /// The product.
        public var productID: String?
        /// The transaction; `0` in receipts of StoreKit testing in Xcode.
        public var transactionID: String?
        /// The transaction with which it began.
        public var originalTransactionID: String?
        /// When it was bought or renewed.
        public var purchaseDate: Date?
        /// When it was bought first.
        public var originalPurchaseDate: Date?
        /// When the subscription's period ends.
        public var expiresDate: Date?
        /// When Apple gave the money back.
        public var cancellationDate: Date?
        /// Apple's number for the renewal; 0 for what does not renew.
        public var webOrderLineItemID: Int?
        /// Whether the period is one of an introductory offer.
        public var isInIntroductoryOfferPeriod: Bool?
    }

    /// Where the receipt comes from: `Production`, `ProductionSandbox`, `ProductionVPP`, `ProductionVPPSandbox` or `Xcode`.
    public var environment: String?
    /// The app's bundle identifier.
    public var bundleID: String?
    /// The app's version.
    public var applicationVersion: String?
    /// The version that was downloaded first; always `1.0` in Sandbox.
    public var originalApplicationVersion: String?
    /// When the receipt was made.
    public var creationDate: Date?
    /// When a receipt of volume purchasing ends.
    public var expirationDate: Date?
    /// The purchases, in the order of the receipt.
    public var purchases: [Purchase] = []
    /// SHA-1 over the device's identifier, ``opaqueValue`` and the bundle identifier as encoded.
    var deviceHash: [UInt8] = []
    var opaqueValue: [UInt8] = []
    var encodedBundleID: [UInt8] = []

    /// Whether StoreKit testing in Xcode made it.
    var isFromXcode: Bool { environment == "Xcode" }
}
