// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Which products, or whole subscription groups, back which entitlement.
///
/// The app asks for entitlements, never for products: a new plan is then a line here and nothing else. Any one of the
/// products is enough.
public struct EntitlementMap: Hashable, Sendable, Codable {
    /// An entitlement and what backs it.
    public struct Entry: Hashable, Sendable, Codable {
        /// Products of any kind that can be kept: subscriptions, lifetime purchases, passes.
        public var products: Set<String>
        /// Subscription groups, whose plans all count, also those to come.
        public var groups: Set<String>
        /// Whether what a family member shares counts.
        public var acceptsFamilySharing: Bool

        /// Creates an entry.
        public init(products: Set<String> = [], groups: Set<String> = [], acceptsFamilySharing: Bool = true) {
            self.products = products
            self.groups = groups
            self.acceptsFamilySharing = acceptsFamilySharing
        }

        /// Reads an entry; what is left out is empty or the default.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            products = try container.decodeIfPresent(Set<String>.self, forKey: .products) ?? []
            groups = try container.decodeIfPresent(Set<String>.self, forKey: .groups) ?? []
            acceptsFamilySharing = try container.decodeIfPresent(Bool.self, forKey: .acceptsFamilySharing) ?? true
        }
    }

    /// Entitlements by their identifiers.
    public var entries: [String: Entry]
    /// How long subscriptions last that do not renew, by product; one without a length counts for ever, as in StoreKit.
    public var passes: [String: PassLength]

    /// Creates a map.
    public init(_ entries: [String: Entry], passes: [String: PassLength] = [:]) {
        self.entries = entries
        self.passes = passes
    }

    private enum CodingKeys: String, CodingKey {
        case entries = "entitlements"
        case passes
    }

    /// Reads a map; passes may be left out.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        entries = try container.decode([String: Entry].self, forKey: .entries)
        passes = try container.decodeIfPresent([String: PassLength].self, forKey: .passes) ?? [:]
    }

    /// Reads a map from JSON such as `{"entitlements": {"plus": {"products": ["plus.monthly"]}}, "passes": {"season": "P3M"}}`.
    ///
    /// - Throws: `DecodingError`.
    public init(json: Data) throws {
        self = try JSONDecoder().decode(Self.self, from: json)
    }
}

extension EntitlementMap: ExpressibleByDictionaryLiteral {
    /// Creates a map of entitlements to the products that back them.
    public init(dictionaryLiteral elements: (String, Set<String>)...) {
        self.init(
            elements.reduce(into: [:]) { entries, element in
                entries[element.0, default: Entry()].products.formUnion(element.1)
            })
    }
}

/// How long a subscription lasts that does not renew: an ISO 8601 duration of one unit, such as `P3M`.
public struct PassLength: Hashable, Sendable, Codable {
    let component: Calendar.Component
    let count: Int

    /// Reads a duration of days, weeks, months or years; `nil` for anything else.
    public init?(_ iso8601: String) {
        guard iso8601.first == "P", let last = iso8601.last, let count = Int(iso8601.dropFirst().dropLast()), count > 0
        else { return nil }
        switch last {
        case "D": component = .day
        case "W": component = .weekOfYear
        case "M": component = .month
        case "Y": component = .year
        default: return nil
        }
        self.count = count
    }

    /// Reads a duration.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let length = Self(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\"\(text)\" is not a length such as P7D, P2W, P3M or P1Y")
        }
        self = length
    }

    /// Writes the duration.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        let unit =
            switch component {
            case .day: "D"
            case .weekOfYear: "W"
            case .month: "M"
            default: "Y"
            }
        try container.encode("P\(count)\(unit)")
    }

    /// The end of so many of them, one after the other, counted in the Gregorian calendar and UTC.
    func end(from start: Date, times: Int) -> Date {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar.date(byAdding: component, value: count * times, to: start) ?? .distantFuture
    }
}
