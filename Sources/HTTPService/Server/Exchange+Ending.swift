// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The ways in which an exchange is influenced from outside, each from any thread.
extension Exchange {
    /// The client went away: the work for it is cancelled.
    func hangUp() {
        change { state in
            switch state.phase {
            case .handling: state.cancelTask()
            case .streaming: state.endStream(.broken)
            case .head, .upload, .answered, .ended: Effects()
            }
        }
    }

    /// The handler allows a shutdown to cancel it.
    func allowCancellation() {
        change { state in
            state.allowsCancellation = true
            return state.isStopping ? state.cancelTask() : Effects()
        }
    }

    /// The server stops: streams end, and so do the handlers that allow it.
    func stop() {
        change { state in
            state.isStopping = true
            return switch state.phase {
            case .handling: state.allowsCancellation ? state.cancelTask() : Effects()
            case .streaming: state.endStream(.complete)
            case .head, .upload, .answered, .ended: Effects()
            }
        }
    }

    /// The time for handlers to finish is over.
    func cancel() {
        change { state in
            guard case .handling = state.phase else { return Effects() }
            return state.cancelTask()
        }
    }

    /// The connection is needed back now; afterwards the exchange never suspends it again.
    func abandon() {
        change { state in
            state.isAbandoned = true
            switch state.phase {
            case .handling(let request):
                state.phase = .answered(.empty(503), request)
                return Effects(suspended: state.suspended.take())
            case .streaming:
                return state.endStream(.broken)
            case .head, .upload, .answered, .ended:
                return Effects()
            }
        }
    }

    /// The library is done with the request, whether it was answered or not.
    func end() {
        client.requestEnds()
        change { state in
            var effects = state.endStream(.broken)
            effects.task = state.task
            state.phase = .ended
            return effects
        }
        server.registry.remove(self)
    }
}

/// What is to be done once the state is unlocked.
struct Effects: ~Copyable, Sendable {
    var task: Task<Void, Never>?
    var producer: CheckedContinuation<Void, Never>?
    var suspended: SuspendedConnection?

    consuming func perform() {
        task?.cancel()
        producer?.resume()
        suspended?.resume()
    }
}

extension Exchange.State {
    /// Cancels the task, now or as soon as it is known.
    mutating func cancelTask() -> Effects {
        isCancelled = true
        return Effects(task: task)
    }

    /// Ends a streamed response; there is nothing to do when there is none.
    mutating func endStream(_ ending: Outlet.Ending) -> Effects {
        guard case .streaming(var outlet) = phase else { return Effects() }
        if ending == .broken || outlet.ending == nil { outlet.ending = ending }
        defer {
            outlet.producer = nil
            phase = .streaming(outlet)
        }
        return Effects(task: task, producer: outlet.producer, suspended: suspended.take())
    }
}
