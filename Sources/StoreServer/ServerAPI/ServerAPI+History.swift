// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import HTTPService
import StoreEngine
import StoreHost

extension ServerAPI {
    /// Get Transaction History, both versions.
    func history(_ id: String, _ query: HTTPQuery, _ version: HistoryQuery.Version) throws -> HTTPResponse {
        let wanted = try HistoryQuery(query, version: version)
        let (identity, page, payloads) = try host.read { engine in
            let account = try engine.serverCustomer(id)
            let start = HistoryRevision(query: wanted, appTransactionID: account.appTransactionID)
            let page = HistoryPage(
                of: engine.history(of: account).filter { wanted.includes($0.record, in: engine) },
                isDescending: wanted.sort == .descending, from: try start.continued(from: query.first("revision")))
            return (engine.identity, page, page.records.map { engine.payload(of: $0, signedAt: engine.now) })
        }
        return try Self.json(
            HistoryResponse(
                revision: page.revision.token, hasMore: page.hasMore, bundleId: identity.bundleID,
                appAppleId: identity.numberInAnswers, environment: identity.environment,
                signedTransactions: payloads.map { try host.signer.sign($0) }))
    }

    /// Get Refund History: what was taken back, the oldest refund first.
    func refunds(_ id: String, _ query: HTTPQuery) throws -> HTTPResponse {
        let (page, payloads) = try host.read { engine in
            let account = try engine.serverCustomer(id)
            let start = HistoryRevision(query: "refunds", appTransactionID: account.appTransactionID)
            let page = HistoryPage(
                of: engine.history(of: account).filter { $0.record.isRefunded },
                isDescending: false, from: try start.continued(from: query.first("revision")))
            return (page, page.records.map { engine.payload(of: $0, signedAt: engine.now) })
        }
        return try Self.json(
            RefundHistoryResponse(
                signedTransactions: payloads.map { try host.signer.sign($0) }, revision: page.revision.token,
                hasMore: page.hasMore))
    }

    /// Get Refund History, the former version: the newest 50 refunds of a customer, on one page.
    func newestRefunds(_ id: String) throws -> HTTPResponse {
        let payloads = try host.read { engine in
            let record = try engine.serverOriginal(id, malformed: .invalidOriginalTransactionId)
            let refunds = engine.history(of: engine[record.account]).filter { $0.record.isRefunded }
            return refunds.suffix(50).map { engine.payload(of: $0.record, signedAt: engine.now) }
        }
        return try Self.json(["signedTransactions": payloads.map { try host.signer.sign($0) }])
    }
}

extension TransactionRecord {
    /// Whether money went back for it; what was only shared was not paid for.
    fileprivate var isRefunded: Bool {
        revocation.map { $0.type != .familyRevoke } ?? false
    }
}

extension Engine {
    /// A customer's transactions, the one changed longest ago first, each with the number of its last change.
    fileprivate func history(of account: Account) -> [(position: Int64, record: TransactionRecord)] {
        transactions(of: account.id).map { self[$0] }.map { ($0.modification, $0) }.sorted { $0.0 < $1.0 }
    }
}
