// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import SignedData
import StoreEngine
import Testing

@Suite struct NotificationEndpointTests {
    @Test func aHistoryIsTakenInAndShown() async throws {
        let backend = try await Backend()
        let history = try SignedHistory(seed: 3, signer: backend.signer)
        for notification in history.notifications { #expect(try await backend.notify(notification) == 200) }
        backend.advance(to: history.engine.now)
        let listed = try await backend.ask(.get, "/v1/notifications?limit=1000")
        #expect(listed["notifications"].array.count == history.notifications.count)
        let text = try await backend.ask(.get, "/v1/notifications/1/payload")
        #expect(String(decoding: text.body, as: UTF8.self) == history.notifications.first)
    }

    // Cases 67 and 68.
    @Test func theSameNotificationSixTimesCountsOnce() async throws {
        let backend = try await Backend()
        let notification = try #require(SignedHistory(seed: 3, signer: backend.signer).notifications.first)
        for _ in 0..<6 { #expect(try await backend.notify(notification) == 200) }
        #expect(try await backend.ask(.get, "/v1/notifications")["notifications"].array.count == 1)
    }

    @Test func aNotificationWithoutUUIDCountsOnce() async throws {
        let backend = try await Backend()
        var payload = Sale.notification(.test)
        payload.notificationUUID = nil
        payload.data?.signedTransactionInfo = nil
        let signed = try backend.sign(payload)
        #expect(try await backend.notify(signed) == 200)
        #expect(try await backend.notify(signed) == 200)
        payload.signedDate = SignedHistory.opening.date + 1
        #expect(try await backend.notify(try backend.sign(payload)) == 200)
        #expect(try await backend.ask(.get, "/v1/notifications")["notifications"].array.count == 2)
    }

    @Test func whatIsNotUnderstoodIsKeptAndListed() async throws {
        let backend = try await Backend()
        var payload = Sale.notification(.test)
        payload.rawNotificationType = "SOMETHING_NEW"
        #expect(try await backend.notify(try backend.sign(payload)) == 200)
        #expect(try await backend.notify(try backend.sign(Sale.notification(.subscribed))) == 200)
        let listed = try await backend.ask(.get, "/v1/notifications?notUnderstood=true")["notifications"].array
        #expect(listed.map { $0["type"].string } == ["SOMETHING_NEW"])
    }

    @Test(
        "What can never be accepted is answered 400, kept and shown",
        arguments: ["", "[]", "{}", #"{"signedPayload": "a.b.c"}"#, #"{"signedPayload": 7}"#])
    func junk(body: String) async throws {
        let backend = try await Backend()
        let answer = try await backend.ask(.post, "/v1/notifications/apple", body, key: "")
        #expect(answer.status == 400)
        let refusals = try await backend.ask(.get, "/v1/refusals")["refusals"].array
        #expect(refusals.map { $0["text"].string } == [body])
        #expect(refusals.first?["code"].string == answer["code"].string)
    }

    // Cases 56 and 59.
    @Test func strangersAndOtherEnvironmentsAreRefused() async throws {
        let backend = try await Backend(environments: [.sandbox])
        let stranger = JWSSigner(try CertificateAuthority.make(now: SignedHistory.opening.date))
        let payload = Sale.notification(.subscribed)
        #expect(try await backend.notify(try stranger.sign(WireJSON.encode(payload))) == 400)
        var production = Sale.notification(.subscribed)
        production.data?.environment = .production
        #expect(try await backend.notify(try backend.sign(production)) == 400)
        let codes = try await backend.ask(.get, "/v1/refusals")["refusals"].array.map { $0["code"].string }
        #expect(codes == ["untrustedRoot", "wrongEnvironment"])
    }

    @Test func aLocalStoreOfOneEnvironmentCannotSpeakOfAnother() async throws {
        let sandbox = try CertificateAuthority.make(now: SignedHistory.opening.date)
        let backend = try await Backend(environments: [.sandbox, .production], authority: sandbox)
        // Both environments are known, but what is inside is of the other.
        var payload = Sale.notification(.subscribed)
        var transaction = Sale.transaction()
        transaction.environment = .production
        payload.data?.signedTransactionInfo = try backend.sign(transaction)
        #expect(try await backend.notify(try backend.sign(payload)) == 400)
        let codes = try await backend.ask(.get, "/v1/refusals")["refusals"].array.map { $0["code"].string }
        #expect(codes == ["contradiction"])
    }

    @Test func anAppThatIsNotRegisteredYetCanBeSoLater() async throws {
        let backend = try await Backend()
        var payload = Sale.notification(.test)
        payload.data?.bundleId = "com.example.other"
        #expect(try await backend.notify(try backend.sign(payload)) == 503)
        #expect(try await backend.ask(.get, "/v1/refusals")["refusals"].array.isEmpty)
    }

    @Test func eachAppHasAnAddressOfItsOwn() async throws {
        let backend = try await Backend(apps: [Backend.bundleID, "com.example.other"])
        let signed = try backend.sign(Sale.notification(.subscribed))
        #expect(try await backend.notify(signed, "/v1/notifications/apple/com.example.other") == 400)
        #expect(try await backend.notify(signed, "/v1/notifications/apple/\(Backend.bundleID)") == 200)
    }

    // Case 72: there is no renewal info with a single purchase, and no transaction with a test.
    @Test func partsThatAreNotThereAreNotMissed() async throws {
        let backend = try await Backend()
        #expect(try await backend.notify(try backend.sign(Sale.notification(.test))) == 200)
        var payload = Sale.notification(.oneTimeCharge)
        payload.data?.signedTransactionInfo = try backend.sign(Sale.coins(id: "7"))
        #expect(try await backend.notify(try backend.sign(payload)) == 200)
        var summary = ResponseBodyV2DecodedPayload(notificationType: .renewalExtension, notificationUUID: "s")
        summary.summary = Summary(environment: .sandbox, bundleId: Backend.bundleID)
        summary.signedDate = SignedHistory.opening.date
        #expect(try await backend.notify(try backend.sign(summary)) == 200)
    }
}
