// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension UserFacingError.Kind {
    /// The error of this kind in a language.
    func error(in language: Language) -> UserFacingError {
        UserFacingError(kind: self, message: phrase(language), isShown: self != .cancelled, retry: retry)
    }

    var retry: UserFacingError.Retry {
        switch self {
        case .networkError, .storeUnavailable, .deliveryFailed: .automatic
        case .cancelled, .paymentFailed, .verificationFailed, .unknown: .byCustomer
        default: .no
        }
    }

    private var phrase: Phrase {
        switch self {
        case .cancelled: Self.cancelledPhrase
        case .networkError: Self.networkPhrase
        case .storeUnavailable: Self.storePhrase
        case .paymentFailed: Self.paymentPhrase
        case .notAuthorized: Self.authorizationPhrase
        case .productNotAvailable: Self.productPhrase
        case .notAvailableInStorefront: Self.storefrontPhrase
        case .invalidQuantity: Self.quantityPhrase
        case .ineligibleForOffer: Self.eligibilityPhrase
        case .invalidOffer: Self.offerPhrase
        case .verificationFailed: Self.verificationPhrase
        case .deliveryFailed: Self.deliveryPhrase
        case .unsupported: Self.unsupportedPhrase
        default: Self.unknownPhrase
        }
    }

    private static let cancelledPhrase = Phrase(
        en: "You cancelled the purchase.", it: "Hai annullato l’acquisto.", es: "Has cancelado la compra.",
        fr: "Vous avez annulé l’achat.", bg: "Отказахте покупката.")
    private static let networkPhrase = Phrase(
        en: "No connection. Check your internet connection and try again.",
        it: "Connessione assente. Controlla la connessione a internet e riprova.",
        es: "No hay conexión. Comprueba tu conexión a internet e inténtalo de nuevo.",
        fr: "Connexion impossible. Vérifiez votre connexion internet et réessayez.",
        bg: "Няма връзка. Проверете интернет връзката си и опитайте отново.")
    private static let storePhrase = Phrase(
        en: "The App Store isn’t responding. Try again in a little while.",
        it: "L’App Store non risponde. Riprova tra poco.",
        es: "El App Store no responde. Inténtalo de nuevo dentro de un momento.",
        fr: "L’App Store ne répond pas. Réessayez dans un instant.",
        bg: "App Store не отговаря. Опитайте отново след малко.")
    private static let paymentPhrase = Phrase(
        en: "The payment didn’t go through. Check your payment details.",
        it: "Il pagamento non è andato a buon fine. Controlla i dati di pagamento.",
        es: "No se ha podido realizar el pago. Revisa tus datos de pago.",
        fr: "Le paiement a échoué. Vérifiez vos informations de paiement.",
        bg: "Плащането не беше успешно. Проверете данните си за плащане.")
    private static let authorizationPhrase = Phrase(
        en: "In-app purchases aren’t allowed on this device.",
        it: "Gli acquisti in-app non sono consentiti su questo dispositivo.",
        es: "Las compras integradas no están permitidas en este dispositivo.",
        fr: "Les achats intégrés ne sont pas autorisés sur cet appareil.",
        bg: "Покупките в приложението не са разрешени на това устройство.")
    private static let productPhrase = Phrase(
        en: "This product isn’t available right now.", it: "Questo prodotto non è disponibile al momento.",
        es: "Este producto no está disponible en este momento.", fr: "Ce produit n’est pas disponible actuellement.",
        bg: "Този продукт не се предлага в момента.")
    private static let storefrontPhrase = Phrase(
        en: "This product isn’t available in your country or region.",
        it: "Questo prodotto non è disponibile nel tuo Paese o nella tua regione.",
        es: "Este producto no está disponible en tu país o región.",
        fr: "Ce produit n’est pas disponible dans votre pays ou région.",
        bg: "Този продукт не се предлага във вашата държава или регион.")
    private static let quantityPhrase = Phrase(
        en: "You can’t buy that many at once.", it: "Non puoi acquistarne così tanti in una volta.",
        es: "No puedes comprar tantos a la vez.", fr: "Vous ne pouvez pas en acheter autant à la fois.",
        bg: "Не можете да купите толкова наведнъж.")
    private static let eligibilityPhrase = Phrase(
        en: "This offer isn’t available for your account.", it: "Questa offerta non è disponibile per il tuo account.",
        es: "Esta oferta no está disponible para tu cuenta.",
        fr: "Cette offre n’est pas disponible pour votre compte.",
        bg: "Тази оферта не е достъпна за вашия акаунт.")
    private static let offerPhrase = Phrase(
        en: "This offer can’t be used right now.", it: "Questa offerta non può essere utilizzata al momento.",
        es: "Esta oferta no se puede usar en este momento.", fr: "Cette offre n’est pas utilisable actuellement.",
        bg: "Тази оферта не може да бъде използвана в момента.")
    private static let verificationPhrase = Phrase(
        en: "The purchase couldn’t be verified. Try restoring your purchases.",
        it: "Non è stato possibile verificare l’acquisto. Prova a ripristinare gli acquisti.",
        es: "No se ha podido verificar la compra. Prueba a restaurar tus compras.",
        fr: "L’achat n’a pas pu être vérifié. Essayez de restaurer vos achats.",
        bg: "Покупката не можа да бъде потвърдена. Опитайте да възстановите покупките си.")
    private static let deliveryPhrase = Phrase(
        en: "Your payment went through. Your purchase will be ready shortly.",
        it: "Il pagamento è andato a buon fine. Il tuo acquisto sarà disponibile a breve.",
        es: "El pago se ha realizado. Tu compra estará disponible en breve.",
        fr: "Votre paiement a été accepté. Votre achat sera disponible sous peu.",
        bg: "Плащането е успешно. Покупката ви ще бъде достъпна след малко.")
    private static let unsupportedPhrase = Phrase(
        en: "This isn’t possible on this device.", it: "Operazione non possibile su questo dispositivo.",
        es: "Esto no es posible en este dispositivo.", fr: "Cette opération est impossible sur cet appareil.",
        bg: "Това не е възможно на това устройство.")
    private static let unknownPhrase = Phrase(
        en: "Something went wrong. Try again.", it: "Si è verificato un errore. Riprova.",
        es: "Se ha producido un error. Inténtalo de nuevo.", fr: "Une erreur s’est produite. Réessayez.",
        bg: "Възникна грешка. Опитайте отново.")
}
