// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
package import Foundation

/// The kinds of payload the App Store signs.
package enum PayloadKind: String, Sendable, Hashable {
    /// A server notification.
    case notification
    /// A purchase or renewal.
    case transaction
    /// What will happen at the next renewal.
    case renewalInfo = "renewal info"
    /// The customer's download of the app.
    case appTransaction = "app transaction"

    /// Recognises a payload by its keys, for no payload names its kind; `nil` when it is none of them.
    package init?(payload: Data) {
        guard let object = try? JSONSerialization.jsonObject(with: payload) as? [String: Any] else { return nil }
        let kinds: [(key: String, kind: PayloadKind)] = [
            ("notificationType", .notification), ("receiptType", .appTransaction), ("transactionId", .transaction),
            ("autoRenewStatus", .renewalInfo), ("autoRenewProductId", .renewalInfo), ("bundleId", .transaction),
            ("environment", .renewalInfo),
        ]
        guard let kind = kinds.first(where: { object[$0.key] != nil })?.kind else { return nil }
        self = kind
    }

    var type: any SignedPayload.Type {
        switch self {
        case .notification: ResponseBodyV2DecodedPayload.self
        case .transaction: JWSTransactionDecodedPayload.self
        case .renewalInfo: JWSRenewalInfoDecodedPayload.self
        case .appTransaction: AppTransaction.self
        }
    }
}
