// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreConfiguration
import StoreEngine
import StoreHost

extension ControlAPI {
    /// What happened to a customer, oldest first.
    func timeline(of account: AccountID) -> [Happening] {
        let label = accountLabels()[account]
        let told = notifications.entries(after: 0, limit: .max) { $0.draft.record.transaction?.account == account }
        var story = host.read { engine in
            engine.transactions(of: account).flatMap { Happening.history(of: engine[$0], label: label, engine: engine) }
                + told.map { Happening($0.draft.record, label: label, engine: engine) }
        }
        // What has the same date keeps its order: what was done before what was told.
        story = story.enumerated().sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }.map(\.element)
        return story
    }
}

extension Happening {
    /// The beginning of a transaction and, if it was taken back, its end.
    fileprivate static func history(of record: TransactionRecord, label: String, engine: Engine) -> [Self] {
        var began = Self(kind: "transaction")
        began.date = record.purchaseDate.milliseconds
        began.account = label
        began.cause = record.reason == .renewal ? "renewal" : "purchase"
        began.productId = engine.catalogue[record.product].product.id
        began.transactionId = engine.identifier(of: record.index)
        guard let revocation = record.revocation else { return [began] }
        var ended = began
        ended.date = revocation.date.milliseconds
        ended.cause = "revocation"
        return [began, ended]
    }

    fileprivate init(_ record: NotificationRecord, label: String, engine: Engine) {
        self.init(kind: "notification")
        date = record.date.milliseconds
        account = label
        notificationType = record.type.rawValue
        subtype = record.subtype?.rawValue
        productId = record.transaction.map { engine.catalogue[$0.product].product.id }
        transactionId = record.transaction.map { engine.identifier(of: $0.index) }
    }
}
