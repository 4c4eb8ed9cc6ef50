// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A way in which a part of StoreKit can be told to fail.
public protocol SKTestFailure: Equatable, Sendable {}

/// A part of StoreKit that can be told to fail.
public protocol FailableStoreKitAPI<Failure>: Sendable {
    /// The ways in which it can fail.
    associatedtype Failure: SKTestFailure
}
