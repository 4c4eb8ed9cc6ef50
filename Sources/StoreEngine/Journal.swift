// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
package import StoreConfiguration

/// Everything that was ever asked of a store, from which it can be made again.
///
/// Only commands that were carried out stand in it. A store made again from its journal and brought to the same moment
/// equals the one that never stopped.
package struct Journal: Codable, Sendable, Hashable {
    /// How the store began.
    package struct Opening: Codable, Sendable, Hashable {
        package var identity: AppIdentity
        package var settings: StoreSettings
        package var identifiers: IdentifierScheme
        package var seed: UInt64
        package var date: StoreInstant

        /// Creates an opening from all its parts.
        package init(
            identity: AppIdentity, settings: StoreSettings, identifiers: IdentifierScheme, seed: UInt64,
            date: StoreInstant
        ) {
            self.identity = identity
            self.settings = settings
            self.identifiers = identifiers
            self.seed = seed
            self.date = date
        }
    }

    /// A command and when it was carried out.
    package struct Entry: Codable, Sendable, Hashable {
        package var date: StoreInstant
        package var command: Command

        /// Creates an entry from its parts.
        package init(date: StoreInstant, command: Command) {
            self.date = date
            self.command = command
        }
    }

    package let opening: Opening
    package private(set) var entries: [Entry] = []

    /// Creates the journal of a store that has just been opened.
    package init(opening: Opening) {
        self.opening = opening
    }

    /// Notes a command that was carried out.
    package mutating func append(_ command: Command, at date: StoreInstant) {
        entries.append(Entry(date: date, command: command))
    }

    /// Makes the store again.
    ///
    /// - Parameters:
    ///   - configuration: The one that the store was opened with.
    ///   - emit: Gets all effects again, in order.
    /// - Throws: ``Refusal`` when a command is refused that was not then: the journal is of another configuration.
    package func replay(
        configuration: StoreKitConfiguration, emit: Engine.Emit = { _ in }
    ) throws(Refusal) -> Engine {
        var engine = Engine(catalogue: Catalogue(configuration), opening: opening)
        for entry in entries {
            _ = try engine.apply(entry.command, at: entry.date, emit: emit)
        }
        return engine
    }
}

extension Engine {
    /// Creates a store in which nobody has bought anything.
    package init(catalogue: Catalogue, opening: Journal.Opening) {
        self.init(
            catalogue: catalogue, identity: opening.identity, settings: opening.settings,
            identifiers: opening.identifiers, seed: opening.seed, startingAt: opening.date)
    }
}

extension Engine: Equatable {
    /// Whether two stores are in the same state: whatever is asked of them from now on, they answer alike.
    ///
    /// How the deadlines lie in their queue is not compared; the subscriptions know which of them count.
    package static func == (left: Self, right: Self) -> Bool {
        left.now == right.now && left.settings == right.settings && left.random == right.random
            && left.deadlines.nextSequence == right.deadlines.nextSequence && left.identity == right.identity
            && left.identifiers == right.identifiers && left.accounts == right.accounts
            && left.offerCodes == right.offerCodes && left.winBackRules == right.winBackRules
            && left.subscriptions == right.subscriptions && left.transactions.elementsEqual(right.transactions)
            && left.prices == right.prices && left.money == right.money && left.extensions == right.extensions
            && left.refundDesk == right.refundDesk && left.externalTokens == right.externalTokens
            && left.advancedCommerce == right.advancedCommerce && left.families == right.families
            && left.pendingPurchases == right.pendingPurchases
            && left.nextPendingPurchase == right.nextPendingPurchase
    }
}
