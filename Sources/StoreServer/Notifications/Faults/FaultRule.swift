// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// One fault, and which attempts it meets.
package struct FaultRule: Codable, Sendable, Hashable {
    /// What goes wrong.
    package var fault: Fault
    /// The length of a delay, or of the window to reorder in, in milliseconds of the store's time.
    package var milliseconds: Int64?
    /// How often a duplicate comes besides; once when `nil`.
    package var copies: Int?
    /// The target it is for, as it was given; `nil` means each.
    package var target: String?
    /// The notification types it is for, as they stand in notifications; `nil` means all.
    package var types: [String]?
    /// The part of the attempts it meets, 0 to 1; all when `nil`.
    package var share: Double?
    /// How many attempts it meets at each target before it wears off; `nil` means that it lasts.
    package var times: Int?

    /// Creates a rule that meets every attempt.
    package init(_ fault: Fault) {
        self.fault = fault
    }

    /// What is wrong with the rule, as a sentence without its full stop; `nil` when it can be used.
    package var problem: String? {
        if fault == .delay || fault == .reorder {
            guard let milliseconds, (1...31_536_000_000).contains(milliseconds) else {
                return "\(fault.rawValue) needs milliseconds, 1 to those of a year"
            }
        } else if milliseconds != nil {
            return "milliseconds go with delay and reorder, not with \(fault.rawValue)"
        }
        if let copies {
            guard fault == .duplicate else { return "copies go with duplicate, not with \(fault.rawValue)" }
            guard (1...100).contains(copies) else { return "copies are 1 to 100, not \(copies)" }
        }
        if let share, !(0...1).contains(share) { return "share is 0 to 1, not \(share)" }
        if let times, times < 1 { return "times is 1 or more, not \(times)" }
        return nil
    }
}

/// The faults of a store, and the seed that decides where chance has a say.
package struct FaultPlan: Codable, Sendable, Hashable {
    /// Decides which attempts a rule with a share meets, how far they are moved and what is replayed.
    package var seed: UInt64
    /// Applied in their order, each to every attempt it is for.
    package var rules: [FaultRule]

    /// Creates a plan; without rules nothing goes wrong.
    package init(seed: UInt64 = 0, rules: [FaultRule] = []) {
        self.seed = seed
        self.rules = rules
    }
}
