// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Testing

@Suite struct NotificationPayloadTests {
    @Test func aNotificationAboutAPurchaseIsRead() throws {
        let payload = try Fixture.read(ResponseBodyV2DecodedPayload.self, "signedNotification")
        #expect(payload.notificationType == .subscribed)
        #expect(payload.subtype == .initialBuy)
        #expect(payload.notificationUUID == "002e14d5-51f5-4503-b5a8-c3a1af68eb20")
        #expect(payload.version == "2.0")
        #expect(payload.signedDateOptional == Date(milliseconds: 1_698_148_900_000))
        #expect(
            payload.data
                == NotificationData(
                    environment: .localTesting, appAppleId: 41_234, bundleId: "com.example", bundleVersion: "1.2.3",
                    signedTransactionInfo: "signed_transaction_info_value",
                    signedRenewalInfo: "signed_renewal_info_value", status: .active))
        #expect(payload.summary == nil)
        #expect(payload.externalPurchaseToken == nil)
        #expect(payload.appData == nil)
    }

    @Test func aConsumptionRequestCarriesItsReason() throws {
        let payload = try Fixture.read(ResponseBodyV2DecodedPayload.self, "signedConsumptionRequestNotification")
        #expect(payload.notificationType == .consumptionRequest)
        #expect(payload.subtype == nil)
        #expect(payload.data?.consumptionRequestReason == .unintendedPurchase)
    }

    @Test func aSummaryTakesThePlaceOfData() throws {
        let payload = try Fixture.read(ResponseBodyV2DecodedPayload.self, "signedSummaryNotification")
        #expect(payload.notificationType == .renewalExtension)
        #expect(payload.subtype == .summary)
        #expect(payload.data == nil)
        #expect(payload.summary?.storefrontCountryCodes == ["CAN", "USA", "MEX"])
        #expect(payload.summary?.succeededCount == 5)
        #expect(payload.summary?.failedCount == 2)
    }

    @Test func withdrawnConsentCarriesTheAppTransaction() throws {
        let payload = try Fixture.read(ResponseBodyV2DecodedPayload.self, "signedRescindConsentNotification")
        #expect(payload.notificationType == .rescindConsent)
        #expect(payload.appData?.environment == .localTesting)
        #expect(payload.appData?.signedAppTransactionInfo == "signed_app_transaction_info_value")
    }

    @Test func customLinkTokensCarryTheirEndAndType() throws {
        let json =
            #"{"externalPurchaseId":"SANDBOX_1","tokenCreationDate":1,"tokenExpirationDate":2,"tokenType":"SERVICES"}"#
        let token = try read(ExternalPurchaseToken.self, from: json)
        #expect(token.tokenCreationDate == 1)
        #expect(token.tokenExpirationDate == 2)
        #expect(token.tokenType == .services)
        #expect(try written(token) == json)
    }
}
