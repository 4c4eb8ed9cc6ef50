// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension ConfigurationReader {
    mutating func subscriptionGroups(_ root: JSONObject) -> [StoreKitConfiguration.SubscriptionGroup] {
        if root["subscriptionGroups"] == nil {
            missing(root, "subscriptionGroups", .note, instead: "there are none", fix: "Xcode writes an empty array.")
        }
        var groups: [StoreKitConfiguration.SubscriptionGroup] = []
        var positions: [String: Int] = [:]
        for (index, node) in objects(root, "subscriptionGroups").enumerated() {
            let group = subscriptionGroup(node, number: index + 1)
            guard let position = positions[group.id] else {
                positions[group.id] = groups.count
                groups.append(group)
                continue
            }
            problems.add(
                .error, .duplicateGroupID, at: node.path(to: "id"),
                "‘\(excerpt(group.id))’ is the identifier of a group before it; the two are read as one group",
                fix: "Give every group an identifier of its own.")
            groups[position].subscriptions += group.subscriptions
        }
        return groups
    }

    private mutating func subscriptionGroup(
        _ node: JSONObject, number: Int
    ) -> StoreKitConfiguration.SubscriptionGroup {
        reportUnknownKeys(in: node, known: KnownKeys.group)
        let name = string(node, "name") ?? ""
        let id: String
        if let given = string(node, "id"), !given.isEmpty {
            id = given
        } else {
            id = "group-\(number)"
            missing(
                node, "id", .warning, instead: "‘\(id)’ is used",
                fix: "Write the group identifier the app compares with.")
        }
        var group = StoreKitConfiguration.SubscriptionGroup(id: id, name: name, localizations: localizations(node))
        for subscription in objects(node, "subscriptions") {
            reportUnknownKeys(in: subscription, known: KnownKeys.subscription)
            guard let subscription = self.subscription(subscription, groupID: id) else { continue }
            group.subscriptions.append(subscription)
        }
        return group
    }

    private mutating func subscription(_ node: JSONObject, groupID: String) -> StoreKitConfiguration.Subscription? {
        let type = StoreKitConfiguration.ProductType.autoRenewableSubscription
        if let word = string(node, "type") {
            guard word == type.rawValue else {
                unknownType(node, word: word, expected: type.rawValue)
                return nil
            }
        } else {
            missing(node, "type", .warning, instead: "\(type.rawValue) is used", fix: "Write \(type.rawValue).")
        }
        guard let period = period(node, "recurringSubscriptionPeriod"), let product = product(node, type: type) else {
            return nil
        }
        if !Self.soldPeriods.contains(period.iso8601) {
            problems.add(
                .warning, .unusualPeriod, at: node.path(to: "recurringSubscriptionPeriod"),
                "The App Store sells no subscription for \(period); the store here does",
                fix: "Write P1W, P1M, P2M, P3M, P6M or P1Y.")
        }
        if let named = string(node, "subscriptionGroupID"), named != groupID {
            problems.add(
                .warning, .groupMismatch, at: node.path(to: "subscriptionGroupID"),
                "The subscription names the group ‘\(excerpt(named))’ and stands in ‘\(excerpt(groupID))’, which counts",
                fix: "Write the identifier of the group it stands in.")
        }
        var subscription = StoreKitConfiguration.Subscription(
            product: product, groupID: groupID, groupNumber: groupNumber(node), period: period)
        subscription.introductoryOffers = introductoryOffers(node, of: subscription)
        subscription.promotionalOffers = offers(node, "adHocOffers", .promotional, of: subscription)
        subscription.codeOffers = offers(node, "codeOffers", .code, of: subscription)
        subscription.winBackOffers = offers(node, "winbackOffers", .winBack, of: subscription)
        subscription.billingPlans = billingPlans(node)
        return subscription
    }

    /// The durations that App Store Connect offers, a week also as Xcode may spell it.
    private static let soldPeriods: Set = ["P1W", "P7D", "P1M", "P2M", "P3M", "P6M", "P1Y"]

    private mutating func groupNumber(_ node: JSONObject) -> Int {
        guard node["groupNumber"] != nil else {
            missing(node, "groupNumber", .warning, instead: "level 1 is used", fix: "Write 1 for the highest level.")
            return 1
        }
        guard let number = integer(node, "groupNumber"), number >= 1 else {
            problems.add(
                .warning, .invalidGroupNumber, at: node.path(to: "groupNumber"),
                "A level is a whole number from 1 on, and this is none; level 1 is used",
                fix: "Write 1 for the highest level, 2 for the next.")
            return 1
        }
        return number
    }

    private mutating func billingPlans(_ node: JSONObject) -> [StoreKitConfiguration.BillingPlan] {
        var plans: [StoreKitConfiguration.BillingPlan] = []
        for plan in objects(node, "billingPlans") {
            reportUnknownKeys(in: plan, known: KnownKeys.billingPlan)
            guard let type = string(plan, "billingPlanType"), !type.isEmpty else {
                missing(
                    plan, "billingPlanType", .error, instead: "the billing plan is left out",
                    fix: "Write BILLED_UPFRONT or MONTHLY.")
                continue
            }
            let price = price(plan)
            plans.append(
                StoreKitConfiguration.BillingPlan(
                    type: .init(rawValue: type), internalID: internalID(plan, fallback: ""), price: price,
                    commitmentPrice: plan["commitmentDisplayPrice"] == nil
                        ? price : self.price(plan, "commitmentDisplayPrice"),
                    isEnabled: bool(plan, "isEnabled") ?? true))
        }
        return plans
    }
}
