// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The keys Xcode writes, at any version.
///
/// Keys that only hand-written files have are left out, so that authors hear of
/// them.
enum KnownKeys {
    static let root: Set = [
        "appPolicies", "identifier", "nonRenewingSubscriptions", "products", "settings", "subscriptionBundleGroups",
        "subscriptionGroups", "subscriptionOffersKeyPair", "subscriptionSuiteGroups", "version",
    ]
    static let product: Set = [
        "displayPrice", "familyShareable", "internalID", "localizations", "productID", "referenceName", "type",
    ]
    static let localization: Set = ["description", "displayName", "locale"]
    static let group: Set = ["id", "localizations", "name", "subscriptions"]
    static let subscription = product.union([
        "adHocOffers", "billingPlans", "codeOffers", "groupNumber", "introductoryOffer", "introductoryOffers",
        "promotionalImageID", "recurringSubscriptionPeriod", "subscriptionGroupID", "winbackOffers",
    ])
    static let billingPlan: Set = [
        "billingPlanType", "commitmentDisplayPrice", "displayPrice", "internalID", "isEnabled",
    ]
    static let settings: Set = [
        "_applicationInternalID", "_askToBuyEnabled", "_billingGracePeriodEnabled", "_billingIssuesEnabled",
        "_compatibilityTimeRate", "_developerTeamID", "_disableDialogs", "_failTransactionsEnabled",
        "_lastSynchronizedDate", "_locale", "_renewalBillingIssuesEnabled", "_shouldSetupSyncOnLoad", "_storefront",
        "_storeKitError", "_storeKitErrors", "_timeRate",
    ]
    static let simulatedError: Set = ["current", "enabled", "name"]

    static func offer(_ kind: StoreKitConfiguration.Offer.Kind) -> Set<String> {
        let common: Set = [
            "billingPlanType", "displayPrice", "internalID", "numberOfPeriods", "paymentMode", "subscriptionPeriod",
        ]
        switch kind {
        case .introductory: return common
        case .promotional: return common.union(["offerID", "referenceName"])
        case .code: return common.union(["eligibility", "isStackable", "referenceName"])
        case .winBack: return common.union(["isEligible", "offerID", "referenceName"])
        }
    }
}
