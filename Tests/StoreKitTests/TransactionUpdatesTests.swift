// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreLink
import Synchronization
import Testing

@testable import StoreKit

@Suite(.timeLimit(.minutes(1))) struct TransactionUpdatesTests {
    @Test func iteratingBeginsWithTheUnfinishedNewestFirst() async throws {
        try await withStore { store in
            try store.put(.period(100))
            try store.put(.period(101, day: 30))
            try store.put(.period(102, day: 60))
            try store.put(.made(1, day: 10), isFinished: true)
            var updates = Transaction.updates.makeAsyncIterator()
            var ids: [UInt64?] = []
            for _ in 0..<3 { ids.append(await updates.next()?.unsafePayloadValue.id) }
            #expect(ids == [102, 101, 100])
            try store.put(.made(2, day: 70))
            #expect(await updates.next()?.unsafePayloadValue.id == 2)
        }
    }

    @Test func everyIteratorBeginsWithTheUnfinished() async throws {
        try await withStore { store in
            try store.put(.made(1))
            var first = Transaction.updates.makeAsyncIterator()
            #expect(await first.next()?.unsafePayloadValue.id == 1)
            await store.untilWaiting()
            var second = Transaction.updates.makeAsyncIterator()
            #expect(await second.next()?.unsafePayloadValue.id == 1)
            try store.put(.made(2))
            #expect(await first.next()?.unsafePayloadValue.id == 2)
            #expect(await second.next()?.unsafePayloadValue.id == 2)
        }
    }

    @Test func aPurchaseMadeHereIsNotAnnounced() async throws {
        try await withStore { store in
            store.script { state in
                state.products = [.consumable("gems")]
                state.onPurchase = { [weak store] _ in
                    guard let store else { return .userCancelled }
                    return .purchased(try store.add(.made(1)))
                }
            }
            // Just arrived, and nothing pulled yet: the purchase must not look like something left over.
            var updates = Transaction.updates.makeAsyncIterator()
            let product = try #require(try await Product.products(for: ["gems"]).first)
            guard case .success(let bought) = try await product.purchase() else {
                Issue.record("not bought")
                return
            }
            #expect(bought.unsafePayloadValue.id == 1)
            try store.put(.made(2))
            #expect(await updates.next()?.unsafePayloadValue.id == 2)
            #expect(await Transaction.unfinished.collected().ids.sorted() == [1, 2])
        }
    }

    @Test func aPurchaseWaitsUntilAListenerKnowsWhatWasThereBefore() async throws {
        try await withStore { store in
            store.sellCrown()
            store.script { $0.isHoldingChanges = true }
            async let read = Transaction.all.collected()
            await store.untilHolding()
            // The listener needs a pull after the one under way; the purchase must not come between.
            var updates = Transaction.updates.makeAsyncIterator()
            async let bought = Product(.consumable("crown"), storefront: .usa).purchase()
            let center = StoreCenter.current
            while store.count(.purchase) == 0, center.state.withLock({ $0.session?.readers.count ?? 0 }) < 2 {
                await Task.yield()
            }
            store.release()
            _ = await read
            _ = try await bought
            try store.put(.made(2))
            #expect(await updates.next()?.unsafePayloadValue.id == 2)
        }
    }

    @Test func aListenerThatArrivesAfterAPurchaseGetsItAsUnfinished() async throws {
        try await withStore { store in
            store.sellCrown()
            _ = await Transaction.all.collected()
            store.script { $0.isHoldingChanges = true }
            async let read = Transaction.all.collected()
            await store.untilHolding()
            // The answer under way knows nothing of the purchase.
            _ = try await Product(.consumable("crown"), storefront: .usa).purchase()
            var updates = Transaction.updates.makeAsyncIterator()
            store.release()
            _ = await read
            #expect(await updates.next()?.unsafePayloadValue.id == 1)
        }
    }

    @Test func aRefundIsAnnouncedUnderTheSameIdentifier() async throws {
        try await withStore { store in
            try store.put(.made(1), isFinished: true)
            var updates = Transaction.updates.makeAsyncIterator()
            await store.untilWaiting()
            try store.put(JWSTransactionDecodedPayload.made(1).revoked(), isFinished: true)
            let refund = await updates.next()?.unsafePayloadValue
            #expect(refund?.id == 1)
            #expect(refund?.revocationDate != nil)
        }
    }

    @Test func whatHappensAfterTheIteratorWasMadeIsNotLost() async throws {
        try await withStore { store in
            try store.put(.made(1), isFinished: true)
            _ = await Transaction.all.collected()
            var updates = Transaction.updates.makeAsyncIterator()
            try store.put(JWSTransactionDecodedPayload.made(1).revoked(), isFinished: true)
            #expect(await updates.next()?.unsafePayloadValue.revocationDate != nil)
        }
    }

    @Test func anIteratorThatArrivesDuringAPullMissesNothingAndGetsNothingTwice() async throws {
        try await withStore { store in
            var early = Transaction.updates.makeAsyncIterator()
            await store.untilWaiting()
            store.script { $0.isHoldingChanges = true }
            try store.put(.made(1))
            await store.untilHolding()
            // The answer under way holds the first transaction and not the second.
            var late = Transaction.updates.makeAsyncIterator()
            try store.put(.made(2, day: 1))
            store.release()
            var given: [UInt64?] = []
            for _ in 0..<2 { given.append(await late.next()?.unsafePayloadValue.id) }
            #expect(given.compactMap { $0 }.sorted() == [1, 2])
            try store.put(.made(3, day: 2))
            #expect(await late.next()?.unsafePayloadValue.id == 3)
            for id in 1...3 {
                #expect(await early.next()?.unsafePayloadValue.id == UInt64(id))
            }
        }
    }

    @Test func cancellingEndsAnIteratorAtOnceAndForEver() async throws {
        try await withStore { store in
            try store.put(.made(1))
            let (started, start) = AsyncStream.makeStream(of: Void.self)
            let listener = Task {
                var updates = Transaction.updates.makeAsyncIterator()
                let first = await updates.next()?.unsafePayloadValue.id
                start.yield()
                let end = await updates.next()
                let after = await updates.next()
                return (first, end == nil, after == nil)
            }
            for await _ in started { break }
            listener.cancel()
            let (first, isEnded, staysEnded) = await listener.value
            #expect(first == 1)
            #expect(isEnded)
            #expect(staysEnded)
        }
    }

    @Test func anIteratorInACancelledTaskGivesNothingThoughThereIsSomething() async throws {
        try await withStore { store in
            try store.put(.made(1))
            let listener = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                var updates = Transaction.updates.makeAsyncIterator()
                return await updates.next() == nil
            }
            #expect(await listener.value)
        }
    }

    @Test func thousandsOfIteratorsComeAndGoAndLeaveNothingBehind() async throws {
        try await withStore { store in
            let center = StoreCenter.current
            for _ in 0..<1_000 {
                _ = Transaction.updates.makeAsyncIterator()
                _ = SubscriptionStatus.updates.makeAsyncIterator()
                _ = Storefront.updates.makeAsyncIterator()
                _ = Message.messages.makeAsyncIterator()
                _ = PurchaseIntent.intents.makeAsyncIterator()
            }
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<1_000 {
                    group.addTask { for await _ in Transaction.updates {} }
                }
                group.cancelAll()
            }
            let (isEmpty, isListening) = center.state.withLock { ($0.audience.isEmpty, $0.listening != nil) }
            #expect(isEmpty)
            #expect(!isListening)
        }
    }

    @Test func manyIteratorsEachGetEverything() async throws {
        try await withStore { store in
            let sums = await withTaskGroup(of: UInt64.self) { group in
                for _ in 0..<50 {
                    let updates = Transaction.updates
                    group.addTask {
                        var sum: UInt64 = 0
                        var count = 0
                        for await result in updates {
                            sum += result.unsafePayloadValue.id
                            count += 1
                            if count == 20 { break }
                        }
                        return sum
                    }
                }
                for id in 1...20 {
                    try? store.put(.made(id, day: Double(id)))
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(sums == Array(repeating: 210, count: 50))
        }
    }

    @Test func aSlowListenerLosesNothingAndHoldsNobodyUp() async throws {
        try await withStore { store in
            var slow = Transaction.updates.makeAsyncIterator()
            var quick = Transaction.updates.makeAsyncIterator()
            for id in 1...100 {
                try store.put(.made(id, day: Double(id)))
                #expect(await quick.next()?.unsafePayloadValue.id == UInt64(id))
            }
            for id in 1...100 {
                #expect(await slow.next()?.unsafePayloadValue.id == UInt64(id))
            }
        }
    }

    @Test func failuresNeitherLoseNorRepeatAnything() async throws {
        let pauses = Record<Duration>()
        let sleep: @Sendable (Duration) async throws -> Void = { pause in
            pauses.add(pause)
            try Task.checkCancellation()
        }
        try await withStore(sleep: sleep) { store in
            var updates = Transaction.updates.makeAsyncIterator()
            await store.untilWaiting()
            store.script { $0.failures = [.lost, .lost, .lost] }
            try store.put(.made(1))
            #expect(await updates.next()?.unsafePayloadValue.id == 1)
            await store.untilWaiting()
            store.cutWaiters()
            await store.untilWaiting()
            try store.put(.made(2))
            #expect(await updates.next()?.unsafePayloadValue.id == 2)
            #expect(pauses.all.count == 4)
            #expect(pauses.all[0] < pauses.all[1] && pauses.all[1] < pauses.all[2])
        }
    }

    @Test func aStoreStartedAgainRepeatsNothing() async throws {
        try await withStore { store in
            try store.put(.made(1))
            var updates = Transaction.updates.makeAsyncIterator()
            #expect(await updates.next()?.unsafePayloadValue.id == 1)
            await store.untilWaiting()
            store.clear(epoch: "second")
            try store.put(
                JWSTransactionDecodedPayload.made(1).with { $0.signedDate = Date(timeIntervalSince1970: 2e9) })
            try store.put(.made(2))
            #expect(await updates.next()?.unsafePayloadValue.id == 2)
        }
    }

    @Test func finishingIsRememberedAndHarmlessTwice() async throws {
        try await withStore { store in
            try store.put(.made(1))
            let transaction = try #require(await Transaction.unfinished.collected().first).payloadValue
            await transaction.finish()
            await transaction.finish()
            #expect(await Transaction.unfinished.collected().isEmpty)
            #expect(store.count(.finish) == 2)
        }
    }

    @Test(arguments: [StoreFailure.Code.network, .badAnswer, .unknown])
    func whatTheStoreCouldNotBeToldIsToldLater(code: StoreFailure.Code) async throws {
        let failure = StoreFailure(code, "Not now", fix: "Try again.")
        try await withStore { store in
            try store.put(.made(1))
            let transaction = try #require(await Transaction.unfinished.collected().first).payloadValue
            store.script { $0.failures = [failure] }
            await transaction.finish()
            store.script { $0.failures = [failure] }
            #expect(await Transaction.unfinished.collected().isEmpty, "finished here, whatever the store knows")
            #expect(store.state.withLock { $0.transactions["1"]?.isFinished } == false)
            _ = await Transaction.all.collected()
            #expect(store.state.withLock { $0.transactions["1"]?.isFinished } == true)
        }
    }

    @Test func finishingInACancelledTaskStillFinishes() async throws {
        try await withStore { store in
            try store.put(.made(1))
            let transaction = try #require(await Transaction.unfinished.collected().first).payloadValue
            await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                await transaction.finish()
            }.value
            #expect(store.state.withLock { $0.transactions["1"]?.isFinished } == true)
        }
    }
}
