// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What is known of the customer's rights while the store cannot be reached.
public enum OfflineAnswer: Hashable, Sendable {
    /// What the store signed gives these rights; it was last asked at the date.
    case known([Grant], asOf: Date)
    /// Nothing can be said: neither that the customer has something nor that they have nothing.
    case unknown(OfflineProblem)
}

/// Why nothing can be said.
public enum OfflineProblem: String, Hashable, Sendable {
    /// Nothing was ever kept.
    case nothingKept
    /// What was kept cannot be read, or was changed.
    case damaged
    /// What was kept is signed by nobody who is trusted, or for another app or device.
    case unverified
    /// The store was not asked for longer than the policy allows.
    case tooOld
    /// The clock was set back, and the policy does not put up with it.
    case clockSetBack
}
