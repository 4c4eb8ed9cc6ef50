// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel

/// What a configuration sells and what is doubtful about it, for people and for programs.
///
/// It never shows a private key. The two renderings are in extensions; this file has the words they share.
package struct ConfigurationReport: Sendable {
    let document: ConfigurationDocument

    /// Creates a report about a document that was read.
    package init(document: ConfigurationDocument) {
        self.document = document
    }

    var configuration: StoreKitConfiguration { document.configuration }
    var storefront: String { configuration.settings.storefront ?? "USA" }
    var currency: String? { Storefront.named(storefront)?.currency }

    /// The name in the configuration's locale, or in the first there is.
    func displayName(_ localizations: [StoreKitConfiguration.Localization]) -> String {
        let preferred = localizations.first { $0.locale == configuration.settings.locale }
        return (preferred ?? localizations.first)?.displayName ?? ""
    }

    func words(_ price: StoreKitConfiguration.Price) -> String {
        guard let currency else { return price.description }
        return "\(price) \(currency)"
    }

    func every(_ period: StoreKitConfiguration.Period) -> String {
        period.value == 1 ? "every \(period.unit.rawValue)" : "every \(period)"
    }

    func words(_ offer: StoreKitConfiguration.Offer) -> String {
        var length = offer.period
        length.value *= offer.periodCount
        let name = offer.id.map { " ‘\($0)’" } ?? ""
        let terms =
            switch offer.paymentMode {
            case .freeTrial: "free for \(length)"
            case .payAsYouGo: "\(words(offer.price)) \(every(offer.period)) for \(length)"
            case .payUpFront: "\(words(offer.price)) once for \(length)"
            }
        switch offer.kind {
        case .introductory: return "introductory offer: \(terms)"
        case .promotional: return "promotional offer\(name): \(terms)"
        case .code:
            let stackable = offer.isStackable ? ", together with an introductory offer" : ""
            return "offer code\(name): \(terms), for \(customers(offer.eligibility)) customers\(stackable)"
        case .winBack: return "win-back offer\(name): \(terms)\(offer.isEligible ? "" : ", nobody is eligible")"
        }
    }

    private func customers(_ eligibility: [StoreKitConfiguration.Offer.Eligibility]) -> String {
        switch eligibility.count {
        case 0: "no"
        case 3: "all"
        default: eligibility.map(\.rawValue).joined(separator: " and ")
        }
    }

    func words(_ plan: StoreKitConfiguration.BillingPlan) -> String {
        let terms =
            switch plan.type {
            case .billedUpfront: "\(words(plan.price)) at once"
            case .monthly: "\(words(plan.price)) every month, \(words(plan.commitmentPrice)) in all"
            default: "\(plan.type.rawValue), \(words(plan.price)), \(words(plan.commitmentPrice)) in all"
            }
        return "billing plan: \(terms)\(plan.isEnabled ? "" : ", not on sale")"
    }
}
