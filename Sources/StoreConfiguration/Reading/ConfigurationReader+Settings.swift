// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ConfigurationReader {
    /// The raw values of StoreKitTest's time rates.
    private static func isKnownTimeRate(_ rate: Int) -> Bool {
        (0...6).contains(rate) || (10...15).contains(rate) || (1000...1004).contains(rate)
    }

    /// In the year 2317; calendars need not be able to name every later date.
    private static let latestSynchronization = 1e10

    mutating func settings(_ root: JSONObject) -> StoreKitConfiguration.Settings {
        guard let node = object(root, "settings") else {
            if root["settings"] == nil {
                missing(root, "settings", .note, instead: "defaults are used", fix: "Xcode writes an object.")
            }
            return StoreKitConfiguration.Settings()
        }
        reportUnknownKeys(in: node, known: KnownKeys.settings)
        return StoreKitConfiguration.Settings(
            applicationInternalID: string(node, "_applicationInternalID"),
            developerTeamID: string(node, "_developerTeamID"),
            lastSynchronizedDate: lastSynchronizedDate(node),
            storefront: storefront(node),
            locale: string(node, "_locale"),
            timeRate: timeRate(node),
            compatibilityTimeRates: compatibilityTimeRates(node),
            failTransactionsEnabled: bool(node, "_failTransactionsEnabled") ?? false,
            storeKitError: integer(node, "_storeKitError"),
            storeKitErrors: simulatedErrors(node),
            askToBuyEnabled: bool(node, "_askToBuyEnabled") ?? false,
            disableDialogs: bool(node, "_disableDialogs") ?? false,
            billingGracePeriodEnabled: bool(node, "_billingGracePeriodEnabled") ?? false,
            interruptedPurchasesEnabled: bool(node, "_billingIssuesEnabled") ?? false,
            billingRetryOnRenewalEnabled: bool(node, "_renewalBillingIssuesEnabled") ?? false)
    }

    /// Seconds since 2001; 0 stands for never in files written by hand.
    private mutating func lastSynchronizedDate(_ node: JSONObject) -> Date? {
        let key = "_lastSynchronizedDate"
        guard let value = node[key] else { return nil }
        guard case .number(let literal) = value, let seconds = Double(literal),
            (0...Self.latestSynchronization).contains(seconds)
        else {
            problems.add(
                .warning, .wrongType, at: node.path(to: key),
                "Expected seconds since 2001 as a number, found something else; it is ignored",
                fix: "Let Xcode synchronize the file again.")
            return nil
        }
        return seconds == 0 ? nil : Date(timeIntervalSinceReferenceDate: seconds)
    }

    private mutating func storefront(_ node: JSONObject) -> String? {
        guard let storefront = string(node, "_storefront") else { return nil }
        let isCode =
            storefront.utf8.count == 3
            && storefront.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        if !isCode {
            problems.add(
                .warning, .invalidStorefront, at: node.path(to: "_storefront"),
                "‘\(excerpt(storefront))’ is not a country's code of three capital letters",
                fix: "Write one such as \"USA\" or \"ITA\".")
        }
        return storefront
    }

    private mutating func timeRate(_ node: JSONObject) -> Int {
        guard let rate = integer(node, "_timeRate") else { return 0 }
        if !Self.isKnownTimeRate(rate) {
            problems.add(
                .warning, .unknownTimeRate, at: node.path(to: "_timeRate"),
                "\(rate) is none of the time rates StoreKitTest has",
                fix: "Write 0 for real time, or choose one in Xcode.")
        }
        return rate
    }

    /// An object by major version; a bare number stands for the one version Xcode writes, 3.
    private mutating func compatibilityTimeRates(_ node: JSONObject) -> [Int: Int] {
        let key = "_compatibilityTimeRate"
        if case .number(let literal) = node[key], let rate = Int(literal) { return [3: rate] }
        guard let rates = object(node, key) else { return [:] }
        var result: [Int: Int] = [:]
        for member in rates.members {
            guard let version = Int(member.key), case .number(let literal) = member.value, let rate = Int(literal)
            else {
                problems.add(
                    .warning, .wrongType, at: rates.path(to: member.key),
                    "Expected a major version with a rate, both whole numbers; it is ignored",
                    fix: "Write an entry such as \"3\" : 6.")
                continue
            }
            if result[version] == nil { result[version] = rate }
        }
        return result
    }

    private mutating func simulatedErrors(_ node: JSONObject) -> [StoreKitConfiguration.SimulatedError] {
        var errors: [StoreKitConfiguration.SimulatedError] = []
        for error in objects(node, "_storeKitErrors") {
            reportUnknownKeys(in: error, known: KnownKeys.simulatedError)
            guard let name = string(error, "name"), !name.isEmpty else {
                missing(
                    error, "name", .warning, instead: "the error is left out", fix: "Write one such as \"Purchase\".")
                continue
            }
            errors.append(
                StoreKitConfiguration.SimulatedError(
                    name: name, isEnabled: bool(error, "enabled") ?? false, selection: selection(error)))
        }
        return errors
    }

    private mutating func selection(
        _ error: JSONObject
    ) -> StoreKitConfiguration.SimulatedError.Selection? {
        guard let node = object(error, "current") else { return nil }
        reportUnknownKeys(in: node, known: ["index", "type"])
        guard let type = string(node, "type"), let index = integer(node, "index") else {
            problems.add(
                .warning, .missingValue, at: node.path,
                "A chosen error is a type and an index, and this is not; it is ignored",
                fix: "Choose the error in Xcode again.")
            return nil
        }
        return StoreKitConfiguration.SimulatedError.Selection(type: type, index: index)
    }
}
