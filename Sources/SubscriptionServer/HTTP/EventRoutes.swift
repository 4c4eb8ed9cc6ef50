// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database
import Foundation
import HTTPService

/// The feed of events.
struct EventRoutes: Sendable {
    let reader: LedgerReader
    let settled: SettledNumbers
    let bell: EventBell

    private struct Page: Encodable {
        var events: [EventView]
        /// Ask for those after this one next, also when there are none yet.
        var next: Int64
        var hasMore: Bool
    }

    var routes: [Route] {
        [
            Route(
                .get, "/v1/events", .read, "Lists events after a number, oldest first",
                query: ["after": .integer, "limit": .integer],
                answer: .object(["events": .array(EventView.schema), "next": .integer, "hasMore": .boolean])
            ) { call in
                let after = try call.number("after", in: 0...Int64.max, else: 0)
                let limit = Int(try call.number("limit", in: 1...1000, else: 100))
                let events = try await events(after: after, limit: limit + 1)
                let page = events.prefix(limit)
                return try .encoding(
                    Page(
                        events: page.map(EventView.init), next: page.last?.number ?? after,
                        hasMore: events.count > limit))
            },
            Route(
                .get, "/v1/events/stream", .read,
                "Sends events as they come, as server-sent events; Last-Event-ID goes on where a connection broke",
                query: ["after": .integer]
            ) { call in
                // Browsers say nothing, or an empty one, before the first event.
                let last = call.request.headers.first("Last-Event-ID") ?? ""
                if last.isEmpty {
                    return .events(stream(after: try call.number("after", in: 0...Int64.max, else: 0)))
                }
                guard let after = Int64(last), after >= 0 else {
                    throw BackendFailure.badRequest(
                        "The header Last-Event-ID is no number of an event",
                        fix: "Send the id of the last event that came, or leave the header out.")
                }
                return .events(stream(after: after))
            },
        ]
    }

    private func events(after number: Int64, limit: Int) async throws -> [RecordedEvent] {
        let end = try await settled.end(of: .events, after: number)
        return try await reader.read { store throws(DatabaseError) in
            try store.events(after: number, through: end, limit: limit)
        }
    }

    private func stream(after start: Int64) -> AsyncStream<ServerSentEvent> {
        AsyncStream { continuation in
            let task = Task {
                // Listened to before the first look, so that nothing falls in between.
                var rings = bell.listen().makeAsyncIterator()
                var after = start
                while !Task.isCancelled {
                    guard let found = try? await events(after: after, limit: 100) else { break }
                    for recorded in found {
                        guard let json = try? WireJSON.encode(EventView(recorded)) else { continue }
                        after = recorded.number
                        continuation.yield(
                            ServerSentEvent(
                                data: String(decoding: json, as: UTF8.self), event: recorded.event.kind.rawValue,
                                id: String(recorded.number)))
                    }
                    guard found.isEmpty else { continue }
                    guard await rings.next() != nil else { break }
                }
                // The client connects again, and goes on where it was.
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
