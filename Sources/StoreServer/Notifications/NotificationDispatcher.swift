// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreEngine
import StoreHost
import Synchronization

/// Delivers the store's notifications to all targets independently, to each one after the other as they fall due.
final class NotificationDispatcher: Sendable {
    /// What was announced and how it went.
    let sent: NotificationLog
    private let host: StoreHost
    private let targets: [NotificationTarget]
    private let client: any NotificationClient
    private let forger: Forger
    private let timeout: Duration
    private let clock: any Clock<Duration>
    private let metrics: Metrics
    private let logsPayloads: Bool
    private let log: @Sendable (String) -> Void
    private let drafts: AsyncStream<NotificationDraft>
    /// What an earlier process was to deliver and did not.
    private let backlog: [NotificationLog.Entry]
    private let formerTargets: Set<URL>
    private let work = Mutex<Work?>(nil)
    private let plan: Mutex<FaultPlan>

    private struct Work: Sendable {
        /// Takes what the store announces and hands it to every target.
        let intake: Task<Void, Never>
        /// Ends when every target has got everything that is due.
        let delivery: Task<Void, Never>
    }

    /// Creates a dispatcher for everything that the store announces from now on.
    ///
    /// - Parameters:
    ///   - policy: When to try again; as Apple documents it when `nil`.
    ///   - expiredSigner: Signs with a certificate that had expired.
    ///   - clock: Measures the timeout and the grace period.
    ///   - logsPayloads: Whether the log shows what is posted.
    init(
        host: StoreHost, targets: [URL], client: any NotificationClient, timeout: Duration,
        policy: DeliveryPolicy? = nil, faults: FaultPlan = FaultPlan(), expiredSigner: StoreSigner? = nil,
        clock: any Clock<Duration> = ContinuousClock(), kept: KeptStore? = nil, metrics: Metrics = Metrics(),
        logsPayloads: Bool = false, log: @escaping @Sendable (String) -> Void
    ) {
        let policy = policy ?? .standard(in: host.read { $0.identity.environment })
        self.host = host
        self.targets = targets.map { NotificationTarget($0, policy: policy, faults: faults) }
        self.client = client
        self.timeout = timeout
        self.clock = clock
        self.metrics = metrics
        self.logsPayloads = logsPayloads
        self.log = log
        forger = Forger(signer: host.signer, expired: expiredSigner)
        sent = NotificationLog(
            signer: host.signer, entries: kept?.notifications ?? [],
            onAttempt: { [keeper = kept?.keeper] in keeper?.append($0, to: $1) })
        let expected = (kept?.formerTargets ?? []).intersection(targets)
        formerTargets = expected
        backlog = (kept?.notifications ?? []).filter { !expected.isSubset(of: $0.takers) }
        drafts = host.notifications()
        plan = Mutex(faults)
    }

    /// What goes wrong on purpose; setting it begins each target's sequence of chance anew.
    var faults: FaultPlan {
        get { plan.withLock { $0 } }
        set {
            plan.withLock { $0 = newValue }
            for target in targets { target.apply(newValue) }
        }
    }

    /// How often each fault has hit an attempt.
    var faultCounts: [Fault: Int] {
        targets.reduce(into: [:]) { $0.merge($1.faultCounts, uniquingKeysWith: +) }
    }

    /// Forgets the notifications after so many, because the store is as it was before them.
    func forget(after count: Int) {
        sent.forget(after: count)
        for target in targets { target.change { $0.forget(after: count) } }
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

    /// Delivers what is due by now and ends; what is to be tried again later is not.
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
        let intake = Task { [drafts, sent, targets, backlog, formerTargets] in
            for entry in backlog {
                for target in targets where formerTargets.contains(target.url) {
                    target.change { $0.resume(entry, at: target.url) }
                }
            }
            for await draft in drafts {
                let entry = sent.append(draft)
                let type = draft.record.type.rawValue
                for target in targets {
                    target.change { $0.announce(entry.number, type: type, at: draft.record.date) }
                }
            }
            for target in targets { target.close() }
        }
        let delivery = Task {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await intake.value }
                for target in targets {
                    group.addTask { await self.serve(target) }
                }
            }
        }
        return Work(intake: intake, delivery: delivery)
    }

    /// Posts what falls due until nothing more is announced and nothing is due.
    private func serve(_ target: NotificationTarget) async {
        var alarm: Task<Void, Never>?
        defer { alarm?.cancel() }
        for await _ in target.signals {
            alarm?.cancel()
            // Asked first: what is announced before the end is due when the end is seen.
            let isClosed = target.isClosed
            while let (posting, type) = target.next(at: host.now) {
                await perform(posting, type, target)
                if Task.isCancelled { return }
            }
            if isClosed { return }
            guard let due = target.nextDue else { continue }
            alarm = Task { [host] in
                guard (try? await host.sleep(until: due)) != nil else { return }
                target.wake()
            }
        }
    }

    private func perform(_ posting: Posting, _ type: String, _ target: NotificationTarget) async {
        // Replays reach back as far as the log does.
        guard let entry = sent[number: posting.number] else { return }
        let start = ContinuousClock.now
        let answer = await answer(to: posting, entry, target.url)
        // An attempt that the shutdown cut off says nothing about the target.
        if Task.isCancelled { return }
        if posting.attempt != nil {
            // Dated when it was due, so that a clock moved in one step makes the same history as one that ran.
            sent.record(
                NotificationLog.Attempt(target: target.url, date: posting.due, result: answer.result), of: entry)
            target.change { $0.finish(posting, type: type, answer) }
            metrics.note(answer.result)
        }
        log(
            LogLine.notification(
                entry.draft, target: target.url, attempt: posting.attempt.map { $0 + 1 }, result: answer.result,
                took: ContinuousClock.now - start))
    }

    private func answer(
        to posting: Posting, _ entry: NotificationLog.Entry, _ url: URL
    ) async -> DeliveryAnswer {
        if posting.journey == .lost { return DeliveryAnswer(result: .noResponse) }
        let json: Data
        do {
            let text =
                posting.forgeries.isEmpty
                ? try sent.signedPayload(of: entry) : try forger.sign(entry.draft, posting.forgeries)
            json = try WireJSON.encode(ResponseBodyV2(signedPayload: text))
            if logsPayloads { for line in LogLine.payloads(in: text) { log(line) } }
        } catch {
            log("failed notification uuid=\(entry.draft.body.notificationUUID ?? "-"): it cannot be signed: \(error)")
            return DeliveryAnswer(result: .other)
        }
        if posting.journey == .cut {
            await client.cut(json, to: url)
            return DeliveryAnswer(result: .prematureClose)
        }
        return await post(json, to: url)
    }

    private func post(_ json: Data, to url: URL) async -> DeliveryAnswer {
        await withTaskGroup(of: DeliveryAnswer.self) { [client, clock, timeout] group in
            group.addTask {
                do throws(SendFailure) {
                    let status = try await client.post(json, to: url)
                    let isTaken = (200...206).contains(status)
                    return DeliveryAnswer(
                        result: isTaken ? .success : .unsuccessfulHttpResponseCode, status: status)
                } catch {
                    return DeliveryAnswer(result: error.result)
                }
            }
            group.addTask {
                try? await clock.sleep(for: timeout)
                return DeliveryAnswer(result: .timedOut)
            }
            let first = await group.next() ?? DeliveryAnswer(result: .other)
            group.cancelAll()
            return first
        }
    }
}
