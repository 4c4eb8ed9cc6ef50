// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import StoreLink

/// What to buy, read from a product and options.
struct Order: Sendable {
    let product: Product
    private(set) var quantity = 1
    private(set) var decision: Product.PurchaseOption.StorefrontDecision?
    private var options: [Product.PurchaseOption.Kind] = []

    init(_ product: Product, _ options: Set<Product.PurchaseOption>) {
        self.product = product
        for option in options {
            switch option.kind {
            case .quantity(let quantity): self.quantity = quantity
            case .onStorefrontChange(let decision): self.decision = decision
            default: break
            }
            self.options.append(option.kind)
        }
    }

    /// The key under which apps sent Advanced Commerce requests before StoreKit had a call for them.
    private static let advancedCommerceKey = "advancedCommerceData"

    /// The request that the options make; those that only test sessions read change nothing.
    ///
    /// - Parameter storefrontID: The storefront whose price was agreed to; `nil` means that any price is.
    func request(device: UUID, storefrontID: String?) -> PurchaseRequest {
        var request = PurchaseRequest(device: device, productID: product.id)
        request.storefrontID = storefrontID
        for option in options {
            switch option {
            case .quantity(let quantity): request.quantity = quantity
            case .appAccountToken(let token): request.appAccountToken = token
            case .simulatesAskToBuyInSandbox(let simulates): request.simulatesAskToBuy = simulates
            case .offer(let offer): request.offer = offer
            case .introductoryEligibility(let jws): request.introductoryEligibility = jws
            case .billingPlan(let plan): request.billingPlan = plan.rawValue
            case .custom(let key, .bytes(let data)) where key == Self.advancedCommerceKey:
                request.advancedCommerceRequest = Self.token(in: data)
                request.customOptions = (request.customOptions ?? [:]).merging([key: .bytes(data)]) { $1 }
            case .custom(let key, let value):
                request.customOptions = (request.customOptions ?? [:]).merging([key: value]) { $1 }
            case .onStorefrontChange, .testing: break
            }
        }
        return request
    }

    private struct SignedRequest: Decodable {
        struct SignatureInfo: Decodable {
            let token: String
        }

        let signatureInfo: SignatureInfo
    }

    private static func token(in data: Data) -> String? {
        (try? JSONDecoder().decode(SignedRequest.self, from: data))?.signatureInfo.token
    }
}

extension Set<Product.PurchaseOption> {
    /// The request that the options make when they are used outside the app; the device stands for nobody.
    package func request(for productID: String) -> PurchaseRequest {
        var request = PurchaseRequest(
            device: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), productID: productID)
        for option in self {
            switch option.kind {
            case .quantity(let quantity): request.quantity = quantity
            case .appAccountToken(let token): request.appAccountToken = token
            case .offer(let offer): request.offer = offer
            case .introductoryEligibility(let jws): request.introductoryEligibility = jws
            case .billingPlan(let plan): request.billingPlan = plan.rawValue
            case .testing(.codeOffer(let name)): request.offer = .code(name)
            case .testing(.promotionalOffer(let id)): request.offer = .unsignedPromotional(id: id)
            case .testing(.purchaseDate), .simulatesAskToBuyInSandbox, .custom, .onStorefrontChange: break
            }
        }
        return request
    }
}
