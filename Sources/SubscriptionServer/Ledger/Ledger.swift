// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// All lines of purchases of an app, in memory: the reducer that a database holds the rows of.
package struct Ledger: Sendable, Hashable {
    /// The lines by their identifier.
    package private(set) var lines: [PurchaseLine.ID: PurchaseLine] = [:]

    /// Begins with nothing.
    package init() {}

    /// Takes facts in and returns the lines that they told anything new of.
    ///
    /// Facts that do not say what they belong to are left out; the raw text they came in is kept elsewhere.
    @discardableResult
    package mutating func join(_ facts: SignedFacts) -> Set<PurchaseLine.ID> {
        var changed: Set<PurchaseLine.ID> = []
        for fact in facts.transactions {
            guard let id = PurchaseLine.ID(fact.payload) else { continue }
            if lines[id, default: PurchaseLine(id)].join(fact) { changed.insert(id) }
        }
        for fact in facts.renewalInfos {
            guard let id = PurchaseLine.ID(fact.payload) else { continue }
            if lines[id, default: PurchaseLine(id)].join(fact) { changed.insert(id) }
        }
        return changed
    }
}
