// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Testing

@Suite struct ServerAPIBodyTests {
    @Test func statusesAreReadByGroup() throws {
        let response = try Fixture.read(StatusResponse.self, "getAllSubscriptionStatusesResponse")
        let groups = try #require(response.data)
        #expect(groups.map(\.subscriptionGroupIdentifier) == ["sub_group_one", "sub_group_two"])
        #expect(groups.map { $0.lastTransactions?.map(\.status) } == [[.active, .revoked], [.expired]])
    }

    @Test func deliveriesAreReadInOrder() throws {
        let response = try Fixture.read(NotificationHistoryResponse.self, "getNotificationHistoryResponse")
        let history = try #require(response.notificationHistory)
        #expect(
            history.map { $0.sendAttempts?.map(\.sendAttemptResult) } == [
                [.noResponse, .success], [.circularRedirect],
            ])
        #expect(history.first?.sendAttempts?.first?.attemptDate == Date(milliseconds: 1_698_148_900_000))
    }

    @Test func anOrderLookupTellsWhetherTheOrderIsKnown() throws {
        #expect(try Fixture.read(OrderLookupResponse.self, "lookupOrderIdResponse").status == .invalid)
    }

    @Test func aTextWhereANumberBelongsIsRefused() {
        #expect(throws: DecodingError.self) {
            try Fixture.read(HistoryResponse.self, "transactionHistoryResponseWithMalformedAppAppleId")
        }
    }

    @Test func aHistoryFilterIsWrittenInMilliseconds() throws {
        let request = NotificationHistoryRequest(
            startDate: Date(milliseconds: 1), endDate: Date(milliseconds: 2), notificationType: .subscribed,
            notificationSubtype: .initialBuy, onlyFailures: true)
        #expect(
            try written(request)
                == #"{"endDate":2,"notificationSubtype":"INITIAL_BUY","notificationType":"SUBSCRIBED","#
                + #""onlyFailures":true,"startDate":1}"#)
    }
}
