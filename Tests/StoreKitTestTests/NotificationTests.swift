// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData
import StoreKit
import StoreKitTest
import Testing

@Suite struct NotificationTests {
    @Test("Every notification since the beginning can be looked up, in order")
    func all() async throws {
        try await withSession { session in
            let first = try await buy("corner.plus.monthly")
            session.advance(to: try #require(first.expirationDate))
            try session.disableAutoRenewForTransaction(identifier: UInt(first.id))
            session.advance(by: .seconds(40 * 86_400))
            let found = session.allNotifications()
            #expect(found.map(\.type) == ["SUBSCRIBED", "DID_RENEW", "DID_CHANGE_RENEWAL_STATUS", "EXPIRED"])
            #expect(found.map(\.subtype) == ["INITIAL_BUY", nil, "AUTO_RENEW_DISABLED", "VOLUNTARY"])
            #expect(found.map(\.transactionIdentifier) == [0, 1, 1, 1])
            #expect(found.map(\.productIdentifier) == Array(repeating: "corner.plus.monthly", count: 4))
            #expect(found[1].date == first.expirationDate)
            #expect(Set(found.map(\.id)).count == 4)
            #expect(found[0].description == "SUBSCRIBED/INITIAL_BUY corner.plus.monthly #0")
        }
    }

    @Test("The sequence begins with the first and goes on with what comes")
    func sequence() async throws {
        try await withSession { session in
            _ = try await buy("corner.coins")
            var notifications = session.notifications.makeAsyncIterator()
            #expect(await notifications.next()?.type == "ONE_TIME_CHARGE")
            let plus = try await buy("corner.plus.monthly")
            #expect(await notifications.next()?.type == "SUBSCRIBED")
            try session.refundTransaction(identifier: UInt(plus.id))
            let refund = try #require(await notifications.next())
            #expect(refund.type == "REFUND")
            #expect(refund.transactionIdentifier == UInt(plus.id))
        }
    }

    @Test("The sequence ends when its reader is cancelled, and stays ended")
    func cancellation() async throws {
        try await withSession { session in
            let (began, begin) = AsyncStream.makeStream(of: Void.self)
            let reader = Task {
                var notifications = session.notifications.makeAsyncIterator()
                begin.yield()
                let first = await notifications.next()
                let second = await notifications.next()
                return first == nil && second == nil
            }
            for await _ in began { break }
            reader.cancel()
            #expect(await reader.value)
        }
    }

    @Test("A notification is signed so that whoever trusts the session's certificate can verify it, and nobody else")
    func signature() async throws {
        try await withSession { session in
            _ = try await buy("corner.plus.monthly")
            let signed = try #require(session.allNotifications().first).signedPayload
            let verifier = JWSVerifier(
                trust: .xcode(try Certificate(der: session.certificate)), expecting: .anything)
            let payload = try verifier.verify(signed, as: ResponseBodyV2DecodedPayload.self).payload
            #expect(payload.rawNotificationType == "SUBSCRIBED")
            let transaction = try #require(payload.data?.signedTransactionInfo)
            #expect(
                try verifier.verify(transaction, as: JWSTransactionDecodedPayload.self).payload.transactionId == "0")
            let other = try SKTestSession(configurationFileNamed: "Corner").certificate
            let stranger = JWSVerifier(trust: .xcode(try Certificate(der: other)), expecting: .anything)
            #expect(throws: VerificationFailure.self) {
                try stranger.verify(signed, as: ResponseBodyV2DecodedPayload.self)
            }
        }
    }
}
