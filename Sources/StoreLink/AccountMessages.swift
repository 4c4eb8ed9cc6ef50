// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Asks who may have an introductory offer.
package struct EligibilityRequest: Codable, Hashable, Sendable {
    /// The device of the customer.
    package var device: UUID
    /// The subscription groups to judge.
    package var groupIDs: [String]

    /// Creates a request for groups.
    package init(device: UUID, groupIDs: [String]) {
        self.device = device
        self.groupIDs = groupIDs
    }
}

/// Who may have an introductory offer.
package struct EligibilityAnswer: Codable, Hashable, Sendable {
    /// The groups in which the customer may.
    package var eligibleGroupIDs: Set<String>

    /// Creates an answer from all its parts.
    package init(eligibleGroupIDs: Set<String>) {
        self.eligibleGroupIDs = eligibleGroupIDs
    }
}

/// Asks for everything the customer owns, as a button that restores purchases does.
package struct SyncRequest: Codable, Hashable, Sendable {
    /// The asking device.
    package var device: UUID

    /// Creates a request for a device.
    package init(device: UUID) {
        self.device = device
    }
}

/// Reads, and if there is something to change also changes, how a device's App Store promotes the app's products.
package struct PromotionsRequest: Codable, Hashable, Sendable {
    /// The device whose App Store it is.
    package var device: UUID
    /// The products to show first, in order; `nil` leaves the order, and an empty list brings the store's back.
    package var order: [String]?
    /// Visibilities to change, by product; the others stay.
    package var visibilities: [String: PromotionRecord.Visibility]?

    /// Creates a request that changes what is not `nil`.
    package init(
        device: UUID, order: [String]? = nil, visibilities: [String: PromotionRecord.Visibility]? = nil
    ) {
        self.device = device
        self.order = order
        self.visibilities = visibilities
    }
}

/// How a device's App Store promotes the app's products.
package struct PromotionsAnswer: Codable, Hashable, Sendable {
    /// The promoted products in the order they are shown.
    package var promotions: [PromotionRecord]

    /// Creates an answer from all its parts.
    package init(promotions: [PromotionRecord]) {
        self.promotions = promotions
    }
}

/// A product that the App Store promotes on the app's page.
package struct PromotionRecord: Codable, Hashable, Sendable {
    /// Whether a product is shown on a device.
    package enum Visibility: String, Codable, Hashable, Sendable {
        /// As the developer set it up for everybody.
        case standard
        case visible
        case hidden
    }

    /// The product.
    package var productID: String
    /// Whether this device shows it.
    package var visibility: Visibility

    /// Creates a record from all its parts.
    package init(productID: String, visibility: Visibility) {
        self.productID = productID
        self.visibility = visibility
    }
}
