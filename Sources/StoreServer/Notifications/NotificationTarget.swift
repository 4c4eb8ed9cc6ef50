// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Synchronization

/// One target with what is to be posted to it; a class, because whoever fills and whoever empties it run side by side.
final class NotificationTarget: Sendable {
    let url: URL
    /// Says that there is something new to look at.
    let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation
    private let state: Mutex<State>

    private struct State: Sendable {
        var outbox: Outbox
        /// Whether nothing more will be announced.
        var isClosed = false
    }

    init(_ url: URL, policy: DeliveryPolicy, faults: FaultPlan) {
        self.url = url
        (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let planner = FaultPlanner(faults, target: url.absoluteString)
        state = Mutex(State(outbox: Outbox(policy: policy, faults: planner)))
    }

    /// Lets something happen to the outbox, and has it looked at.
    func change(_ change: (inout Outbox) -> Void) {
        state.withLock { change(&$0.outbox) }
        signal.yield()
    }

    /// Lets faults begin or end.
    func apply(_ faults: FaultPlan) {
        let planner = FaultPlanner(faults, target: url.absoluteString)
        change { $0.apply(planner) }
    }

    /// Has the outbox looked at again, for instance because time has passed.
    func wake() {
        signal.yield()
    }

    /// Says that nothing more will be announced.
    func close() {
        state.withLock { $0.isClosed = true }
        signal.yield()
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// How often each fault has hit an attempt.
    var faultCounts: [Fault: Int] { state.withLock { $0.outbox.faultCounts } }

    /// When the next posting is due.
    var nextDue: StoreInstant? { state.withLock { $0.outbox.nextDue } }

    /// Takes the next posting out that is due.
    func next(at now: StoreInstant) -> (posting: Posting, type: String)? {
        state.withLock { $0.outbox.next(at: now) }
    }
}
