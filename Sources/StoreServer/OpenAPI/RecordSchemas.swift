// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The shapes of what the control API tells of, by name.
enum RecordSchemas {
    static let all: [String: Schema] = [
        "Failure": failure, "ServerFailure": serverFailure, "Clock": clock, "Settings": settings, "Product": product,
        "Account": account, "Transaction": transaction, "Subscription": subscription, "Pending": pending,
        "Happening": happening, "Notification": notification, "Snapshot": snapshot, "Store": store,
        "Faults": faults, "FaultRule": faultRule,
    ]

    private static let moment = Schema.integer("Milliseconds since 1970 UTC.")
    private static let price = Schema.integer("Thousandths of the currency's unit.")

    private static let failure = Schema.object([
        .required("code", .string("The kind of failure, for programs.")),
        .required("message", .string("What was found and what was expected.")),
        .required("fix", .string("What you can do now.")),
    ])
    private static let serverFailure = Schema.object([
        .required("errorCode", .integer("Apple's number of the error.")), .required("errorMessage", .string()),
    ])
    private static let clock = Schema.object([
        .required("now", moment), .required("time", .string("The same for people.")),
        .required("offsetMilliseconds", .integer("How far the store is ahead of the real time.")),
        .optional("happened", .array(.named("Happening"))), .optional("omitted", .integer()),
    ])
    private static let settings = Schema.object([
        .required("timeRate", .string("One of Xcode's time rates.")), .required("storefront", .string()),
        .required("billingRetryOnRenewal", .boolean("Whether every renewal fails to charge.")),
        .optional("gracePeriodDays", .integer()), .required("askToBuy", .boolean()),
        .required("interruptedPurchases", .boolean()), .required("simulatedErrors", .map(.string())),
    ])
    private static let product = Schema.object([
        .required("id", .string()), .required("type", .string()), .optional("displayName", .string()),
        .required("price", price), .required("isOnSale", .boolean()), .optional("subscriptionGroup", .string()),
        .optional("groupLevel", .integer("1 is the highest.")), .optional("period", .string("ISO 8601.")),
    ])
    private static let account = Schema.object([
        .required("account", .string()), .required("appTransactionId", .string()), .required("storefront", .string()),
        .required("openedAt", moment), .required("transactions", .integer()), .required("subscriptions", .integer()),
        .required("asksToBuy", .boolean()), .required("devices", .array(.string())), .optional("family", .string()),
    ])
    private static let transaction = Schema.object([
        .required("transactionId", .string()), .required("originalTransactionId", .string()),
        .optional("orderId", .string()), .required("account", .string()), .required("productId", .string()),
        .required("purchaseDate", moment),
        .optional("expiresDate", moment), .required("quantity", .integer()), .required("price", price),
        .required("storefront", .string()), .required("reason", .string()), .optional("revocationDate", moment),
        .required("isUpgraded", .boolean()), .required("isFinished", .boolean()),
    ])
    private static let subscription = Schema.object([
        .required("originalTransactionId", .string()), .required("latestTransactionId", .string()),
        .required("account", .string()), .required("subscriptionGroup", .string()), .required("productId", .string()),
        .required("state", .choice(["active", "gracePeriod", "billingRetry", "expired", "revoked"])),
        .optional("until", moment), .optional("since", moment), .required("autoRenews", .boolean()),
        .optional("renewsAs", .string()),
    ])
    private static let pending = Schema.object([
        .required("id", .string()), .required("account", .string()), .required("productId", .string()),
        .required("waitsFor", .choice(["approval", "customer"])), .required("since", moment),
    ])
    private static let happening = Schema.object([
        .required("kind", .string()), .required("date", moment), .optional("account", .string()),
        .optional("cause", .string()), .optional("state", .string()), .optional("productId", .string()),
        .optional("transactionId", .string()), .optional("notificationType", .string()),
        .optional("subtype", .string()),
    ])
    private static let notification = Schema.object([
        .required("number", .integer("Counts from 1.")), .required("payload", .any("The notification, decoded.")),
        .optional("transactionInfo", .any()), .optional("renewalInfo", .any()),
        .required(
            "attempts",
            .array(
                .object([
                    .required("target", .string()), .required("date", moment), .required("result", .string()),
                ]))),
    ])
    private static let faults = Schema.object([
        .required("seed", .integer()), .required("rules", .array(.named("FaultRule"))),
    ])
    private static let faultRule = Schema.object([
        .required("fault", .choice(Fault.allCases.map(\.rawValue))),
        .optional("milliseconds", .integer("Of store time; for delay and reorder.")),
        .optional("copies", .integer("For duplicate.")), .optional("target", .string("All when left out.")),
        .optional("types", .array(.string("Notification types; all when left out."))),
        .optional("share", .number("The part of the attempts it meets, 0 to 1.")),
        .optional("times", .integer("How many attempts it meets at each target.")),
    ])
    private static let snapshot = Schema.object([
        .required("name", .string()), .required("date", moment), .required("transactions", .integer()),
    ])
    private static let store = Schema.object([
        .required("bundleId", .string()), .required("environment", .string()), .required("clock", .named("Clock")),
        .required("settings", .named("Settings")), .required("counts", .map(.integer())),
    ])
}
