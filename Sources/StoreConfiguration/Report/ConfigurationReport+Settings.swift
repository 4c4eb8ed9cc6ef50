// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ConfigurationReport {
    /// A setting that is not at its default.
    struct ChangedSetting {
        /// The key of the file format.
        let key: String
        let value: JSONValue
        let words: String
    }

    var changedSettings: [ChangedSetting] {
        let settings = configuration.settings
        var changed: [ChangedSetting] = []
        func add(_ key: String, _ value: JSONValue?, _ words: String) {
            guard let value else { return }
            changed.append(ChangedSetting(key: key, value: value, words: words))
        }
        func add(_ key: String, _ isOn: Bool, _ words: String) {
            if isOn { add(key, .bool(true), words) }
        }
        if let app = settings.applicationInternalID {
            add("_applicationInternalID", .string(app), "Synchronized with App Store Connect, app \(app)")
        }
        if let team = settings.developerTeamID {
            add("_developerTeamID", .string(team), "Team \(team)")
        }
        if let date = settings.lastSynchronizedDate {
            let seconds = "\(date.timeIntervalSinceReferenceDate)"
            add("_lastSynchronizedDate", .number(seconds), "Last synchronized \(date.formatted(.iso8601))")
        }
        if settings.timeRate != 0 {
            let words = "Time rate \(settings.timeRate): \(Self.words(timeRate: settings.timeRate))"
            add("_timeRate", .number("\(settings.timeRate)"), words)
        }
        add("_failTransactionsEnabled", settings.failTransactionsEnabled, "Every purchase fails")
        if let error = settings.storeKitError, error != 0 {
            add("_storeKitError", .number("\(error)"), "Failing purchases have the StoreKit 1 error \(error)")
        }
        for error in settings.storeKitErrors where error.isEnabled {
            let selection = error.selection.map { "\($0.type) \($0.index)" } ?? "no error chosen"
            add("_storeKitErrors", .string(error.name), "Simulated error for \(error.name): \(selection)")
        }
        add("_askToBuyEnabled", settings.askToBuyEnabled, "Ask to Buy: purchases wait for approval")
        add("_disableDialogs", settings.disableDialogs, "No dialogs: purchases go through without asking")
        add("_billingGracePeriodEnabled", settings.billingGracePeriodEnabled, "Billing grace period is on")
        add("_billingIssuesEnabled", settings.interruptedPurchasesEnabled, "Purchases are interrupted")
        add("_renewalBillingIssuesEnabled", settings.billingRetryOnRenewalEnabled, "Renewals enter billing retry")
        return changed
    }

    private static func words(timeRate: Int) -> String {
        switch timeRate {
        case 1: "one hour is one day"
        case 2: "thirty minutes are one day"
        case 3: "five minutes are one day"
        case 4: "one minute is one day"
        case 5: "thirty seconds are one day"
        case 6: "one second is one day"
        case 10: "monthly renewal every hour"
        case 11: "monthly renewal every thirty minutes"
        case 12: "monthly renewal every fifteen minutes"
        case 13: "monthly renewal every five minutes"
        case 14: "monthly renewal every minute"
        case 15: "monthly renewal every thirty seconds"
        case 1000: "every renewal after fifteen minutes"
        case 1001: "every renewal after five minutes"
        case 1002: "every renewal after one minute"
        case 1003: "every renewal after thirty seconds"
        case 1004: "every renewal after two seconds"
        default: "not known"
        }
    }
}
