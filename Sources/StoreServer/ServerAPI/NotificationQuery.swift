// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreEngine
import StoreHost

/// Which of the notifications a server asks for again.
struct NotificationQuery: Codable, Hashable, Sendable {
    /// Announced at this time or later, in milliseconds.
    let startDate: Int64
    /// Announced before this time, in milliseconds.
    let endDate: Int64
    let type: NotificationTypeV2?
    let subtype: Subtype?
    let transactionID: String?
    let onlyFailures: Bool

    /// How long notifications are kept, in milliseconds: 180 days in Production, otherwise 30.
    static func retention(in environment: AppStoreEnvironment) -> Int64 {
        (environment == .production ? 180 : 30) * 86_400_000
    }

    /// Reads a request.
    ///
    /// Clients write dates by their own clock, notifications have those of the store, whose clock may have been moved
    /// ahead: a date is wrong when it is wrong by both.
    init(_ body: Data, environment: AppStoreEnvironment, now: Date, storeTime: StoreInstant) throws(APIError) {
        let fields = try RequestFields(body)
        startDate = try fields.number("startDate", or: .invalidStartDate).required(or: .invalidStartDate)
        endDate = try fields.number("endDate", or: .invalidEndDate).required(or: .invalidEndDate)
        let real = StoreInstant(now)
        guard startDate >= 0, startDate <= max(real, storeTime).milliseconds else { throw .invalidStartDate }
        guard endDate >= 0 else { throw .invalidEndDate }
        guard startDate < endDate else { throw .startDateAfterEndDate }
        guard startDate >= min(real, storeTime).milliseconds - Self.retention(in: environment) else {
            throw .startDateTooFarInPast
        }
        type = try fields.value("notificationType", or: .invalidNotificationType)
        subtype = try fields.value("notificationSubtype", or: .invalidNotificationType)
        if let subtype {
            guard let type, type.subtypes.contains(subtype) else { throw .invalidNotificationType }
        }
        transactionID = try fields.text("transactionId", or: .invalidTransactionId)
        guard transactionID == nil || type == nil else { throw .multipleFiltersSupplied }
        onlyFailures = try fields.flag("onlyFailures", or: .generalBadRequest) ?? false
    }

    /// Whether a notification is asked for.
    ///
    /// - Parameter customer: The one whose transaction the query names.
    func includes(_ entry: NotificationLog.Entry, of customer: AccountID?) -> Bool {
        let record = entry.draft.record
        guard (startDate..<endDate).contains(record.date.milliseconds) else { return false }
        if let type, record.type != type { return false }
        if let subtype, record.subtype != subtype { return false }
        if let customer, record.customer != customer { return false }
        return !onlyFailures || entry.isFailure
    }
}

extension NotificationRecord {
    /// Whose purchase, or whose consent, it is about.
    fileprivate var customer: AccountID? {
        if case .consent(let account) = detail { return account }
        return transaction?.account
    }
}
