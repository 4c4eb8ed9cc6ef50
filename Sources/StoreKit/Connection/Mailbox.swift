// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Holds what was posted until one reader takes it: nothing is lost on a slow one, and nobody waits for it.
final class Mailbox<Element: Sendable>: Sendable {
    private struct State {
        // Two stacks make a queue: `inbox` newest last, `outbox` oldest last.
        var inbox: [Element] = []
        var outbox: [Element] = []
        var reader: CheckedContinuation<Element?, Never>?
        var isClosed = false

        mutating func take() -> Element? {
            if outbox.isEmpty {
                outbox = inbox.reversed()
                inbox = []
            }
            return outbox.popLast()
        }
    }

    private let state = Mutex(State())

    /// Adds elements; the returned closure wakes the reader and is to be called with no lock held.
    func post(_ elements: [Element]) -> (@Sendable () -> Void)? {
        guard !elements.isEmpty else { return nil }
        return state.withLock { state in
            guard !state.isClosed else { return nil }
            state.inbox += elements
            guard let reader = state.reader.take() else { return nil }
            let first = state.take()
            return { reader.resume(returning: first) }
        }
    }

    /// Takes the oldest element, waiting for one if there is none; `nil` once closed.
    func next() async -> Element? {
        await withCheckedContinuation { continuation in
            let answer: Element?? = state.withLock { state in
                guard !state.isClosed else { return .some(nil) }
                if let element = state.take() { return element }
                precondition(state.reader == nil, "two tasks read one iterator at once")
                state.reader = continuation
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    /// Ends it for ever; what was not taken is dropped.
    func close() {
        let reader = state.withLock { state in
            state.isClosed = true
            state.inbox = []
            state.outbox = []
            return state.reader.take()
        }
        reader?.resume(returning: nil)
    }
}

/// An iterator's hold on its mailbox; letting go of it, or being cancelled, ends the delivery.
final class Subscription<Element: Sendable>: Sendable {
    private let mailbox: Mailbox<Element>
    private let leave: @Sendable () -> Void

    init(_ mailbox: Mailbox<Element>, leave: @escaping @Sendable () -> Void) {
        self.mailbox = mailbox
        self.leave = leave
    }

    deinit {
        leave()
    }

    func next() async -> Element? {
        await withTaskCancellationHandler {
            await mailbox.next()
        } onCancel: {
            mailbox.close()
            leave()
        }
    }
}
