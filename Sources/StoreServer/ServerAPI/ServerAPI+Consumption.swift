// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import StoreConfiguration
import StoreEngine
import StoreHost

extension ServerAPI {
    /// Send Consumption Information, the present version.
    func takeConsumption(_ id: String, _ body: Data) throws -> HTTPResponse {
        let type = try consumedProduct(id)
        guard let fields = try? RequestFields(body) else { return .empty(400) }
        guard try fields.flag("customerConsented", or: .invalidCustomerConsented) == true else {
            throw APIError.invalidCustomerConsented
        }
        _ = try fields.flag("sampleContentProvided", or: .invalidSampleContentProvided)
            .required(or: .invalidSampleContentProvided)
        let status: DeliveryStatus = try fields.value("deliveryStatus", or: .invalidDeliveryStatus)
            .required(or: .invalidDeliveryStatus)
        let preference: RefundPreference? = try fields.value("refundPreference", or: .invalidRefundPreference)
        if let part = try fields.number("consumptionPercentage", or: .consumptionPercentageOutOfRange) {
            guard (0...100_000).contains(part) else { throw APIError.consumptionPercentageOutOfRange }
            guard type != .autoRenewableSubscription else {
                throw APIError.consumptionPercentageAutoRenewableSubscription
            }
            guard part == 0 || status == .delivered else { throw APIError.undeliveredConsumptionPercentageNonZero }
        }
        routes.log("consumption of \(id): \(status.rawValue), prefers \(preference?.rawValue ?? "nothing")")
        return .empty(202)
    }

    /// Send Consumption Information, the former version: for consumables and auto-renewable subscriptions.
    func takeConsumptionV1(_ id: String, _ body: Data) throws -> HTTPResponse {
        let type = try consumedProduct(id)
        guard type == .consumable || type == .autoRenewableSubscription else {
            throw APIError.invalidTransactionTypeNotSupported
        }
        guard let fields = try? RequestFields(body) else { return .empty(400) }
        guard try fields.flag("customerConsented", or: .invalidCustomerConsented) == true else {
            throw APIError.invalidCustomerConsented
        }
        _ = try fields.flag("sampleContentProvided", or: .invalidSampleContentProvided)
            .required(or: .invalidSampleContentProvided)
        let token = try fields.text("appAccountToken", or: .invalidAppAccountToken) ?? ""
        guard token.isEmpty || UUID(uuidString: token) != nil else { throw APIError.invalidAppAccountToken }
        try fields.require(AccountTenure.self, "accountTenure", or: .invalidAccountTenure)
        try fields.require(ConsumptionStatus.self, "consumptionStatus", or: .invalidConsumptionStatus)
        try fields.require(DeliveryStatusV1.self, "deliveryStatus", or: .invalidDeliveryStatus)
        try fields.require(
            LifetimeDollarsPurchased.self, "lifetimeDollarsPurchased", or: .invalidLifetimeDollarsPurchased)
        try fields.require(
            LifetimeDollarsRefunded.self, "lifetimeDollarsRefunded", or: .invalidLifetimeDollarsRefunded)
        try fields.require(Platform.self, "platform", or: .invalidPlatform)
        try fields.require(PlayTime.self, "playTime", or: .invalidPlayTime)
        try fields.require(UserStatus.self, "userStatus", or: .invalidUserStatus)
        let _: RefundPreferenceV1? = try fields.value("refundPreference", or: .invalidRefundPreference)
        routes.log("consumption of \(id), version 1")
        return .empty(202)
    }

    /// The type of what is said to be consumed, which the customer must have bought rather than got by sharing.
    private func consumedProduct(_ id: String) throws -> StoreConfiguration.StoreKitConfiguration.ProductType {
        try host.read { engine in
            let record = try engine.serverTransaction(id)
            guard !record.isFamilyShared else { throw APIError.familyTransactionNotSupported }
            return engine.catalogue[record.product].product.type
        }
    }
}

extension RequestFields {
    fileprivate func require<Value: RawRepresentable<Int32>>(
        _ type: Value.Type, _ name: String, or error: APIError
    ) throws(APIError) {
        let value: Value? = try value(name, or: error)
        guard value != nil else { throw error }
    }
}
