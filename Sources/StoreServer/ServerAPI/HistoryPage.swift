// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData
import StoreEngine

/// One page of transactions.
struct HistoryPage<Query: Codable & Hashable & Sendable>: Sendable {
    /// The most transactions on a page.
    static var size: Int { 20 }

    let records: [TransactionRecord]
    /// What to send back for the next page.
    let revision: HistoryRevision<Query>
    let hasMore: Bool

    /// Cuts a page.
    ///
    /// - Parameters:
    ///   - entries: What is asked for, the one changed longest ago first, with the number of its last change.
    ///   - isDescending: Whether the one changed last comes first.
    ///   - revision: Where the page begins; one without a position begins at the beginning.
    init(
        of entries: [(position: Int64, record: TransactionRecord)], isDescending: Bool,
        from revision: HistoryRevision<Query>
    ) {
        let rest = (isDescending ? entries.reversed() : entries).filter { entry in
            guard let position = revision.position else { return true }
            return isDescending ? entry.position < position : entry.position > position
        }
        let page = rest.prefix(Self.size)
        records = page.map(\.record)
        hasMore = rest.count > page.count
        var next = revision
        next.position = page.last?.position ?? revision.position
        self.revision = next
    }
}

/// A place in a customer's history, good for the query it was given for and no other.
///
/// The position is the number of a change: what changes after the page was read comes again in ascending order.
struct HistoryRevision<Query: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    let query: Query
    let appTransactionID: String
    var position: Int64?

    /// The beginning of a history.
    init(query: Query, appTransactionID: String) {
        self.query = query
        self.appTransactionID = appTransactionID
    }

    /// Continues from a token; throws `invalidRequestRevision` when it was given for another query or customer.
    func continued(from token: String?) throws(APIError) -> Self {
        guard let token else { return self }
        guard let data = Base64URL.decode(token), let revision = try? WireJSON.decode(Self.self, from: data),
            revision.query == query, revision.appTransactionID == appTransactionID
        else { throw .invalidRequestRevision }
        return revision
    }

    /// The place as text that clients do not look into.
    var token: String {
        get throws { Base64URL.encode(try WireJSON.encode(self)) }
    }
}
