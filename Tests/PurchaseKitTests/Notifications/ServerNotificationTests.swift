// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import PurchaseKit
import Testing

@Suite struct ServerNotificationTests {
    @Test("A notification is read by the articles' names, with all its parts")
    func known() throws {
        let json = """
            {"notificationType": "DID_FAIL_TO_RENEW", "subtype": "GRACE_PERIOD", "notificationUUID": "u", "version": "2.0",
             "signedDate": 1700000000000,
             "data": {"bundleId": "com.example.shop", "environment": "Sandbox", "signedTransactionInfo": "a.b.c"}}
            """
        let notification = try JSONDecoder().decode(ServerNotification.self, from: Data(json.utf8))
        #expect(notification.notificationType == NotificationType.didFailToRenew)
        #expect(notification.data?.signedTransactionInfo == "a.b.c")
        // Case 72: there is none for anything but an auto-renewable subscription.
        #expect(notification.data?.signedRenewalInfo == nil)
    }

    @Test("A type that nobody knows yet is kept")
    func unknown() throws {
        let json = #"{"notificationType": "SOMETHING_NEW", "subtype": "AND_HOW"}"#
        let notification = try JSONDecoder().decode(ServerNotification.self, from: Data(json.utf8))
        #expect(notification.notificationType == nil)
        #expect(notification.rawNotificationType == "SOMETHING_NEW")
        #expect(notification.rawSubtype == "AND_HOW")
    }

    @Test(
        "Every type that the articles name has their name",
        arguments: [
            (NotificationType.subscribed, "SUBSCRIBED"), (.didRenew, "DID_RENEW"),
            (.didFailToRenew, "DID_FAIL_TO_RENEW"), (.didChangeRenewalStatus, "DID_CHANGE_RENEWAL_STATUS"),
            (.expired, "EXPIRED"), (.gracePeriodExpired, "GRACE_PERIOD_EXPIRED"), (.offerRedeemed, "OFFER_REDEEMED"),
            (.priceIncrease, "PRICE_INCREASE"), (.refund, "REFUND"), (.renewalExtended, "RENEWAL_EXTENDED"),
            (.revoke, "REVOKE"),
        ])
    func articles(type: NotificationType, name: String) {
        #expect(type.rawValue == name)
    }
}
