// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import StoreKit

/// Something the customer has that may entitle them.
public struct Grant: Hashable, Sendable {
    /// What kind of purchase it is.
    public enum Kind: Hashable, Sendable {
        /// Bought once and kept.
        case lifetime
        /// A subscription that renews, of a group.
        case subscription(groupID: String)
        /// A subscription that does not renew; how long it lasts is for the app to know.
        case nonRenewing
    }

    /// The product.
    public let productID: String
    /// What kind of purchase it is.
    public let kind: Kind
    /// The transaction.
    public let transactionID: UInt64
    /// When it was bought, or renewed last.
    public let purchaseDate: Date
    /// When access ends unless something happens; `nil` if it does not end, or nobody knows when.
    public let accessEndDate: Date?
    /// How many were bought at once.
    public let quantity: Int
    /// Whether the customer has it through Family Sharing.
    public let isFamilyShared: Bool

    /// Creates a grant from all its parts.
    public init(
        productID: String, kind: Kind, transactionID: UInt64, purchaseDate: Date, accessEndDate: Date? = nil,
        quantity: Int = 1, isFamilyShared: Bool = false
    ) {
        self.productID = productID
        self.kind = kind
        self.transactionID = transactionID
        self.purchaseDate = purchaseDate
        self.accessEndDate = accessEndDate
        self.quantity = quantity
        self.isFamilyShared = isFamilyShared
    }
}

extension Grant {
    /// `nil` for consumables and kinds of products that are not known yet, and for what was taken back or replaced.
    init?(_ transaction: Transaction, accessEndDate: Date?) {
        guard transaction.revocationDate == nil, !transaction.isUpgraded else { return nil }
        switch transaction.productType {
        case .nonConsumable: kind = .lifetime
        case .nonRenewable: kind = .nonRenewing
        case .autoRenewable: kind = .subscription(groupID: transaction.subscriptionGroupID ?? "")
        default: return nil
        }
        productID = transaction.productID
        transactionID = transaction.id
        purchaseDate = transaction.purchaseDate
        self.accessEndDate = accessEndDate
        quantity = transaction.purchasedQuantity
        isFamilyShared = transaction.ownershipType == .familyShared
    }

    init(_ reading: StatusReading, _ policy: AccessPolicy) {
        self.init(
            productID: reading.productID, kind: .subscription(groupID: reading.groupID),
            transactionID: reading.transactionID, purchaseDate: reading.purchaseDate,
            accessEndDate: reading.accessEndDate(policy), isFamilyShared: reading.isFamilyShared)
    }
}
