// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
public import Foundation
import StoreLink

extension Product: CustomDebugStringConvertible {
    /// The product in the JSON of the store's catalogue, as code on Apple's platforms reads it.
    public var jsonRepresentation: Data {
        (try? WireJSON.encode(ProductJSON(record, storefront))) ?? Data("{}".utf8)
    }

    /// The product's JSON as text, for logs.
    public var debugDescription: String { String(bytes: jsonRepresentation, encoding: .utf8) ?? id }
}

/// The shape that Xcode gives a product.
private struct ProductJSON: Encodable {
    struct Attributes: Encodable {
        struct Description: Encodable {
            let standard: String
        }

        let description: Description
        let icuLocale: String
        let isFamilyShareable: Int
        let kind: String
        let name: String
        let offerName: String
        let offers: [Price]
        let subscriptionFamilyId: String?
        let subscriptionFamilyName: String?
        let subscriptionFamilyRank: Int?
    }

    struct Price: Encodable {
        let currencyCode: String
        let discounts: [Discount]?
        let price: String
        let priceFormatted: String
        let recurringSubscriptionPeriod: String?
    }

    struct Discount: Encodable {
        let modeType: String
        let numOfPeriods: Int
        let offerId: String?
        let priceFormatted: String
        let priceString: String
        let recurringSubscriptionPeriod: String
        let type: String
    }

    let attributes: Attributes
    let href: String
    let id: String
    let type = "in-apps"

    init(_ record: ProductRecord, _ storefront: StorefrontRecord) {
        let subscription = record.subscription
        let prices = PriceFormat(storefront)
        id = record.internalID
        href = "/v1/catalog/\(storefront.countryCode.lowercased())/in-apps/\(record.internalID)"
        attributes = Attributes(
            description: .init(standard: record.description),
            icuLocale: "\(storefront.locale)@currency=\(storefront.currency)",
            isFamilyShareable: record.isFamilyShareable ? 1 : 0, kind: record.type, name: record.displayName,
            offerName: record.id,
            offers: [
                Price(
                    currencyCode: storefront.currency, discounts: subscription.map { Self.discounts($0, prices) },
                    price: Self.plain(record.price), priceFormatted: prices.text(milliunits: record.price),
                    recurringSubscriptionPeriod: subscription?.period)
            ],
            subscriptionFamilyId: subscription?.groupID, subscriptionFamilyName: subscription?.groupDisplayName,
            subscriptionFamilyRank: subscription?.groupLevel)
    }

    private static func discounts(_ subscription: SubscriptionRecord, _ prices: PriceFormat) -> [Discount] {
        let introductory = subscription.introductoryOffer.map { [$0] } ?? []
        return introductory.map { discount($0, .introductory, prices) }
            + subscription.promotionalOffers.map { discount($0, .promotional, prices) }
            + subscription.winBackOffers.map { discount($0, .winBack, prices) }
    }

    private static func discount(
        _ offer: OfferRecord, _ type: Product.SubscriptionOffer.OfferType, _ prices: PriceFormat
    ) -> Discount {
        Discount(
            modeType: Product.SubscriptionOffer.PaymentMode(signed: offer.paymentMode).rawValue,
            numOfPeriods: offer.periodCount, offerId: offer.id, priceFormatted: prices.text(milliunits: offer.price),
            priceString: plain(offer.price), recurringSubscriptionPeriod: offer.period, type: type.rawValue)
    }

    private static func plain(_ milliunits: Int64) -> String {
        "\(Decimal(milliunits: milliunits))"
    }
}
