// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import HTTPService
import StoreConfiguration
import StoreEngine

/// Which of a customer's transactions a server asks for.
///
/// Values of one name are alternatives, names narrow one another.
struct HistoryQuery: Codable, Hashable, Sendable {
    /// The two generations of the endpoint.
    enum Version: String, Codable, Sendable {
        /// Leaves out consumables that are finished, unless they were taken back.
        case v1
        case v2
    }

    var version: Version
    /// Purchased at this time or later, in milliseconds.
    var startDate: Int64?
    /// Purchased before this time, in milliseconds.
    var endDate: Int64?
    var productIDs: [String]
    var productTypes: [TransactionHistoryRequest.ProductType]
    var groups: [String]
    var ownership: InAppOwnershipType?
    var revoked: Bool?
    /// The former spelling of `revoked=false`.
    var excludesRevoked: Bool
    var sort: TransactionHistoryRequest.Order

    /// Reads a query; unknown names are ignored, and of a name that may stand once the first value counts.
    init(_ query: HTTPQuery, version: Version) throws(APIError) {
        self.version = version
        startDate = try Self.date(query.first("startDate"), or: .invalidStartDate)
        endDate = try Self.date(query.first("endDate"), or: .invalidEndDate)
        if let startDate, let endDate, endDate < startDate { throw .invalidEndDate }
        productIDs = try Self.names(query["productId"], or: .invalidProductId)
        productTypes = try Self.values(query["productType"], or: .invalidProductType)
        groups = try Self.names(query["subscriptionGroupIdentifier"], or: .invalidSubscriptionGroupIdentifier)
        ownership = try Self.value(query.first("inAppOwnershipType"), or: .invalidInAppOwnershipType)
        revoked = try Self.bool(query.first("revoked"), or: .invalidRevoked)
        excludesRevoked = try Self.bool(query.first("excludeRevoked"), or: .invalidExcludeRevoked) ?? false
        sort = try Self.value(query.first("sort"), or: .invalidSort) ?? .ascending
    }

    /// Whether a transaction is asked for.
    func includes(_ record: TransactionRecord, in engine: Engine) -> Bool {
        let item = engine.catalogue[record.product]
        if let startDate, record.purchaseDate.milliseconds < startDate { return false }
        if let endDate, record.purchaseDate.milliseconds >= endDate { return false }
        if !productIDs.isEmpty, !productIDs.contains(item.product.id) { return false }
        if !productTypes.isEmpty, !productTypes.contains(Self.type(of: item)) { return false }
        if !groups.isEmpty {
            guard case .subscription(let subscription) = item, groups.contains(subscription.groupID) else {
                return false
            }
        }
        if let ownership, (ownership == .familyShared) != record.isFamilyShared { return false }
        let isRevoked = record.revocation != nil
        if let revoked, revoked != isRevoked { return false }
        if excludesRevoked, isRevoked { return false }
        if version == .v1, record.isFinished, !isRevoked, Self.type(of: item) == .consumable { return false }
        return true
    }

    private static func type(of item: Catalogue.Item) -> TransactionHistoryRequest.ProductType {
        switch item.product.type {
        case .consumable: .consumable
        case .nonConsumable: .nonConsumable
        case .nonRenewingSubscription: .nonRenewable
        case .autoRenewableSubscription: .autoRenewable
        }
    }

    // MARK: - Reading values

    private static func date(_ text: String?, or error: APIError) throws(APIError) -> Int64? {
        guard let text else { return nil }
        guard let milliseconds = Int64(text), milliseconds >= 0 else { throw error }
        return milliseconds
    }

    /// True and false; Apple's Python client capitalises them.
    private static func bool(_ text: String?, or error: APIError) throws(APIError) -> Bool? {
        switch text {
        case nil: nil
        case "true", "True": true
        case "false", "False": false
        default: throw error
        }
    }

    private static func names(_ texts: [String], or error: APIError) throws(APIError) -> [String] {
        guard !texts.contains("") else { throw error }
        return texts.sorted()
    }

    private static func value<Value: RawRepresentable<String>>(
        _ text: String?, or error: APIError
    ) throws(APIError) -> Value? {
        guard let text else { return nil }
        guard let value = Value(rawValue: text) else { throw error }
        return value
    }

    private static func values<Value: RawRepresentable<String>>(
        _ texts: [String], or error: APIError
    ) throws(APIError) -> [Value] {
        var values: [Value] = []
        for text in texts.sorted() {
            guard let value = Value(rawValue: text) else { throw error }
            values.append(value)
        }
        return values
    }
}
