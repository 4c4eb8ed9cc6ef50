// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PurchaseKit
import StoreKit
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct PurchaseErrorHandlerTests {
    struct Strange: Error {}

    typealias Kind = UserFacingError.Kind
    typealias Case = (error: any Error, kind: Kind, isShown: Bool, retry: UserFacingError.Retry)

    static let cases: [Case] = [
        (StoreKitError.unknown, .storeUnavailable, true, .automatic),
        (StoreKitError.userCancelled, .cancelled, false, .byCustomer),
        (StoreKitError.networkError(URLError(.notConnectedToInternet)), .networkError, true, .automatic),
        (StoreKitError.networkError(URLError(.cancelled)), .cancelled, false, .byCustomer),
        (StoreKitError.systemError(Strange()), .storeUnavailable, true, .automatic),
        (StoreKitError.systemError(URLError(.timedOut)), .networkError, true, .automatic),
        (StoreKitError.systemError(CancellationError()), .cancelled, false, .byCustomer),
        (StoreKitError.notAvailableInStorefront, .notAvailableInStorefront, true, .no),
        (StoreKitError.notEntitled, .notAuthorized, true, .no),
        (StoreKitError.unsupported, .unsupported, true, .no),
        (Product.PurchaseError.invalidQuantity, .invalidQuantity, true, .no),
        (Product.PurchaseError.productUnavailable, .productNotAvailable, true, .no),
        (Product.PurchaseError.purchaseNotAllowed, .notAuthorized, true, .no),
        (Product.PurchaseError.ineligibleForOffer, .ineligibleForOffer, true, .no),
        (Product.PurchaseError.invalidOfferIdentifier, .invalidOffer, true, .no),
        (Product.PurchaseError.invalidOfferPrice, .invalidOffer, true, .no),
        (Product.PurchaseError.invalidOfferSignature, .invalidOffer, true, .no),
        (Product.PurchaseError.missingOfferParameters, .invalidOffer, true, .no),
        (
            VerificationResult<StoreKit.Transaction>.VerificationError.invalidSignature, .verificationFailed, true,
            .byCustomer
        ),
        (
            VerificationResult<Product.SubscriptionInfo.RenewalInfo>.VerificationError.revokedCertificate,
            .verificationFailed, true, .byCustomer
        ),
        (VerificationResult<AppTransaction>.VerificationError.invalidEncoding, .verificationFailed, true, .byCustomer),
        (URLError(.timedOut), .networkError, true, .automatic),
        (URLError(.cannotFindHost), .networkError, true, .automatic),
        (CancellationError(), .cancelled, false, .byCustomer),
        (Strange(), .unknown, true, .byCustomer),
    ]

    @Test("Every error has a kind, and it is known whether to show it and whether to try again")
    func kinds() {
        for (error, kind, isShown, retry) in Self.cases {
            let read = PurchaseErrorHandler.handle(error)
            #expect(read.kind == kind, "\(error)")
            #expect(read.isShown == isShown, "\(error)")
            #expect(read.retry == retry, "\(error)")
        }
    }

    @Test("Every error that is shown says something of its own in every language", arguments: Language.allCases)
    func texts(language: Language) {
        let handler = PurchaseErrorHandler(language: language)
        let kinds = Set(Self.cases.map(\.kind))
        let texts = Set(Self.cases.map { handler.handle($0.error).message })
        #expect(texts.count == kinds.count)
        #expect(texts.allSatisfy { !$0.isEmpty && !$0.contains("%") })
    }

    @Test("The same error is worded in the language that was asked for")
    func languages() {
        let error = StoreKitError.networkError(URLError(.notConnectedToInternet))
        let texts = Language.allCases.map { PurchaseErrorHandler(language: $0).handle(error).message }
        #expect(Set(texts).count == Language.allCases.count)
        #expect(texts[1] == "Connessione assente. Controlla la connessione a internet e riprova.")
        #expect(texts[4].hasPrefix("Няма връзка"))
    }

    @Test("What was read once is not read again")
    func twice() {
        let read = PurchaseErrorHandler(language: .french).handle(Strange())
        #expect(PurchaseErrorHandler(language: .english).handle(read) == read)
    }
}
