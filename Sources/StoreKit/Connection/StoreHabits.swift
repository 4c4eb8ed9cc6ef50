// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The awkward habits of Apple's systems that a test can switch on; by default a store has none.
///
/// Each was seen on a real system and differs between them. Lags count the app's looks at its purchases, in store time
/// and never on the clock: as many reads as a lag says still answer as before. A range draws each lag anew, always the
/// same ones for the same ``seed``.
public struct StoreHabits: Hashable, Sendable {
    /// How many reads do not list a new transaction in `currentEntitlements` although it has been handed out.
    ///
    /// macOS takes up to a second.
    public var listingLag: ClosedRange<Int> = 0...0
    /// Whether `Transaction.updates` also tells of auto-renewable subscriptions bought on this device, as on macOS.
    public var announcesOwnPurchases = false
    /// How many reads find a subscription expired, and not listed, that has just renewed.
    public var renewalGap: ClosedRange<Int> = 0...0
    /// Whether buying a subscription again that is over hands back its last transaction and buys nothing, as on iOS.
    public var lapsedPurchaseReturnsOld = false
    /// Whether reads in a cancelled task find nothing, rather than the truth.
    public var cancelledReadsAreEmpty = false
    /// Whether the first answer about an introductory offer is given for ever.
    public var stickyEligibility = false
    /// Whether a purchase that was made is reported as cancelled, and arrives on `Transaction.updates` all the same.
    public var reportsPurchasesCancelled = false
    /// Decides the lengths that are drawn from ranges.
    public var seed: UInt64 = 0

    /// Creates habits of a store that has none.
    public init() {}

    var haveLags: Bool { listingLag.upperBound > 0 || renewalGap.upperBound > 0 }
}

/// What of a store's habits is under way on one connection.
struct HabitCourse: Sendable {
    /// How many reads each transaction is not listed for.
    private var unlisted: [UInt64: Int] = [:]
    /// How many reads a renewed subscription seems over for, by original transaction, and what it was before.
    private var gaps: [UInt64: (reads: Int, previous: UInt64)] = [:]
    private var random: UInt64?
    /// The first answers about introductory offers, by group.
    var eligibility: [String: Bool] = [:]

    /// Takes note of what an answer brought.
    mutating func begin(_ habits: StoreHabits, before: ClientLedger, after: ClientLedger) {
        guard before.cursor != nil else { return }
        for (id, fact) in after.facts where before.facts[id] == nil {
            let transaction = fact.signed.unsafePayloadValue
            let lag = draw(habits.listingLag, habits.seed)
            if lag > 0 { unlisted[id] = lag }
            guard transaction.reason == .renewal, let previous = before.newest[transaction.originalID] else { continue }
            let gap = draw(habits.renewalGap, habits.seed)
            if gap > 0 { gaps[transaction.originalID] = (gap, previous.id) }
        }
    }

    /// The ledger as one read finds it, which takes one step.
    mutating func read(_ ledger: ClientLedger) -> ClientLedger {
        guard !unlisted.isEmpty || !gaps.isEmpty else { return ledger }
        var ledger = ledger
        ledger.unlisted = Set(unlisted.keys)
        ledger.gaps = gaps.mapValues(\.previous)
        unlisted = unlisted.compactMapValues { $0 > 1 ? $0 - 1 : nil }
        gaps = gaps.compactMapValues { $0.reads > 1 ? ($0.reads - 1, $0.previous) : nil }
        return ledger
    }

    /// SplitMix64, so that a seed draws the same lengths everywhere.
    private mutating func draw(_ range: ClosedRange<Int>, _ seed: UInt64) -> Int {
        guard range.lowerBound < range.upperBound else { return max(0, range.lowerBound) }
        let state = (random ?? seed) &+ 0x9E37_79B9_7F4A_7C15
        random = state
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        return max(0, range.lowerBound + Int(mixed % UInt64(range.count)))
    }
}
