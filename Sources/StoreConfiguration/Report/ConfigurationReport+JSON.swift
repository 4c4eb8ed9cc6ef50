// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension ConfigurationReport {
    /// The listing for programs: one JSON object, with a newline at the end.
    package var json: String {
        var writer = JSONWriter()
        writer.write(jsonValue)
        writer.write("\n")
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private var jsonValue: JSONValue {
        Self.object([
            ("version", .string(configuration.version.description)),
            ("identifier", Self.text(configuration.identifier)),
            ("storefront", .string(storefront)),
            ("currency", Self.text(currency)),
            ("locale", Self.text(configuration.settings.locale)),
            ("offersKeyID", Self.text(configuration.offersKeyPair?.id)),
            ("products", .array(configuration.products.map { Self.object(members($0)) })),
            (
                "nonRenewingSubscriptions",
                .array(configuration.nonRenewingSubscriptions.map { Self.object(members($0)) })
            ),
            ("subscriptionGroups", .array(configuration.subscriptionGroups.map(value))),
            (
                "changedSettings",
                .array(
                    changedSettings.map {
                        Self.object([("key", .string($0.key)), ("value", $0.value), ("words", .string($0.words))])
                    })
            ),
            ("problems", .array(document.problems.map(value))),
        ])
    }

    private func members(_ product: StoreKitConfiguration.Product) -> [(String, JSONValue)] {
        [
            ("productID", .string(product.id)),
            ("type", .string(product.type.rawValue)),
            ("price", .string(product.price.description)),
            ("displayName", .string(displayName(product.localizations))),
            ("familyShareable", .bool(product.isFamilyShareable)),
        ]
    }

    private func value(_ group: StoreKitConfiguration.SubscriptionGroup) -> JSONValue {
        let subscriptions = group.subscriptions.map { subscription in
            Self.object(
                members(subscription.product) + [
                    ("level", .number("\(subscription.groupNumber)")),
                    ("period", .string(subscription.period.iso8601)),
                    ("offers", .array(subscription.offers.map(value))),
                    ("billingPlans", .array(subscription.billingPlans.map(value))),
                ])
        }
        return Self.object([
            ("id", .string(group.id)), ("name", .string(group.name)), ("subscriptions", .array(subscriptions)),
        ])
    }

    private func value(_ offer: StoreKitConfiguration.Offer) -> JSONValue {
        Self.object([
            ("kind", .string(offer.kind.rawValue)),
            ("id", Self.text(offer.id)),
            ("paymentMode", .string(offer.paymentMode.rawValue)),
            ("price", .string(offer.price.description)),
            ("period", .string(offer.period.iso8601)),
            ("periodCount", .number("\(offer.periodCount)")),
            ("words", .string(words(offer))),
        ])
    }

    private func value(_ plan: StoreKitConfiguration.BillingPlan) -> JSONValue {
        Self.object([
            ("type", .string(plan.type.rawValue)),
            ("price", .string(plan.price.description)),
            ("commitmentPrice", .string(plan.commitmentPrice.description)),
            ("isEnabled", .bool(plan.isEnabled)),
        ])
    }

    private func value(_ problem: ConfigurationProblem) -> JSONValue {
        Self.object([
            ("severity", .string(problem.severity.rawValue)), ("path", .string(problem.path)),
            ("code", .string(problem.code.rawValue)), ("message", .string(problem.message)),
            ("fix", .string(problem.fix)),
        ])
    }

    private static func object(_ members: [(String, JSONValue)]) -> JSONValue {
        .object(members.map { JSONValue.Member(key: $0.0, value: $0.1) })
    }

    private static func text(_ text: String?) -> JSONValue {
        text.map(JSONValue.string) ?? .null
    }
}
