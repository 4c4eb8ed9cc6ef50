// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// What a paywall says.
enum PaywallPhrases {
    static let buy = Phrase(en: "Buy", it: "Acquista", es: "Comprar", fr: "Acheter", bg: "Купете")
    static let subscribe = Phrase(
        en: "Subscribe", it: "Abbonati", es: "Suscribirse", fr: "S’abonner", bg: "Абонирайте се")
    static let tryForFree = Phrase(
        en: "Try for free", it: "Prova gratis", es: "Probar gratis", fr: "Essayer gratuitement",
        bg: "Опитайте безплатно")
    static let change = Phrase(
        en: "Switch to this plan", it: "Passa a questo piano", es: "Cambiar a este plan",
        fr: "Passer à cette formule", bg: "Преминете към този план")
    static let owned = Phrase(en: "Yours", it: "Già tuo", es: "Ya es tuyo", fr: "Déjà à vous", bg: "Вече е ваше")
    static let next = Phrase(
        en: "Your next plan", it: "Il tuo prossimo piano", es: "Tu próximo plan", fr: "Votre prochaine formule",
        bg: "Следващият ви план")
    static let nextFrom = Phrase(
        en: "Your plan from %@", it: "Il tuo piano dal %@", es: "Tu plan a partir del %@",
        fr: "Votre formule à partir du %@", bg: "Вашият план от %@")
    static let waiting = Phrase(
        en: "Waiting for approval", it: "In attesa di approvazione", es: "Pendiente de aprobación",
        fr: "En attente d’approbation", bg: "Изчаква одобрение")
    static let bestValue = Phrase(
        en: "Best value", it: "Il più conveniente", es: "El mejor precio", fr: "Le plus avantageux",
        bg: "Най-изгодно")
    static let restore = Phrase(
        en: "Restore Purchases", it: "Ripristina acquisti", es: "Restaurar compras", fr: "Restaurer les achats",
        bg: "Възстановяване на покупките")
    static let terms = Phrase(
        en: "Subscriptions renew automatically until you cancel. You can cancel at any time in your App Store account.",
        it: "Gli abbonamenti si rinnovano automaticamente finché non li annulli. Puoi annullarli in qualsiasi momento "
            + "dal tuo account App Store.",
        es: "Las suscripciones se renuevan automáticamente hasta que las canceles. Puedes cancelarlas cuando quieras "
            + "desde tu cuenta del App Store.",
        fr: "Les abonnements se renouvellent automatiquement jusqu’à leur résiliation. Vous pouvez les résilier à tout "
            + "moment depuis votre compte App Store.",
        bg: "Абонаментите се подновяват автоматично, докато не ги откажете. Можете да ги откажете по всяко време от "
            + "профила си в App Store.")
}
