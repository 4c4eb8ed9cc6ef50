// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData
import StoreEngine
import StoreHost
import Testing

@testable import StoreServer

@Suite struct NotificationLogTests {
    @Test("Only the newest notifications are kept, and they keep their numbers")
    func forgetsOld() async throws {
        let (store, log, drafts) = try await Self.log(capacity: 3, textCapacity: 3)
        #expect(log.count == 5)
        #expect(log.entries(after: 0, limit: 9).map(\.number) == [3, 4, 5])
        #expect(log.entries(after: 3, limit: 9).map(\.number) == [4, 5])
        #expect(log.entries(after: 0, limit: 2).map(\.number) == [3, 4])
        #expect(log.entries(after: 5, limit: 9).isEmpty)
        #expect(log.entries(after: .max, limit: 9).isEmpty)
        #expect(log[drafts[0].record.id] == nil)
        #expect(log[drafts[4].record.id]?.number == 5)
        _ = store
    }

    @Test("New notifications are signed once, old ones again with the same contents")
    func keepsNewTexts() async throws {
        let (store, log, _) = try await Self.log(capacity: 9, textCapacity: 2)
        let entries = log.entries(after: 0, limit: 9)
        let (old, new) = (entries[0], entries[4])
        #expect(try log.signedPayload(of: new) == log.signedPayload(of: new))
        let texts = [try log.signedPayload(of: old), try log.signedPayload(of: old)]
        // An ECDSA signature is never the same twice.
        #expect(texts[0] != texts[1])
        #expect(try store.notification(texts[0]).notificationUUID == store.notification(texts[1]).notificationUUID)
    }

    private static func log(
        capacity: Int, textCapacity: Int
    ) async throws -> (TestStore, NotificationLog, [NotificationDraft]) {
        let store = try TestStore()
        let stream = store.host.notifications()
        for _ in 1...5 { try store.buy(Shop.coins) }
        let log = NotificationLog(signer: store.host.signer, capacity: capacity, textCapacity: textCapacity)
        var drafts: [NotificationDraft] = []
        for await draft in stream.prefix(5) {
            drafts.append(draft)
            _ = log.append(draft)
        }
        return (store, log, drafts)
    }
}
