// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData
import Testing

/// What a server does with a notification: nothing in it counts before Apple's signature does.
struct NotificationDesk {
    let verifier: JWSVerifier

    func receive(_ signedPayload: String) throws -> String {
        let notification: ResponseBodyV2DecodedPayload = try verifier.verify(signedPayload).payload
        guard let signed = notification.data?.signedTransactionInfo else { return "no transaction" }
        let transaction: JWSTransactionDecodedPayload = try verifier.verify(signed).payload
        let end = transaction.expiresDate.map { $0.formatted(.iso8601) } ?? "ever"
        return "\(notification.rawNotificationType ?? "?"): \(transaction.productId ?? "?") until \(end)"
    }
}

@Suite struct NotificationTests {
    @Test func believesAppleAndNobodyElse() throws {
        let app = ExpectedApp(bundleID: "com.loki-project.loki-messenger", environments: [.sandbox])
        let desk = NotificationDesk(verifier: JWSVerifier(trust: .appStore(), expecting: app))
        let signed = try String(contentsOf: sampleNotification, encoding: .utf8)
        #expect(try desk.receive(signed) == "DID_RENEW: com.getsession.org.pro_sub until 2025-10-01T07:12:12Z")
        #expect(throws: VerificationFailure.self) { try desk.receive("x" + signed) }
    }
}
