// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Testing

@Suite struct OpenEnumTests {
    @Test func unknownStringsSurvive() throws {
        let json = #"{"environment":"Moon","type":"Rental"}"#
        let payload = try read(JWSTransactionDecodedPayload.self, from: json)
        #expect(payload.environment == nil)
        #expect(payload.rawEnvironment == "Moon")
        #expect(payload.type == nil)
        #expect(payload.rawType == "Rental")
        #expect(try written(payload) == json)
    }

    @Test func unknownNumbersSurvive() throws {
        let json = #"{"offerType":99,"revocationReason":-1}"#
        let payload = try read(JWSTransactionDecodedPayload.self, from: json)
        #expect(payload.offerType == nil)
        #expect(payload.rawOfferType == 99)
        #expect(payload.revocationReason == nil)
        #expect(payload.rawRevocationReason == -1)
        #expect(try written(payload) == json)
    }

    @Test func unknownKeysAreTolerated() throws {
        let payload = try read(
            ResponseBodyV2DecodedPayload.self,
            from: #"{"notificationType":"TEST","newIn2031":{"a":[1]},"data":{"x":1}}"#)
        #expect(payload.notificationType == .test)
        #expect(payload.data == NotificationData())
    }

    @Test func settingTheValueSetsTheRawOne() {
        var payload = JWSTransactionDecodedPayload(rawType: "Rental")
        payload.type = .consumable
        #expect(payload.rawType == "Consumable")
        payload.type = nil
        #expect(payload.rawType == nil)
    }

    @Test func bothInitialisersMakeTheSame() {
        let typed = NotificationData(environment: .sandbox, status: .billingGracePeriod)
        #expect(typed == NotificationData(rawEnvironment: "Sandbox", rawStatus: 4))
    }

    @Test(arguments: [("CREATED", Subtype.created), ("ACTIVE_TOKEN_REMINDER", .activeTokenReminder)])
    func documentedSubtypesOfExternalPurchasesAreKnown(_ raw: String, _ subtype: Subtype) {
        #expect(Subtype(rawValue: raw) == subtype)
    }

    @Test func aNotificationFilterKeepsWhatItDoesNotKnow() throws {
        let request = try read(
            NotificationHistoryRequest.self, from: #"{"notificationSubtype":"LATER","notificationType":"SOON"}"#)
        #expect(request.notificationType == nil)
        #expect(request.rawNotificationType == "SOON")
        #expect(request.rawNotificationSubtype == "LATER")
    }
}
