// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A product whose name, price and items the developer's server decides with each purchase.
public struct AdvancedCommerceProduct: Identifiable, Hashable, Sendable, CustomDebugStringConvertible {
    /// The kind of a product.
    public typealias ProductType = Product.ProductType
    /// How a purchase ended that was not refused.
    public typealias PurchaseResult = Product.PurchaseResult

    /// The identifier of the generic product that carries such purchases.
    public let id: String
    /// The kind of product.
    public let type: ProductType
    let product: Product

    /// Loads the generic product.
    ///
    /// - Throws: ``StoreKitError`` when the store cannot be asked, ``Product/PurchaseError/productUnavailable`` when it
    ///   does not sell the product.
    public init(id: String) async throws {
        guard let product = try await Product.products(for: [id]).first else {
            throw Product.PurchaseError.productUnavailable
        }
        self.id = id
        type = product.type
        self.product = product
    }

    /// The newest transaction of the product, also when it has expired or was refunded.
    public var latestTransaction: VerificationResult<Transaction>? {
        get async { await Transaction.latest(for: id) }
    }

    /// Every transaction of the product, newest first.
    public var allTransactions: Transaction.Transactions { Transaction.all(for: id) }

    /// What gives the customer a right to the product.
    public var currentEntitlements: Transaction.Transactions { Transaction.currentEntitlements(for: id) }

    /// The product's JSON as text, for logs.
    public var debugDescription: String { product.debugDescription }
}

extension AdvancedCommerceProduct {
    /// Something that a purchase is made with.
    public struct PurchaseOption: Hashable, Sendable, CustomDebugStringConvertible {
        let option: Product.PurchaseOption

        /// Decides whether to go on when the storefront has changed since the product was loaded.
        ///
        /// It works as for ``Product/PurchaseOption``.
        public static func onStorefrontChange(
            shouldContinuePurchase: @escaping @Sendable (Storefront) -> Bool
        ) -> Self {
            Self(option: .onStorefrontChange(shouldContinuePurchase: shouldContinuePurchase))
        }

        /// The option in words, for logs.
        public var debugDescription: String { option.debugDescription }
    }

    /// Buys what a signed request of the developer's server describes.
    ///
    /// - Parameter compactJWS: The request as a compact JWS.
    /// - Throws: ``Product/PurchaseError`` when the store refuses, ``StoreKitError`` when it cannot be asked.
    @MainActor
    public func purchase(compactJWS: String, options: Set<PurchaseOption> = []) async throws -> PurchaseResult {
        let request = try JSONEncoder().encode(SignedRequest(signatureInfo: .init(token: compactJWS)))
        // Before there was a call for it, apps sent the request as this custom option; stores look for it there.
        let carrier = Product.PurchaseOption.custom(key: "advancedCommerceData", value: request)
        return try await product.purchase(options: Set(options.map(\.option)).union([carrier]))
    }

    private struct SignedRequest: Encodable {
        struct SignatureInfo: Encodable {
            let token: String
        }

        let signatureInfo: SignatureInfo
    }
}
