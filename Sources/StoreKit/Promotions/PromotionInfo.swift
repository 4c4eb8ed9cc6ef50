// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import StoreLink

extension Product {
    /// How this device's App Store shows a product on the app's page.
    public struct PromotionInfo: Equatable, Sendable {
        /// The promoted product.
        public let productID: Product.ID
        /// Whether this device shows it; ``update()`` tells the store what was set.
        public var visibility: Visibility

        /// Whether a promoted product is shown.
        public enum Visibility: Int, Hashable, Sendable {
            /// As the developer set it up for everybody.
            case appStoreConnectDefault
            /// It is shown.
            case visible
            /// It is not shown.
            case hidden
        }
    }
}

extension Product.PromotionInfo {
    /// Tells the store the ``visibility``.
    ///
    /// - Throws: ``StoreKitError`` when the store cannot be asked.
    public func update() async throws {
        try await Self.updateProductVisibility(visibility, for: productID)
    }

    /// All promotions in the order they are shown.
    public static var currentOrder: [Product.PromotionInfo] {
        get async throws {
            try await StoreCenter.current.promotions(order: nil, visibilities: nil).map(Self.init)
        }
    }

    /// Shows these products first, in this order; the others follow.
    ///
    /// An empty order brings the developer's back.
    ///
    /// - Throws: ``StoreKitError`` when the store cannot be asked.
    public static func updateProductOrder(byID order: some Collection<String>) async throws {
        _ = try await StoreCenter.current.promotions(order: Array(order), visibilities: nil)
    }

    /// Shows or hides one product.
    ///
    /// - Throws: ``StoreKitError`` when the store cannot be asked.
    public static func updateProductVisibility(_ visibility: Visibility, for productID: Product.ID) async throws {
        _ = try await StoreCenter.current.promotions(order: nil, visibilities: [productID: visibility.recorded])
    }

    /// Tells the store an order and visibilities at once.
    ///
    /// - Throws: ``StoreKitError`` when the store cannot be asked.
    public static func updateAll(_ promotions: some Collection<Product.PromotionInfo>) async throws {
        let visibilities = promotions.map { ($0.productID, $0.visibility.recorded) }
        _ = try await StoreCenter.current.promotions(
            order: promotions.map(\.productID), visibilities: Dictionary(visibilities) { $1 })
    }

    private init(_ record: PromotionRecord) {
        productID = record.productID
        visibility =
            switch record.visibility {
            case .standard: .appStoreConnectDefault
            case .visible: .visible
            case .hidden: .hidden
            }
    }
}

extension Product.PromotionInfo.Visibility {
    fileprivate var recorded: PromotionRecord.Visibility {
        switch self {
        case .appStoreConnectDefault: .standard
        case .visible: .visible
        case .hidden: .hidden
        }
    }
}

extension StoreCenter {
    fileprivate func promotions(
        order: [String]?, visibilities: [String: PromotionRecord.Visibility]?
    ) async throws -> [PromotionRecord] {
        try await ask(requiredClient()) { service, device throws(StoreFailure) in
            try await service.promotions(
                PromotionsRequest(device: device, order: order, visibilities: visibilities))
        }.promotions
    }
}
