// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A daemon, with what its requests need.
struct Listener: Sendable {
    let daemon: Daemon
    let context: ServerContext
    /// Waits until its connections are closed; `nil` as long as it accepts any.
    var retirement: Task<Void, Never>?
}
