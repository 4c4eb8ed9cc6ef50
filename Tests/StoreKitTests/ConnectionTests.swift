// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData
import StoreKitTest
import StoreLink
import Synchronization
import Testing

@testable import StoreKit

@Suite(.timeLimit(.minutes(1))) struct ConnectionTests {
    @Test func withoutAStoreCallsThatThrowSayHowToConnect() async throws {
        await StoreConnection.isolated {
            let error = await #expect(throws: StoreKitError.self) {
                try await Product.products(for: ["gems"])
            }
            guard case .systemError(let inner as StoreConnectionError) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(inner.code == .notConnected)
            #expect("\(inner)".contains("OPENSTOREKIT_STORE"))
            #expect("\(StoreKitError.systemError(inner))".contains("OPENSTOREKIT_STORE"))
            #expect(error?.localizedDescription.contains("OPENSTOREKIT_STORE") == true)
            await #expect(throws: StoreKitError.self) { try await AppStore.sync() }
            await #expect(throws: StoreKitError.self) { try await AppTransaction.shared }
            await #expect(throws: StoreKitError.self) { try await SubscriptionInfo.status(for: "plans") }
            await #expect(throws: StoreKitError.self) {
                try await Product(.consumable("gems"), storefront: .usa).purchase()
            }
        }
    }

    @Test func withoutAStoreCallsThatCannotThrowAreEmpty() async throws {
        await StoreConnection.isolated {
            #expect(await Transaction.all.collected().isEmpty)
            #expect(await Transaction.currentEntitlements.collected().isEmpty)
            #expect(await Transaction.latest(for: "gems") == nil)
            #expect(await Storefront.current?.id == nil)
            #expect(AppStore.deviceVerificationID == nil)
            #expect(await SubscriptionInfo.isEligibleForIntroOffer(for: "plans"))
        }
    }

    @Test func updatesWaitForAStoreAndFollowTheNext() async throws {
        let trust = try Signing.trust
        try await StoreConnection.isolated {
            var updates = Transaction.updates.makeAsyncIterator()
            let first = FakeStore()
            try first.put(.made(1))
            StoreConnection.use(service: first, trust: trust, device: Signing.device)
            #expect(await updates.next()?.unsafePayloadValue.productID == "gems")
            await first.untilWaiting()
            // The next store counts from one again.
            let second = FakeStore()
            try second.put(.made(1, product: "crown"))
            StoreConnection.use(service: second, trust: trust, device: Signing.device)
            #expect(await updates.next()?.unsafePayloadValue.productID == "crown")
            StoreConnection.disconnect()
            try second.put(.made(2))
            StoreConnection.use(service: first, trust: trust, device: Signing.device)
            #expect(await updates.next()?.unsafePayloadValue.productID == "gems")
        }
    }

    @Test func aTransactionIsFinishedWhereItCameFrom() async throws {
        let trust = try Signing.trust
        try await withStore { first in
            try first.put(.made(1))
            let transaction = try #require(await Transaction.unfinished.collected().first).payloadValue
            let second = FakeStore()
            try second.put(.made(1))
            StoreConnection.use(service: second, trust: trust, device: Signing.device)
            await transaction.finish()
            #expect(await Transaction.unfinished.collected().ids == [1])
            #expect(first.count(.finish) == 1)
            #expect(second.count(.finish) == 0)
        }
    }

    @Test func readersThatAskAtOnceShareOnePull() async throws {
        try await withStore { store in
            try store.put(.made(1))
            store.script { $0.isHoldingChanges = true }
            await withTaskGroup(of: Int.self) { group in
                group.addTask { await Transaction.all.collected().count }
                await store.untilHolding()
                let center = StoreCenter.current
                for _ in 0..<20 {
                    group.addTask { await Transaction.all.collected().count }
                }
                while center.state.withLock({ $0.session?.readers.count }) != 20 { await Task.yield() }
                store.release()
                for await count in group { #expect(count == 1) }
            }
            #expect(store.count(.changes) == 2, "one under way, and one for all who came after it")
        }
    }

    @Test func aReaderDuringAPullReadsWhatHappenedSince() async throws {
        try await withStore { store in
            store.script { $0.isHoldingChanges = true }
            async let early = Transaction.all.collected().count
            await store.untilHolding()
            try store.put(.made(1))
            let center = StoreCenter.current
            async let late = Transaction.all.collected().count
            while center.state.withLock({ $0.session?.readers.isEmpty }) != false { await Task.yield() }
            store.release()
            _ = await early
            #expect(await late == 1)
        }
    }

    @Test func readersOfAStoreThatIsReplacedReadTheNext() async throws {
        let trust = try Signing.trust
        try await withStore { first in
            first.script { $0.isHoldingChanges = true }
            async let count = Transaction.all.collected().count
            await first.untilHolding()
            let second = FakeStore()
            try second.put(.made(1))
            StoreConnection.use(service: second, trust: trust, device: Signing.device)
            first.release()
            #expect(await count == 1)
        }
    }

    @Test func aReadInACancelledTaskAnswersTruthfully() async throws {
        try await withStore { store in
            try store.put(.made(1, product: "crown", type: .nonConsumable))
            let ids = await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await Transaction.currentEntitlements.collected().ids
            }.value
            #expect(ids == [1])
        }
    }

    @Test func offlineTheLastKnownEntitlementsHold() async throws {
        try await withStore { store in
            try store.put(.made(1, product: "crown", type: .nonConsumable))
            _ = await Transaction.all.collected()
            store.script { $0.failures = [.lost, .lost] }
            #expect(await Transaction.currentEntitlements.collected().ids == [1])
            let error = await #expect(throws: StoreKitError.self) { try await AppStore.sync() }
            guard case .networkError = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test func aDeviceTheStoreForgotIntroducesItselfAgain() async throws {
        try await withStore { store in
            try store.put(.made(1))
            _ = await Transaction.all.collected()
            store.script { $0.failures = [StoreFailure(.unknownDevice, "Unknown device", fix: "Connect.")] }
            #expect(await Transaction.all.collected().ids == [1])
            #expect(store.count(.connect) == 2)
        }
    }

    @Test func everySignedTextIsVerifiedOnce() async throws {
        let reports = Record<StoreConnectionError>()
        try await withStore(report: { reports.add($0) }) { store in
            store.script { state in
                state.revision = 1
                state.transactions["1"] = TransactionChange(
                    revision: 1, jws: "rubbish", isFinished: false, isAnnounced: true)
            }
            try store.put(.made(2))
            #expect(await Transaction.all.collected().ids == [2])
            #expect(await Transaction.all.collected().ids == [2])
            #expect(reports.all.map(\.code) == [.unreadableFact])
        }
    }

    @Test func theAppTransactionIsAskedForOnceUntilItIsRefreshed() async throws {
        try await withStore { store in
            let signed = try Signing.sign(AppStoreModel.AppTransaction.made())
            store.script { $0.appTransaction = signed }
            #expect(try await StoreKit.AppTransaction.shared.payloadValue.bundleID == Signing.bundleID)
            #expect(try await StoreKit.AppTransaction.shared.jwsRepresentation == signed)
            #expect(store.count(.appTransaction) == 1)
            let renewed = try Signing.sign(AppStoreModel.AppTransaction.made())
            store.script { $0.appTransaction = renewed }
            #expect(try await StoreKit.AppTransaction.refresh().jwsRepresentation == renewed)
            #expect(try await StoreKit.AppTransaction.shared.jwsRepresentation == renewed)
            #expect(store.count(.appTransaction) == 2)
        }
    }

    @Test func theDeviceIdentifierIsThatOfTheConnection() async throws {
        try await withStore { _ in
            #expect(AppStore.deviceVerificationID == Signing.device)
            #expect(AppStore.canMakePayments)
        }
    }

    @Test func introductoryEligibilityIsCurrent() async throws {
        try await withStore { store in
            let subscription = try #require(Product(.monthly, storefront: .usa).subscription)
            #expect(await subscription.isEligibleForIntroOffer)
            try store.put(.period(100).with { $0.offerType = .introductoryOffer })
            try store.put(JWSRenewalInfoDecodedPayload.made())
            #expect(await !subscription.isEligibleForIntroOffer)
        }
    }
}

@Suite struct StoreEnvironmentTests {
    @Test func anEnvironmentThatNamesNoStoreIsNone() {
        #expect(StoreEnvironment([:]) == nil)
        #expect(StoreEnvironment(["OPENSTOREKIT_STORE": ""]) == nil)
    }

    @Test(
        "What is wrong with the environment is said",
        arguments: [
            (["OPENSTOREKIT_STORE": "http://127.0.0.1:1"], StoreConnectionError.Code.invalidRootCertificate),
            (
                ["OPENSTOREKIT_STORE": "http://127.0.0.1:1", "OPENSTOREKIT_ROOT": "/nowhere/root.der"],
                .invalidRootCertificate
            ),
            (["OPENSTOREKIT_STORE": "127.0.0.1", "OPENSTOREKIT_ROOT": "/dev/null"], .invalidAddress),
            (["OPENSTOREKIT_STORE": "ftp://127.0.0.1", "OPENSTOREKIT_ROOT": "/dev/null"], .invalidAddress),
            (["OPENSTOREKIT_STORE": "http://127.0.0.1", "OPENSTOREKIT_ROOT": "/dev/null"], .invalidRootCertificate),
        ])
    func whatIsWrongIsSaid(variables: [String: String], code: StoreConnectionError.Code) throws {
        let environment = try #require(StoreEnvironment(variables))
        let error = #expect(throws: StoreConnectionError.self) { try environment.client() }
        #expect(error?.code == code)
    }

    @Test func aStoreThatTheEnvironmentNamesIsConnected() async throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).der")
        try Signing.authority.root.derRepresentation.write(to: root)
        defer { try? FileManager.default.removeItem(at: root) }
        let environment = try #require(
            StoreEnvironment(["OPENSTOREKIT_STORE": "http://127.0.0.1:1", "OPENSTOREKIT_ROOT": root.path]))
        let client = try environment.client()
        let center = StoreCenter(fallback: { () throws(StoreConnectionError) in client })
        await StoreCenter.$own.withValue(center) {
            #expect(AppStore.deviceVerificationID == client.device)
            // Nothing listens there.
            let error = await #expect(throws: StoreKitError.self) { try await Product.products(for: ["gems"]) }
            guard case .networkError = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test func connectingRefusesWhatIsNoCertificate() async throws {
        let url = try #require(URL(string: "http://127.0.0.1:1"))
        await StoreConnection.isolated {
            let error = await #expect(throws: StoreConnectionError.self) {
                try await StoreConnection.connect(to: url, trusting: Data([1, 2, 3]))
            }
            #expect(error?.code == .invalidRootCertificate)
            let silent = await #expect(throws: StoreConnectionError.self) {
                try await StoreConnection.connect(to: url, trusting: Signing.authority.root.derRepresentation)
            }
            #expect(silent?.code.rawValue == "network")
        }
    }
}

/// The store of the process, which detached tasks see.
@Suite(.processStore, .timeLimit(.minutes(1))) struct ProcessStoreTests {
    @Test func aDetachedTaskHearsTheStoreOfTheProcess() async throws {
        let (heard, tell) = AsyncStream.makeStream(of: UInt64.self)
        let listener = Task.detached {
            for await result in Transaction.updates {
                await result.unsafePayloadValue.finish()
                tell.yield(result.unsafePayloadValue.id)
            }
        }
        let store = FakeStore()
        StoreConnection.use(service: store, trust: try Signing.trust, device: Signing.device)
        defer { StoreConnection.disconnect() }
        try store.put(.made(1))
        var ids = heard.makeAsyncIterator()
        #expect(await ids.next() == 1)
        #expect(await Transaction.unfinished.collected().isEmpty)
        listener.cancel()
        await listener.value
    }

    @Test func anotherStoreInPlaceOfTheFirstIsHeardToo() async throws {
        let (heard, tell) = AsyncStream.makeStream(of: String.self)
        let listener = Task.detached {
            for await result in Transaction.updates { tell.yield(result.unsafePayloadValue.productID) }
        }
        defer { StoreConnection.disconnect() }
        var products = heard.makeAsyncIterator()
        for product in ["gems", "crown"] {
            let store = FakeStore()
            StoreConnection.use(service: store, trust: try Signing.trust, device: Signing.device)
            try store.put(.made(1, product: product))
            #expect(await products.next() == product)
        }
        listener.cancel()
        await listener.value
    }
}
