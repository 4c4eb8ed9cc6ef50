// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// What a key opens.
package struct AccessScope: OptionSet, Sendable, Hashable {
    package let rawValue: Int

    /// Creates a set of scopes from its bits.
    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Give in what the App Store signed, and learn what that customer is entitled to: for apps.
    package static let ingest = Self(rawValue: 1)
    /// See customers, events and figures.
    package static let read = Self(rawValue: 2)
    /// Link, grant, spend, sign and decide.
    package static let write = Self(rawValue: 4)
    /// Everything, with keys, webhooks and configuration.
    package static let admin = Self(rawValue: 8)

    /// Every scope with its name.
    package static let named: [(name: String, scope: AccessScope)] = [
        ("ingest", .ingest), ("read", .read), ("write", .write), ("admin", .admin),
    ]

    /// Reads names divided by commas; `nil` when one is not known or there is none.
    package init?(names: String) {
        var scopes: AccessScope = []
        for name in names.split(separator: ",") {
            guard let known = Self.named.first(where: { $0.name == name }) else { return nil }
            scopes.insert(known.scope)
        }
        guard !scopes.isEmpty else { return nil }
        self = scopes
    }

    /// The names, divided by commas.
    package var names: String {
        Self.named.filter { contains($0.scope) }.map(\.name).joined(separator: ",")
    }

    /// Whether a key with these scopes opens what needs a scope: an administrator's opens everything, and who may write
    /// may read.
    package func opens(_ needed: AccessScope) -> Bool {
        contains(.admin) || contains(needed) || (needed == .read && contains(.write))
    }
}
