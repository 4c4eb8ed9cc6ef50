// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
public import Foundation

extension Transaction {
    /// The customer's download of the app, one for each account and app; empty when the store does not say.
    public var appTransactionID: String { source.payload.appTransactionId ?? "" }

    /// The refunded part in percent: 100 is everything.
    public var revocationPercentage: Decimal? {
        source.payload.revocationPercentage.map { Decimal(milliunits: Int64($0)) }
    }

    /// ``revocationType`` as signed data spells it.
    public var revocationTypeStringRepresentation: String? { revocationType?.rawValue }

    /// The original transaction of the subscription that this one was migrated from.
    public var previousOriginalTransactionID: UInt64? {
        source.payload.previousOriginalTransactionId.flatMap { UInt64($0) }
    }
}

// What Apple replaced by richer types and keeps for older code.
extension Transaction {
    /// The kind of ``offer``.
    @available(iOS, deprecated: 17.2, message: "Use the offer property instead")
    public var offerType: OfferType? { offer?.type }

    /// The identifier of ``offer``.
    @available(iOS, deprecated: 17.2, message: "Use the offer property instead")
    public var offerID: String? { offer?.id }

    /// How ``offer`` is paid for, as signed data spells it.
    @available(iOS, deprecated: 17.2, message: "Use the offer property instead")
    public var offerPaymentModeStringRepresentation: String? { offer?.paymentMode?.rawValue }

    /// The length of one period of ``offer``, ISO 8601.
    @available(iOS, deprecated: 18.4, message: "Use the offer property instead")
    public var offerPeriodStringRepresentation: String? { source.payload.offerPeriod }

    /// ``environment`` as signed data spells it.
    @available(iOS, deprecated: 16.0, message: "Use the environment property instead")
    public var environmentStringRepresentation: String { environment.rawValue }

    /// ``reason`` as signed data spells it.
    @available(iOS, deprecated: 17.0, message: "Use the reason property instead")
    public var reasonStringRepresentation: String { reason.rawValue }

    /// The country or region of ``storefront``, ISO 3166-1 alpha-3.
    @available(iOS, deprecated: 17.0, message: "Use the storefront property instead")
    public var storefrontCountryCode: String { storefront.countryCode }

    /// ``currency`` as ISO 4217.
    @available(iOS, deprecated: 16.0, message: "Use the currency property instead")
    public var currencyCode: String? { source.payload.currency }
}
