// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import StoreEngine
import StoreHost

extension ServerAPI {
    /// Extend a Subscription Renewal Date.
    func extend(_ id: String, _ body: Data) throws -> HTTPResponse {
        let terms = try ExtensionCommand.Terms(RequestFields(body))
        let index = try host.read { engine in
            let record = try engine.serverOriginal(id, malformed: .invalidOriginalTransactionId)
            guard let index = record.subscription, engine[index].original == record.index else {
                throw APIError.originalTransactionIdNotFound
            }
            guard !record.isFamilyShared else { throw APIError.familySharedSubscriptionExtensionIneligible }
            return index
        }
        guard case .extended(let date) = try perform(.extend(.one(subscription: index, terms))) else {
            throw APIError.generalInternal
        }
        let latest = host.read { $0.payload(of: $0[$0[index].latest], signedAt: $0.now) }
        return try Self.json(
            ExtendRenewalDateResponse(
                originalTransactionId: latest.originalTransactionId, webOrderLineItemId: latest.webOrderLineItemId,
                success: true, effectiveDate: date.date))
    }

    /// Extend Subscription Renewal Dates for All Active Subscribers; it is done before this answers.
    func extendAll(_ body: Data) throws -> HTTPResponse {
        let fields = try RequestFields(body)
        let terms = try ExtensionCommand.Terms(fields)
        let product = try fields.text("productId", or: .invalidProductId).required(or: .invalidProductId)
        try checkIsSubscription(product)
        let storefronts = try fields.list("storefrontCountryCodes", or: .invalidStorefrontCountryCode)
        guard storefronts?.isEmpty != true else { throw APIError.invalidEmptyStorefrontCountryCodeList }
        guard storefronts?.allSatisfy({ Storefront.named($0) != nil }) != false else {
            throw APIError.invalidStorefrontCountryCode
        }
        _ = try perform(.extend(.all(productID: product, storefronts: storefronts, terms)))
        return try Self.json(MassExtendRenewalDateResponse(requestIdentifier: terms.requestIdentifier))
    }

    /// Get Status of Subscription Renewal Date Extensions.
    func extensionStatus(product: String, request: String) throws -> HTTPResponse {
        guard request.count <= 128 else { throw APIError.invalidRequestIdentifier }
        try checkIsSubscription(product)
        guard let summary = host.read({ $0.extensions.summaries[request] }), summary.productID == product else {
            throw APIError.statusRequestNotFound
        }
        return try Self.json(
            MassExtendRenewalDateStatusResponse(
                requestIdentifier: request, complete: true, completeDate: summary.completedAt.date,
                succeededCount: Int64(summary.succeeded), failedCount: Int64(summary.failed)))
    }

    private func checkIsSubscription(_ product: String) throws(APIError) {
        let isOne = host.read { engine in
            guard let index = engine.catalogue.index(of: product), case .subscription = engine.catalogue[index] else {
                return false
            }
            return true
        }
        guard isOne else { throw .invalidProductId }
    }

    private func perform(_ command: Command) throws -> Outcome {
        do throws(Refusal) {
            return try host.perform(command)
        } catch {
            throw switch error.code {
            case .extensionIneligible: APIError.subscriptionExtensionIneligible
            case .extensionLimitReached: APIError.subscriptionMaxExtension
            case .familyShared: APIError.familySharedSubscriptionExtensionIneligible
            default: error
            }
        }
    }
}

extension ExtensionCommand.Terms {
    fileprivate init(_ fields: RequestFields) throws(APIError) {
        let days = try fields.number("extendByDays", or: .invalidExtendByDays).required(or: .invalidExtendByDays)
        guard (1...90).contains(days) else { throw .invalidExtendByDays }
        let reason: ExtendReasonCode = try fields.value("extendReasonCode", or: .invalidExtendReasonCode)
            .required(or: .invalidExtendReasonCode)
        let identifier = try fields.text("requestIdentifier", or: .invalidRequestIdentifier)
            .required(or: .invalidRequestIdentifier)
        guard (1...128).contains(identifier.count) else { throw .invalidRequestIdentifier }
        self.init(days: Int(days), reason: reason, requestIdentifier: identifier)
    }
}
