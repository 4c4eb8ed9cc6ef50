// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import StoreLink
import Synchronization

extension StoreCenter {
    /// Begins to deliver transactions: everything unfinished, then what is announced.
    func listenToTransactions() -> Subscription<VerificationResult<Transaction>> {
        let mailbox = Mailbox<VerificationResult<Transaction>>()
        return subscription(mailbox) { $0.audience.add(mailbox, arrival: $0.session?.pullsStarted ?? 0) }
    }

    /// Begins to deliver statuses that change.
    func listenToStatuses() -> Subscription<Product.SubscriptionInfo.Status> {
        let mailbox = Mailbox<Product.SubscriptionInfo.Status>()
        return subscription(mailbox) { $0.audience.add(mailbox) }
    }

    /// Begins to deliver the storefront when it changes.
    func listenToStorefronts() -> Subscription<Storefront> {
        let mailbox = Mailbox<Storefront>()
        return subscription(mailbox) { $0.audience.add(mailbox) }
    }

    /// Begins to deliver messages: those that wait, then those that come.
    func listenToMessages() -> Subscription<Message> {
        let mailbox = Mailbox<Message>()
        return subscription(mailbox) { $0.audience.add(mailbox) }
    }

    /// Begins to deliver wishes to buy.
    func listenToIntents() -> Subscription<PurchaseIntent> {
        let mailbox = Mailbox<PurchaseIntent>()
        return subscription(mailbox) { $0.audience.add(mailbox) }
    }

    private func subscription<Element: Sendable>(
        _ mailbox: Mailbox<Element>, add: (inout State) -> Int
    ) -> Subscription<Element> {
        // Without a store there is nothing to hear, and no way to say why: listeners wait for one to be connected.
        let client = try? connectedClient()
        let (ticket, isHeard) = state.withLock { state in
            let ticket = add(&state)
            let isHeard = state.listening != nil
            startListening(&state)
            return (ticket, isHeard)
        }
        // A listening task that waits for changes would not ask for what was left unfinished before.
        if isHeard, let client { Task { await pull(client) } }
        return Subscription(mailbox) { self.leave(ticket) }
    }

    private func leave(_ ticket: Int) {
        let listening = state.withLock { state in
            state.audience.remove(ticket)
            return state.audience.isEmpty ? state.listening.take() : nil
        }
        listening?.cancel()
    }

    /// Starts to listen if there is a store, somebody to tell, and nobody listening yet.
    func startListening(_ state: inout State) {
        guard state.listening == nil, !state.audience.isEmpty, let client = state.session?.client else { return }
        state.listening = Task { await listen(to: client) }
    }

    private static let shortestPause = Duration.milliseconds(100)
    private static let longestPause = Duration.seconds(10)

    /// Pulls whenever something changed, until it is cancelled.
    ///
    /// The cursor sees to it that no failure loses or repeats anything.
    private func listen(to client: StoreClient) async {
        var pause = Self.shortestPause
        while !Task.isCancelled {
            switch await pull(client) {
            case .replaced:
                return
            case .done:
                if await hasWaited(client) {
                    pause = Self.shortestPause
                    continue
                }
            case .failed(let failure):
                client.report(
                    StoreConnectionError(.init(rawValue: failure.code.rawValue), failure.message, fix: failure.fix))
            }
            guard !Task.isCancelled, (try? await sleep(pause)) != nil else { return }
            pause = min(pause * 2, Self.longestPause)
        }
    }

    /// Waits for a change; false when the store could not be asked.
    private func hasWaited(_ client: StoreClient) async -> Bool {
        let cursor = state.withLock { state in
            state.isCurrent(client) ? state.session?.ledger.cursor : nil
        }
        do {
            try await client.ask { service, device throws(StoreFailure) in
                try await service.waitForChange(ChangesRequest(device: device, after: cursor))
            }
            return true
        } catch {
            return false
        }
    }
}
