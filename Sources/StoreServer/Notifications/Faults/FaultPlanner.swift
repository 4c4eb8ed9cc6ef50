// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreEngine

/// Decides what becomes of each attempt at one target: attempts go in, postings come out.
///
/// The same plan, target and attempts always give the same postings.
struct FaultPlanner: Sendable, Hashable {
    private let rules: [FaultRule]
    /// How often each rule has met an attempt.
    private var uses: [Int]
    private var random: SeededGenerator
    /// How often each fault has hit an attempt.
    var counts: [Fault: Int] = [:]

    /// Creates the planner of one target.
    init(_ plan: FaultPlan, target: String) {
        rules = plan.rules.filter { $0.target == nil || $0.target == target }
        uses = rules.map { _ in 0 }
        // FNV-1a, so that two targets do not suffer alike.
        let hash = target.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
        random = SeededGenerator(seed: plan.seed ^ hash)
    }

    /// What is posted for an attempt, and when; the first posting is the attempt itself.
    mutating func postings(for attempt: Posting, of type: String) -> [Posting] {
        var posting = attempt
        var copies = 0
        var replays: [Int] = []
        for (place, rule) in rules.enumerated() where meets(place, rule, type) {
            // Before the first notification there is none to replay.
            if rule.fault != .replay || attempt.number > 1 { counts[rule.fault, default: 0] += 1 }
            switch rule.fault {
            case .drop: posting.journey = .lost
            case .cutConnection: posting.journey = .cut
            case .delay: posting.due = posting.due + (rule.milliseconds ?? 0)
            case .reorder: posting.due = posting.due + Int64.random(in: 0...(rule.milliseconds ?? 0), using: &random)
            case .duplicate: copies += rule.copies ?? 1
            case .replay: if attempt.number > 1 { replays.append(Int.random(in: 1..<attempt.number, using: &random)) }
            case .wrongSignature, .expiredCertificate, .unknownType, .unknownFields, .missingRenewalInfo:
                posting.forgeries.insert(rule.fault)
            }
        }
        var copy = posting
        copy.attempt = nil
        return [posting] + Array(repeating: copy, count: copies)
            + replays.map { Posting(number: $0, due: posting.due, attempt: nil) }
    }

    private mutating func meets(_ place: Int, _ rule: FaultRule, _ type: String) -> Bool {
        if let types = rule.types, !types.contains(type) { return false }
        if let times = rule.times, uses[place] >= times { return false }
        // Drawn also where the answer is certain, so that a share that changes changes nothing else.
        let draw = Double(random.next() >> 11) / Double(1 << 53 as UInt64)
        guard draw < rule.share ?? 1 else { return false }
        uses[place] += 1
        return true
    }
}

/// One request that is to be made.
struct Posting: Sendable, Hashable {
    /// What becomes of it on the way.
    enum Journey: Sendable, Hashable {
        case arrives
        case lost
        case cut
    }

    /// The number of the notification.
    let number: Int
    /// When, in the store's time.
    var due: StoreInstant
    /// How many attempts there were before this one; `nil` for duplicates and replays, which are not tried again.
    var attempt: Int?
    var journey = Journey.arrives
    var forgeries: Set<Fault> = []
}
