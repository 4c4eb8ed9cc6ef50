// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import StoreEngine
import StoreKit

// What stands between the failures that tests name and those that the store is told of.

/// A failure that the store knows by a name.
protocol NamedFailure: SKTestFailure {
    /// `nil` when this part of StoreKit does not fail in the way that the name says.
    init?(_ name: SimulatedError)

    var name: SimulatedError { get }
    /// What StoreKit throws.
    var error: any Error { get }
}

extension NamedFailure {
    static func areEqual(_ one: Self, _ other: Self) -> Bool {
        one.name == other.name && one.detail == other.detail
    }

    /// What tells two errors of one name apart.
    private var detail: String? {
        switch error {
        case StoreKitError.networkError(let error): "\(error.errorCode)"
        case StoreKitError.systemError(let error): String(reflecting: error)
        default: nil
        }
    }
}

/// A part that fails with errors of StoreKit and nothing else.
protocol GenericFailure: NamedFailure {
    static func generic(_ error: StoreKitError) -> Self

    var storeKitError: StoreKitError { get }
}

extension GenericFailure {
    init?(_ name: SimulatedError) {
        guard let error = StoreKitError(name) else { return nil }
        self = .generic(error)
    }

    var name: SimulatedError { storeKitError.name }
    var error: any Error { storeKitError }
}

extension SKTestFailures.LoadProducts: GenericFailure {
    var storeKitError: StoreKitError {
        switch self {
        case .generic(let error): error
        }
    }

    /// Whether two failures say the same.
    public static func == (one: Self, other: Self) -> Bool { areEqual(one, other) }
}

extension SKTestFailures.AppStoreSync: GenericFailure {
    var storeKitError: StoreKitError {
        switch self {
        case .generic(let error): error
        }
    }

    /// Whether two failures say the same.
    public static func == (one: Self, other: Self) -> Bool { areEqual(one, other) }
}

extension SKTestFailures.SubscriptionStatus: GenericFailure {
    var storeKitError: StoreKitError {
        switch self {
        case .generic(let error): error
        }
    }

    /// Whether two failures say the same.
    public static func == (one: Self, other: Self) -> Bool { areEqual(one, other) }
}

extension SKTestFailures.AppTransaction: GenericFailure {
    var storeKitError: StoreKitError {
        switch self {
        case .generic(let error): error
        }
    }

    /// Whether two failures say the same.
    public static func == (one: Self, other: Self) -> Bool { areEqual(one, other) }
}

extension SKTestFailures.ManageSubscriptions: GenericFailure {
    var storeKitError: StoreKitError {
        switch self {
        case .generic(let error): error
        }
    }

    /// Whether two failures say the same.
    public static func == (one: Self, other: Self) -> Bool { areEqual(one, other) }
}

extension SKTestFailures.OfferCodeRedeem: GenericFailure {
    var storeKitError: StoreKitError {
        switch self {
        case .generic(let error): error
        }
    }

    /// Whether two failures say the same.
    public static func == (one: Self, other: Self) -> Bool { areEqual(one, other) }
}
