// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Does something to its end although the calling task is cancelled.
///
/// Some versions of StoreKit answer a read in a cancelled task with "nothing owned" instead of an error; and what a
/// customer paid for is delivered even when the screen that sold it has gone.
func uncancelled<Value: Sendable>(_ operation: @escaping @Sendable () async throws -> Value) async throws -> Value {
    try await Task { try await operation() }.value
}

/// Does something that cannot fail to its end although the calling task is cancelled.
func uncancelled<Value: Sendable>(_ operation: @escaping @Sendable () async -> Value) async -> Value {
    await Task { await operation() }.value
}
