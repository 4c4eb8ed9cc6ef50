// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import SignedData
import StoreEngine
import StoreHost

extension ServerAPI {
    /// Get Notification History: what was announced and how its delivery went, the oldest first.
    func notificationHistory(_ body: Data, _ parameters: HTTPQuery) throws -> HTTPResponse {
        let environment = host.read { $0.identity.environment }
        let storeTime = host.now
        let query = try NotificationQuery(body, environment: environment, now: now(), storeTime: storeTime)
        let customer = try query.transactionID.map { id in try host.read { try $0.serverCustomer(id).id } }
        let start = try parameters.first("paginationToken").map { token throws(APIError) in
            try PaginationToken(token, for: query, now: storeTime).number
        }
        let kept = storeTime + -NotificationQuery.retention(in: environment)
        let found = notifications.entries(after: start ?? 0, limit: Self.notificationsPerPage + 1) { entry in
            entry.draft.record.date >= kept && query.includes(entry, of: customer)
        }
        let page = found.prefix(Self.notificationsPerPage)
        let hasMore = page.count < found.count
        let next = hasMore ? page.last.map { PaginationToken(query: query, number: $0.number, date: storeTime) } : nil
        return try Self.json(
            NotificationHistoryResponse(
                paginationToken: next?.text, hasMore: hasMore,
                notificationHistory: page.map { entry in
                    NotificationHistoryResponseItem(
                        signedPayload: try notifications.signedPayload(of: entry), sendAttempts: entry.sendAttempts)
                }))
    }

    private static let notificationsPerPage = 20
}

extension NotificationLog.Entry {
    /// The attempts as the Server API lists them.
    var sendAttempts: [SendAttemptItem] {
        attempts.map { SendAttemptItem(attemptDate: $0.date.date, sendAttemptResult: $0.result) }
    }
}

/// Where the next page of notifications begins, good for a day and for the query it was given for.
private struct PaginationToken: Codable {
    let query: NotificationQuery
    /// The number of the last notification of the page before.
    let number: Int
    /// When the page was read.
    let date: StoreInstant

    private static let lifetime: Int64 = 86_400_000

    init(query: NotificationQuery, number: Int, date: StoreInstant) {
        self.query = query
        self.number = number
        self.date = date
    }

    init(_ text: String, for query: NotificationQuery, now: StoreInstant) throws(APIError) {
        guard let data = Base64URL.decode(text), let token = try? WireJSON.decode(Self.self, from: data),
            token.query == query, token.date <= now
        else { throw .invalidPaginationToken }
        guard token.date + Self.lifetime > now else { throw .paginationTokenExpired }
        self = token
    }

    var text: String {
        get throws { Base64URL.encode(try WireJSON.encode(self)) }
    }
}
