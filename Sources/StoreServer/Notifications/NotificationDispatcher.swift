// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreEngine
import StoreHost
import Synchronization

/// Delivers the store's notifications: to each target in order, to all targets independently, once each, as the
/// sandbox does.
final class NotificationDispatcher: Sendable {
    /// What was announced and how it went.
    let sent: NotificationLog
    private let host: StoreHost
    private let targets: [URL]
    private let client: any NotificationClient
    private let timeout: Duration
    private let clock: any Clock<Duration>
    private let log: @Sendable (String) -> Void
    private let drafts: AsyncStream<NotificationDraft>
    /// What an earlier process was to deliver and did not.
    private let backlog: [NotificationLog.Entry]
    private let formerTargets: Set<URL>
    private let work = Mutex<Work?>(nil)

    private struct Work: Sendable {
        /// Takes what the store announces and hands it to every target.
        let intake: Task<Void, Never>
        /// Ends when every target has got everything.
        let delivery: Task<Void, Never>
    }

    /// Creates a dispatcher for everything that the store announces from now on.
    ///
    /// - Parameter clock: Measures the timeout and the grace period.
    init(
        host: StoreHost, targets: [URL], client: any NotificationClient, timeout: Duration,
        clock: any Clock<Duration> = ContinuousClock(), kept: KeptStore? = nil,
        log: @escaping @Sendable (String) -> Void
    ) {
        self.host = host
        self.targets = targets
        self.client = client
        self.timeout = timeout
        self.clock = clock
        self.log = log
        sent = NotificationLog(
            signer: host.signer, entries: kept?.notifications ?? [],
            onAttempt: { [keeper = kept?.keeper] in keeper?.append($0, to: $1) })
        formerTargets = kept?.formerTargets ?? []
        let expected = formerTargets.intersection(targets)
        backlog = (kept?.notifications ?? []).filter { !expected.isSubset(of: $0.attempts.map(\.target)) }
        drafts = host.notifications()
    }

    /// Delivers until the calling task is cancelled or ``finish(within:)`` is called.
    func run() async {
        let work = begin()
        await withTaskCancellationHandler {
            await work.delivery.value
        } onCancel: {
            work.intake.cancel()
            work.delivery.cancel()
        }
    }

    /// Delivers what has been announced so far and ends.
    ///
    /// - Parameter gracePeriod: After so long, what is not delivered stays so.
    func finish(within gracePeriod: Duration) async {
        let work = begin()
        // A stream whose reader is cancelled still hands out what it holds, and then ends.
        work.intake.cancel()
        let limit = Task { [clock] in
            guard (try? await clock.sleep(for: gracePeriod)) != nil else { return }
            work.delivery.cancel()
        }
        await work.delivery.value
        limit.cancel()
    }

    /// The work, begun when somebody first asks for it.
    private func begin() -> Work {
        work.withLock { work in
            let current = work ?? makeWork()
            work = current
            return current
        }
    }

    private func makeWork() -> Work {
        let queues = targets.map { ($0, AsyncStream.makeStream(of: NotificationLog.Entry.self)) }
        let intake = Task { [drafts, sent, backlog, formerTargets] in
            for entry in backlog {
                for (target, queue) in queues
                where formerTargets.contains(target) && !entry.attempts.contains(where: { $0.target == target }) {
                    queue.continuation.yield(entry)
                }
            }
            for await draft in drafts {
                let entry = sent.append(draft)
                for (_, queue) in queues { queue.continuation.yield(entry) }
            }
            for (_, queue) in queues { queue.continuation.finish() }
        }
        let delivery = Task {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await intake.value }
                for (target, queue) in queues {
                    group.addTask { await self.deliver(queue.stream, to: target) }
                }
            }
        }
        return Work(intake: intake, delivery: delivery)
    }

    private func deliver(_ entries: AsyncStream<NotificationLog.Entry>, to target: URL) async {
        for await entry in entries {
            if Task.isCancelled { break }
            let (date, start) = (host.now, ContinuousClock.now)
            let result = await attempt(entry, target)
            // An attempt that the shutdown cut off says nothing about the target.
            if Task.isCancelled { break }
            sent.record(NotificationLog.Attempt(target: target, date: date, result: result), of: entry)
            let record = entry.draft.record
            let type = ([record.type.rawValue] + (record.subtype.map { [$0.rawValue] } ?? [])).joined(separator: "/")
            let took = LogLine.milliseconds(ContinuousClock.now - start)
            log("notification \(type) \(LogLine.address(target)) \(result.rawValue) \(took) ms")
        }
    }

    private func attempt(_ entry: NotificationLog.Entry, _ target: URL) async -> SendAttemptResult {
        let json: Data
        do {
            json = try WireJSON.encode(ResponseBodyV2(signedPayload: sent.signedPayload(of: entry)))
        } catch {
            log("notification \(entry.draft.record.type.rawValue) cannot be signed: \(error)")
            return .other
        }
        return await withTaskGroup(of: SendAttemptResult.self) { [client, clock, timeout] group in
            group.addTask {
                do throws(SendFailure) {
                    let status = try await client.post(json, to: target)
                    return (200...206).contains(status) ? .success : .unsuccessfulHttpResponseCode
                } catch {
                    return error.result
                }
            }
            group.addTask {
                try? await clock.sleep(for: timeout)
                return .timedOut
            }
            let first = await group.next() ?? .other
            group.cancelAll()
            return first
        }
    }
}
