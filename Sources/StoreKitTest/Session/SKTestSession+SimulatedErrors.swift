// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import StoreEngine
public import StoreKit

extension SKTestSession {
    /// Lets a part of StoreKit fail until this is taken back with `nil`, the session is reset, or it goes.
    ///
    /// The error is thrown just as it is given here. A purchase that is told to fail with `userCancelled` returns
    /// `.userCancelled`.
    ///
    /// - Throws: ``SKTestError``: `invalidAction` for a part that is none of StoreKit's.
    public func setSimulatedError<API>(_ error: API.Failure?, forAPI api: API) async throws
    where API: FailableStoreKitAPI {
        guard let api = api as? any SimulatedAPI, error == nil || error is any NamedFailure else {
            throw SKTestError(
                .invalidAction, "\(API.self) is not a part of StoreKit that can fail",
                fix: "Use one of StoreKitTest's, such as .purchase.")
        }
        arm(error as? any NamedFailure, for: api.part)
    }

    /// The error that a part of StoreKit is told to fail with; `nil` when it works.
    public func simulatedError<API>(forAPI api: API) async -> API.Failure? where API: FailableStoreKitAPI {
        guard let api = api as? any SimulatedAPI, let name = armedErrors[api.part] else { return nil }
        if let exact = exactError(of: api.part), exact.name == name { return exact as? API.Failure }
        return (API.Failure.self as? any NamedFailure.Type)?.init(name) as? API.Failure
    }

    /// Whether purchases in the app fail with ``failureError``.
    @available(iOS, deprecated: 17.0, message: "No longer supported. Please use simulatedError(forAPI:)")
    public var failTransactionsEnabled: Bool {
        get { armedErrors[.purchase] != nil }
        set { arm(newValue ? SKTestFailures.Purchase(SimulatedError(failureCode)) : nil, for: .purchase) }
    }

    /// What purchases fail with while ``failTransactionsEnabled`` is set, as far as StoreKit 2 has the error.
    @available(iOS, deprecated: 17.0, message: "No longer supported. Please use simulatedError(forAPI:)")
    public var failureError: SKError.Code {
        get { failureCode }
        set {
            failureCode = newValue
            if armedErrors[.purchase] != nil {
                arm(SKTestFailures.Purchase(SimulatedError(newValue)), for: .purchase)
            }
        }
    }
}

/// A part of StoreKit that the store knows.
private protocol SimulatedAPI: FailableStoreKitAPI {
    var part: FailablePart { get }
}

extension StoreKitLoadProductsAPI: SimulatedAPI {
    fileprivate var part: FailablePart { .loadProducts }
}

extension StoreKitPurchaseAPI: SimulatedAPI {
    fileprivate var part: FailablePart { .purchase }
}

extension StoreKitVerificationAPI: SimulatedAPI {
    fileprivate var part: FailablePart { .verification }
}

extension StoreKitAppStoreSyncAPI: SimulatedAPI {
    fileprivate var part: FailablePart { .appStoreSync }
}

extension StoreKitSubscriptionStatusAPI: SimulatedAPI {
    fileprivate var part: FailablePart { .subscriptionStatus }
}

extension StoreKitAppTransactionAPI: SimulatedAPI {
    fileprivate var part: FailablePart { .appTransaction }
}

extension StoreKitManageSubscriptionsAPI: SimulatedAPI {
    fileprivate var part: FailablePart { .manageSubscriptions }
}

extension StoreKitRefundRequestAPI: SimulatedAPI {
    fileprivate var part: FailablePart { .refundRequest }
}

extension StoreKitOfferCodeRedeemAPI: SimulatedAPI {
    fileprivate var part: FailablePart { .offerCodeRedeem }
}

extension SimulatedError {
    fileprivate init(_ code: SKError.Code) {
        self = SimulatedError.storeKit1(code.rawValue)
    }
}
