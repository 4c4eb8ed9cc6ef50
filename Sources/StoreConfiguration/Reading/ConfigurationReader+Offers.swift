// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension ConfigurationReader {
    /// The array of 5.0 and later, or the single offer of earlier versions: 5.0 may have the same offer in both.
    mutating func introductoryOffers(
        _ node: JSONObject, of subscription: StoreKitConfiguration.Subscription
    ) -> [StoreKitConfiguration.Offer] {
        guard case .array = node["introductoryOffers"] else {
            if node["introductoryOffers"] != nil { _ = array(node, "introductoryOffers") }
            return object(node, "introductoryOffer")
                .flatMap { offer($0, .introductory, of: subscription) }
                .map { [$0] } ?? []
        }
        let inArray = objects(node, "introductoryOffers")
        if let single = object(node, "introductoryOffer") {
            let isRepeated = inArray.contains { $0["internalID"] == single["internalID"] }
            problems.add(
                isRepeated ? .note : .warning, .ignoredIntroductoryOffer, at: single.path,
                isRepeated
                    ? "The offer stands in introductoryOffers too and is read there"
                    : "Only the offers in introductoryOffers count, and this one is not among them",
                fix: isRepeated ? "Nothing needs to be done." : "Move it to introductoryOffers, or remove it.")
        }
        return inArray.compactMap { offer($0, .introductory, of: subscription) }
    }

    mutating func offers(
        _ node: JSONObject, _ key: String, _ kind: StoreKitConfiguration.Offer.Kind,
        of subscription: StoreKitConfiguration.Subscription
    ) -> [StoreKitConfiguration.Offer] {
        var offers: [StoreKitConfiguration.Offer] = []
        var ids: Set<String> = []
        let idKey = kind == .code ? "referenceName" : "offerID"
        for node in objects(node, key) {
            guard let offer = offer(node, kind, of: subscription) else { continue }
            guard let id = offer.id, !id.isEmpty else {
                problems.add(
                    .error, .missingOfferID, at: node.path(to: idKey),
                    "The offer has no \(idKey) to name it by, so it is left out",
                    fix: "Write one that no other offer of the subscription has.")
                continue
            }
            guard ids.insert(id).inserted else {
                problems.add(
                    .error, .duplicateOfferID, at: node.path(to: idKey),
                    "‘\(excerpt(id))’ names an offer before it, so this one is left out",
                    fix: "Give every offer of the subscription a name of its own.")
                continue
            }
            offers.append(offer)
        }
        return offers
    }

    private mutating func offer(
        _ node: JSONObject, _ kind: StoreKitConfiguration.Offer.Kind,
        of subscription: StoreKitConfiguration.Subscription
    ) -> StoreKitConfiguration.Offer? {
        reportUnknownKeys(in: node, known: KnownKeys.offer(kind))
        let word = string(node, "paymentMode")
        guard let mode = word.flatMap(StoreKitConfiguration.Offer.PaymentMode.init(rawValue:)) else {
            problems.add(
                .error, .unknownPaymentMode, at: node.path(to: "paymentMode"),
                word.map { "‘\(excerpt($0))’ is no way to pay for an offer, so the offer is left out" }
                    ?? "There is no payment mode, so the offer is left out",
                fix: "Write free, payAsYouGo or payUpFront.")
            return nil
        }
        guard let period = period(node, "subscriptionPeriod") else { return nil }
        let referenceName = string(node, "referenceName")
        var offer = StoreKitConfiguration.Offer(
            kind: kind, referenceName: referenceName, paymentMode: mode, period: period,
            periodCount: periodCount(node, mode: mode), price: offerPrice(node, mode: mode),
            billingPlanType: string(node, "billingPlanType").map(StoreKitConfiguration.BillingPlanType.init(rawValue:)))
        switch kind {
        case .introductory: break
        case .promotional, .winBack: offer.id = string(node, "offerID")
        case .code: offer.id = referenceName
        }
        offer.internalID = internalID(node, fallback: offer.id ?? "")
        if kind == .code {
            offer.eligibility = eligibility(node)
            offer.isStackable = bool(node, "isStackable") ?? false
        }
        if kind == .winBack { offer.isEligible = bool(node, "isEligible") ?? true }
        checkPeriod(of: offer, in: subscription, node)
        return offer
    }

    private mutating func offerPrice(
        _ node: JSONObject, mode: StoreKitConfiguration.Offer.PaymentMode
    ) -> StoreKitConfiguration.Price {
        guard mode == .freeTrial else { return price(node) }
        if node["displayPrice"] != nil {
            problems.add(
                .note, .ignoredPrice, at: node.path(to: "displayPrice"),
                "The offer is free, so its price does not count",
                fix: "Remove it, or change the payment mode.")
        }
        return .zero
    }

    private mutating func periodCount(
        _ node: JSONObject, mode: StoreKitConfiguration.Offer.PaymentMode
    ) -> Int {
        // Only what is paid as one goes needs a count; elsewhere Xcode leaves it out or writes 1.
        if node["numberOfPeriods"] == nil, mode != .payAsYouGo { return 1 }
        if let count = integer(node, "numberOfPeriods"), (1...999).contains(count) { return count }
        problems.add(
            .warning, .invalidPeriodCount, at: node.path(to: "numberOfPeriods"),
            "A number of periods from 1 to 999 is expected, and there is none; 1 is used",
            fix: "Write how many periods the offer lasts.")
        return 1
    }

    private mutating func eligibility(_ node: JSONObject) -> [StoreKitConfiguration.Offer.Eligibility] {
        let everybody: [StoreKitConfiguration.Offer.Eligibility] = [.new, .existing, .expired]
        let path = node.path(to: "eligibility")
        guard node["eligibility"] != nil else {
            missing(
                node, "eligibility", .warning, instead: "the code is for everybody",
                fix: "Write an array of new, existing and expired.")
            return everybody
        }
        var eligibility: [StoreKitConfiguration.Offer.Eligibility] = []
        var groups: Set<StoreKitConfiguration.Offer.Eligibility> = []
        for (index, element) in array(node, "eligibility").enumerated() {
            let group: StoreKitConfiguration.Offer.Eligibility? =
                if case .string(let word) = element { .init(rawValue: word) } else { nil }
            if group.map(everybody.contains) != true {
                problems.add(
                    .warning, .doubtfulEligibility, at: "\(path)[\(index)]",
                    "Customers are new, existing or expired, and this is none of them", fix: "Write one of the three.")
            }
            if let group, groups.insert(group).inserted { eligibility.append(group) }
        }
        if eligibility.isEmpty {
            problems.add(
                .warning, .doubtfulEligibility, at: path, "The code is for nobody",
                fix: "Write at least one of new, existing and expired.")
        }
        return eligibility
    }

    private mutating func checkPeriod(
        of offer: StoreKitConfiguration.Offer, in subscription: StoreKitConfiguration.Subscription, _ node: JSONObject
    ) {
        // A monthly billing plan is paid by the month whatever the subscription's period is.
        guard offer.paymentMode == .payAsYouGo, offer.period != subscription.period, offer.billingPlanType != .monthly
        else { return }
        problems.add(
            .warning, .offerPeriodMismatch, at: node.path(to: "subscriptionPeriod"),
            "An offer paid as one goes has its subscription's period, \(subscription.period.iso8601), and this one has "
                + offer.period.iso8601,
            fix: "Write \(subscription.period.iso8601), and the number of periods in numberOfPeriods.")
    }
}
