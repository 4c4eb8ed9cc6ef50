// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import AppStoreServerLibrary
import Database
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Carries events to the addresses that want to know of them, in order for each customer.
struct WebhookCourier: Sendable {
    let reader: LedgerReader
    let writer: LedgerWriter
    let settled: SettledNumbers
    let bell: EventBell
    let transport: any APITransport
    let now: @Sendable () -> StoreInstant
    let sleep: @Sendable (Duration) async throws -> Void
    let log: RequestLog

    /// How many deliveries are on their way at once.
    private static let width = 8
    /// How long it waits at most before it looks again, in milliseconds.
    private static let longestPause: Int64 = 60_000

    /// Delivers until the calling task is cancelled.
    func run() async {
        let rings = bell.listen()
        try? await writer.write(on: []) { store throws(DatabaseError) in try store.releaseDeliveries() }
        while !Task.isCancelled {
            do {
                if try await deliverDue() > 0 { continue }
                let next = try await reader.read { store throws(DatabaseError) in try store.nextDelivery() }
                let pause = min(max(next.map { $0 - now() } ?? Self.longestPause, 1), Self.longestPause)
                await Self.first(of: rings, or: .milliseconds(pause), sleep)
            } catch {
                log.tell("webhooks wait for the ledger", level: "error", problem: "\(error)")
                try? await sleep(.seconds(1))
            }
        }
    }

    private static func first(
        of rings: AsyncStream<Void>, or pause: Duration, _ sleep: @escaping @Sendable (Duration) async throws -> Void
    ) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in rings { break } }
            group.addTask { try? await sleep(pause) }
            await group.next()
            group.cancelAll()
        }
    }

    /// Tries everything that is due, once; returns how much that was.
    func deliverDue() async throws -> Int {
        let date = now()
        guard let next = try await reader.read({ store throws(DatabaseError) in try store.nextDelivery() }),
            next <= date
        else { return 0 }
        // Of two events about one customer the later one may be there to be seen first.
        let end = try await settled.end(of: .events, after: 0)
        let (due, webhooks) = try await writer.write(on: []) { store throws(DatabaseError) in
            (try store.claimDeliveries(at: date, through: end, limit: Self.width * 4), try store.webhooks())
        }
        guard !due.isEmpty else { return 0 }
        let addresses = Dictionary(uniqueKeysWithValues: webhooks.map { ($0.number, $0) })
        let tried = await withTaskGroup(of: WebhookDelivery.self) { group in
            var rest = due[...]
            var tried: [WebhookDelivery] = []
            for delivery in rest.prefix(Self.width) { group.addTask { await attempt(delivery, addresses) } }
            rest = rest.dropFirst(Self.width)
            while let done = await group.next() {
                tried.append(done)
                if let delivery = rest.popFirst() { group.addTask { await attempt(delivery, addresses) } }
            }
            return tried
        }
        // What a shutdown cut off says nothing about the address.
        let isCutOff = Task.isCancelled
        try await writer.write(on: []) { store throws(DatabaseError) in
            for delivery in tried { try isCutOff ? store.release(delivery) : store.put(delivery) }
        }
        return isCutOff ? 0 : tried.count
    }

    private func attempt(_ delivery: WebhookDelivery, _ addresses: [Int64: Webhook]) async -> WebhookDelivery {
        var tried = delivery
        tried.attempts += 1
        tried.problem = await problem(delivery, addresses[delivery.webhook])
        if tried.problem == nil {
            tried.state = .delivered
        } else if let next = WebhookSchedule.next(after: tried.attempts, since: delivery.first, now: now()) {
            tried.next = next
        } else {
            tried.state = .dead
        }
        return tried
    }

    /// Why a delivery failed; `nil` when it did not.
    private func problem(_ delivery: WebhookDelivery, _ webhook: Webhook?) async -> String? {
        guard let webhook, let url = URL(string: webhook.url) else { return "the address is gone" }
        do {
            let found = try await reader.read { store throws(DatabaseError) in
                try store.events(after: delivery.event - 1, limit: 1).first
            }
            guard let found, found.number == delivery.event else { return "the event is gone" }
            let body = try WireJSON.encode(EventView(found))
            let answer = try await transport.send(
                APIHTTPRequest(
                    method: "POST", url: url,
                    headers: [
                        "Content-Type": "application/json", "OpenStoreKit-Delivery": String(delivery.number),
                        "OpenStoreKit-Signature": Webhook.signature(of: body, secret: webhook.secret, at: now()),
                    ], body: body))
            return (200..<300).contains(answer.status) ? nil : "HTTP status \(answer.status)"
        } catch let error as URLError {
            // Described in full it names the whole address, in which there may be a secret.
            return "URLError \(error.code.rawValue): \(error.localizedDescription)"
        } catch {
            return "\(error)"
        }
    }
}
