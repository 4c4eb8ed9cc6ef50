// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import StoreKit

extension Product.ProductType {
    /// The kind of product in the customer's language.
    public var displayName: String { displayName(in: .current) }

    /// The kind of product in a language.
    public func displayName(in language: Language) -> String {
        let phrase: Phrase
        switch self {
        case .consumable:
            phrase = Phrase(
                en: "Consumable", it: "Consumabile", es: "Consumible", fr: "Consommable", bg: "Консумативен продукт")
        case .nonConsumable:
            phrase = Phrase(
                en: "Non-consumable", it: "Non consumabile", es: "No consumible", fr: "Non consommable",
                bg: "Неконсумативен продукт")
        case .autoRenewable:
            phrase = Phrase(
                en: "Auto-renewable subscription", it: "Abbonamento con rinnovo automatico",
                es: "Suscripción de renovación automática", fr: "Abonnement à renouvellement automatique",
                bg: "Абонамент с автоматично подновяване")
        case .nonRenewable:
            phrase = Phrase(
                en: "Non-renewing subscription", it: "Abbonamento senza rinnovo automatico",
                es: "Suscripción sin renovación automática", fr: "Abonnement sans renouvellement automatique",
                bg: "Абонамент без автоматично подновяване")
        default:
            phrase = Phrase(
                en: "Other product", it: "Altro prodotto", es: "Otro producto", fr: "Autre produit", bg: "Друг продукт")
        }
        return phrase(language)
    }
}
