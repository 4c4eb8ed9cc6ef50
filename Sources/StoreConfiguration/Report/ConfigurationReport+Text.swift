// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension ConfigurationReport {
    /// A listing for people, lines joined by newlines, with a newline at the end.
    package var text: String {
        var lines: [String] = heading
        lines += section("Products", configuration.products.map(cells))
        lines += section("Non-renewing subscriptions", configuration.nonRenewingSubscriptions.map(cells))
        for group in configuration.subscriptionGroups { lines += self.lines(group) }
        let settings = changedSettings
        if !settings.isEmpty {
            lines += ["", "Settings that differ from the defaults"] + settings.map { "  \($0.words)" }
        }
        lines += problemLines
        return lines.map(Self.printable).joined(separator: "\n") + "\n"
    }

    private var heading: [String] {
        let identifier = configuration.identifier.map { ", identifier \($0)" } ?? ""
        let currency = self.currency.map { " (\($0))" } ?? " (currency not known)"
        let locale = configuration.settings.locale.map { ", locale \($0)" } ?? ""
        var lines = [
            "StoreKit configuration, version \(configuration.version)\(identifier)",
            "Storefront \(storefront)\(currency)\(locale)",
        ]
        if let keyPair = configuration.offersKeyPair { lines.append("Promotional offers are signed with \(keyPair)") }
        return lines
    }

    private func cells(_ product: StoreKitConfiguration.Product) -> [String] {
        let type =
            switch product.type {
            case .consumable: "consumable"
            case .nonConsumable: "non-consumable"
            case .nonRenewingSubscription: "non-renewing"
            case .autoRenewableSubscription: "auto-renewable"
            }
        return [product.id, type, words(product.price), displayName(product), family(product)]
    }

    private func displayName(_ product: StoreKitConfiguration.Product) -> String {
        let name = displayName(product.localizations)
        return name.isEmpty ? "(no display name)" : name
    }

    private func family(_ product: StoreKitConfiguration.Product) -> String {
        product.isFamilyShareable ? "family sharing" : ""
    }

    private func section(_ title: String, _ rows: [[String]]) -> [String] {
        guard !rows.isEmpty else { return [] }
        return ["", title] + Self.columns(rows).map { "  \($0)" }
    }

    private func lines(_ group: StoreKitConfiguration.SubscriptionGroup) -> [String] {
        let name = displayName(group.localizations)
        let shown = name.isEmpty || name == group.name ? "" : ", shown as ‘\(name)’"
        var lines = ["", "Subscription group \(group.name) (\(group.id))\(shown)"]
        if group.subscriptions.isEmpty { lines.append("  no subscriptions") }
        // Higher levels first, and in the order of the file inside a level.
        let subscriptions = group.subscriptions.enumerated()
            .sorted { ($0.element.groupNumber, $0.offset) < ($1.element.groupNumber, $1.offset) }
            .map(\.element)
        let rows = subscriptions.map { subscription in
            let product = subscription.product
            return [
                product.id, "level \(subscription.groupNumber)",
                "\(words(product.price)) \(every(subscription.period))",
                displayName(product), family(product),
            ]
        }
        for (subscription, row) in zip(subscriptions, Self.columns(rows)) {
            lines.append("  \(row)")
            lines += subscription.offers.map { "    \(words($0))" }
            lines += subscription.billingPlans.map { "    \(words($0))" }
        }
        return lines
    }

    private var problemLines: [String] {
        let problems = document.problems
        guard !problems.isEmpty else { return ["", "No problems"] }
        let counts = ConfigurationProblem.Severity.allCases.reversed().compactMap { severity -> String? in
            let count = problems.count { $0.severity == severity }
            return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
        }
        return ["", "Problems: \(counts.joined(separator: ", "))"]
            + problems.flatMap { ["  \($0.severity.rawValue) \($0.path)", "    \($0.message). \($0.fix)"] }
    }

    /// Rows with their cells padded to the widest of each column.
    private static func columns(_ rows: [[String]]) -> [String] {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let padded = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            let line = padded.joined(separator: "  ")
            return String(
                line.prefix(line.lastIndex { $0 != " " }.map { line.distance(from: line.startIndex, to: $0) + 1 } ?? 0))
        }
    }

    /// Shows characters that would steer a terminal as their numbers: texts come from a file that anybody may have made.
    private static func printable(_ line: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in line.unicodeScalars {
            let isBidirectionalControl =
                (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator:
                result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
            case .format where isBidirectionalControl:
                result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
            default:
                result.append(scalar)
            }
        }
        return String(result)
    }
}
