// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation

/// A subscription as the API shows it.
struct SubscriptionView: Encodable, Sendable {
    var originalTransactionId: String
    var environment: String
    var productId: String?
    var subscriptionGroupIdentifier: String?
    /// As StoreKit calls it: see ``Status/apiName``.
    var status: String
    var isEntitled: Bool
    var periodEnd: StoreInstant?
    /// In a grace period its end, else that of the period.
    var accessEnd: StoreInstant?
    var gracePeriodEnd: StoreInstant?
    var willRenew: Bool?
    var renewsInto: String?
    var expirationIntent: Int32?
    var ownership: String?
    var offerType: Int32?
    var revocationDate: StoreInstant?
    /// Whether its latest transaction is yet to be fetched from the App Store.
    var isTransactionMissing: Bool

    init?(_ line: PurchaseLine, at now: StoreInstant) {
        guard let standing = line.standing(at: now), line.isSubscription else { return nil }
        let renewalInfo = line.renewalInfo?.payload
        let latest = line.latest
        originalTransactionId = line.id.originalTransactionID
        environment = line.id.environment
        productId = standing.productID
        subscriptionGroupIdentifier = latest?.subscriptionGroupIdentifier
        status = standing.status.apiName
        isEntitled = standing.status.isEntitled
        periodEnd = standing.periodEnd
        accessEnd = standing.accessEnd
        gracePeriodEnd = renewalInfo?.gracePeriodExpiresDate.map { StoreInstant($0) }
        willRenew = standing.willRenew
        renewsInto = standing.renewsInto
        expirationIntent = renewalInfo?.rawExpirationIntent
        ownership = latest?.rawInAppOwnershipType
        offerType = latest?.rawOfferType
        revocationDate = latest?.revocationDate.map { StoreInstant($0) }
        isTransactionMissing = standing.isTransactionMissing
    }

    static let schema = JSONSchema.object(
        [
            "originalTransactionId": .string, "environment": .string, "productId": .string,
            "subscriptionGroupIdentifier": .string,
            "status": .oneOf(Status.allAPINames),
            "isEntitled": .boolean, "periodEnd": .date, "accessEnd": .date, "gracePeriodEnd": .date,
            "willRenew": .boolean, "renewsInto": .string, "expirationIntent": .integer, "ownership": .string,
            "offerType": .integer, "revocationDate": .date, "isTransactionMissing": .boolean,
        ], required: ["originalTransactionId", "environment", "status", "isEntitled", "isTransactionMissing"])
}

extension Status {
    /// The state as StoreKit names it on the device, so that an app and its server use one word.
    var apiName: String {
        switch self {
        case .active: "active"
        case .expired: "expired"
        case .billingRetry: "inBillingRetryPeriod"
        case .billingGracePeriod: "inGracePeriod"
        case .revoked: "revoked"
        }
    }

    static let allAPINames = ["active", "expired", "inBillingRetryPeriod", "inGracePeriod", "revoked"]
}

extension PurchaseLine {
    /// Whether it renews by itself: only then is there a renewal info.
    var isSubscription: Bool {
        renewalInfo != nil || latest?.type == .autoRenewableSubscription
    }
}

/// A customer as the API shows one.
struct CustomerView: Encodable, Sendable {
    struct Key: Encodable, Sendable {
        var kind: String
        var value: String
    }

    var id: String
    var app: String
    var environment: String
    var created: StoreInstant
    var keys: [Key]
    var entitlements: [Entitlement]
    var subscriptions: [SubscriptionView]
    var grants: [GrantView]
    /// Whether the App Store may be told how purchases were used; `nil` when nobody recorded that.
    var consumptionConsent: Bool?

    static let schema = JSONSchema.object(
        [
            "id": .string, "app": .string, "environment": .string, "created": .date,
            "keys": .array(.object(["kind": .string, "value": .string])), "entitlements": .array(Entitlement.schema),
            "subscriptions": .array(SubscriptionView.schema), "grants": .array(GrantView.schema),
            "consumptionConsent": .boolean,
        ],
        required: ["id", "app", "environment", "created", "keys", "entitlements", "subscriptions", "grants"])
}

/// A grant as the API shows it.
struct GrantView: Encodable, Sendable {
    var id: String
    var entitlement: String
    var reason: String
    var environment: String
    var granted: StoreInstant
    var expires: StoreInstant?
    var ended: StoreInstant?

    init(_ grant: Grant) {
        id = String(grant.number)
        entitlement = grant.entitlement
        reason = grant.reason
        environment = grant.environment
        granted = grant.granted
        expires = grant.expires
        ended = grant.ended
    }

    static let schema = JSONSchema.object(
        [
            "id": .string, "entitlement": .string, "reason": .string, "environment": .string, "granted": .date,
            "expires": .date, "ended": .date,
        ], required: ["id", "entitlement", "reason", "environment", "granted"])
}

/// Something that happened to a customer, or that somebody did about one.
struct TimelineEntry: Encodable, Sendable {
    var date: StoreInstant
    var kind: String
    var detail: String?
    var transactionId: String?
    var productId: String?
    var environment: String?

    static let schema = JSONSchema.object(
        [
            "date": .date, "kind": .string, "detail": .string, "transactionId": .string, "productId": .string,
            "environment": .string,
        ], required: ["date", "kind"])
}
