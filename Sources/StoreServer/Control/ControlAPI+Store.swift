// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import HTTPService
import StoreEngine
import StoreHost

// The store as a whole: what it is, its time, its switches, and going back to an earlier state.
extension ControlAPI {
    var storeRoutes: [Route] {
        [
            route(.get, "", "Says what the store is", response: .named("Store")) { _, _ in description() },
            route(.get, "/clock", "Tells the store's time", response: .named("Clock")) { _, _ in clock() },
            route(
                .post, "/clock", "Moves the store's time ahead and tells what fell due on the way",
                request: [
                    .optional("advance", .string("An ISO 8601 duration of one unit: P1M, PT12H.")),
                    .optional("advanceMilliseconds", .integer()),
                    .optional("to", .integer("A moment, in milliseconds since 1970 UTC.")),
                ], response: .named("Clock")
            ) { request, _ in try moveClock(Self.body(request)) },
            route(
                .post, "/settings", "Turns the store's switches; what is left out stays as it is",
                request: [
                    .optional("timeRate", .string("One of Xcode's time rates.")),
                    .optional("billingRetryOnRenewal", .boolean("Whether every renewal fails to charge.")),
                    .nullable("gracePeriodDays", .integer("3, 16 or 28, or null for none.")),
                    .optional("askToBuy", .boolean("Whether every purchase in the app waits for approval.")),
                    .optional("interruptedPurchases", .boolean("Whether every purchase in the app is interrupted.")),
                    .optional("simulatedErrors", .map(.string("The error a part of StoreKit answers with."))),
                ], response: .named("Settings")
            ) { request, _ in try configure(Self.body(request)) },
        ]
    }

    var snapshotRoutes: [Route] {
        let name = [Schema.Field.required("name", .string("Letters, digits, hyphens and full stops."))]
        return [
            route(
                .get, "/snapshots", "Lists the snapshots",
                response: .object([.required("snapshots", .array(.named("Snapshot")))])
            ) { _, _ in ["snapshots": host.snapshots.map(SnapshotSummary.init)] },
            route(
                .post, "/snapshots", "Keeps the store as it is now, in the place of a snapshot of the same name",
                request: name, response: .named("Snapshot")
            ) { request, _ in
                let order: SnapshotOrder = try Self.body(request)
                guard order.name.wholeMatch(of: /[A-Za-z0-9.-]{1,64}/) != nil else {
                    throw ControlFailure.badRequest(
                        "A snapshot cannot be called \(order.name)", fix: "Use 1 to 64 letters, digits, - and .")
                }
                return SnapshotSummary(host.takeSnapshot(named: order.name))
            },
            route(
                .post, "/snapshots/{name}/restore",
                "Makes the store what it was, its time too, and forgets the notifications since",
                response: .named("Store")
            ) { _, parameters in
                let name = parameters["name"] ?? ""
                guard let count = host.restoreSnapshot(named: name) else { throw ControlFailure.unknownSnapshot(name) }
                dispatcher.forget(after: count)
                return description()
            },
            route(.delete, "/snapshots/{name}", "Deletes a snapshot", response: .object([])) { _, parameters in
                let name = parameters["name"] ?? ""
                guard host.forgetSnapshot(named: name) else { throw ControlFailure.unknownSnapshot(name) }
                return Done()
            },
        ]
    }

    private struct SnapshotOrder: Decodable {
        var name: String
    }
}

/// A state of the store that can be had back.
struct SnapshotSummary: Encodable {
    var name: String
    var date: Int64
    var transactions: Int

    init(_ snapshot: HostSnapshot) {
        name = snapshot.name
        date = snapshot.date.milliseconds
        transactions = snapshot.transactionCount
    }
}
