// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// How far what was kept is believed while the store cannot be reached.
public struct OfflinePolicy: Hashable, Sendable {
    /// What a clock means that shows an earlier time than it has shown before.
    public enum ClockSetBack: Hashable, Sendable {
        /// The latest time ever seen counts instead: setting the clock back wins nothing, and costs nothing.
        case useLatestSeen
        /// Nothing is known until the store has been asked.
        case distrust
    }

    /// How long after the store was last asked the kept facts are believed.
    public var longestAbsence: Duration
    /// How long after its end a subscription that was going to renew is believed to have renewed.
    public var renewalLeeway: Duration
    /// What a clock means that was set back.
    public var clockSetBack: ClockSetBack

    /// Creates a policy.
    ///
    /// The defaults believe kept facts for 30 days and a renewal for three.
    public init(
        longestAbsence: Duration = .seconds(30 * 86_400), renewalLeeway: Duration = .seconds(3 * 86_400),
        clockSetBack: ClockSetBack = .useLatestSeen
    ) {
        self.longestAbsence = longestAbsence
        self.renewalLeeway = renewalLeeway
        self.clockSetBack = clockSetBack
    }
}
