// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
package import Foundation

/// The kinds of payload the App Store signs.
public enum PayloadKind: String, Sendable, Hashable {
    /// A server notification.
    case notification
    /// A purchase or renewal.
    case transaction
    /// What will happen at the next renewal.
    case renewalInfo = "renewal info"
    /// The customer's download of the app.
    case appTransaction = "app transaction"
    /// The store's question what to show a customer who is about to cancel.
    case realtimeRequest = "realtime request"

    /// Recognises a payload by its keys, for no payload names its kind; `nil` when it is none of them.
    package init?(payload: Data) {
        guard let object = try? JSONSerialization.jsonObject(with: payload) as? [String: Any] else { return nil }
        let kinds: [(key: String, kind: PayloadKind)] = [
            ("notificationType", .notification), ("receiptType", .appTransaction), ("transactionId", .transaction),
            ("autoRenewStatus", .renewalInfo), ("autoRenewProductId", .renewalInfo), ("userLocale", .realtimeRequest),
            ("bundleId", .transaction),
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
        case .realtimeRequest: DecodedRealtimeRequestBody.self
        }
    }

    /// The kind that alone has a field of this name; `nil` for names that tell nothing.
    private init?(telltale name: String) {
        switch name {
        case "notificationType": self = .notification
        case "receiptType": self = .appTransaction
        case "transactionId": self = .transaction
        case "autoRenewStatus", "autoRenewProductId": self = .renewalInfo
        case "userLocale": self = .realtimeRequest
        default: return nil
        }
    }

    /// Throws when a payload has another kind's telltale field and none of its own.
    ///
    /// All fields of most kinds are optional, so one kind reads as another without an error; then an old renewal info
    /// could stand in for a transaction.
    static func check(_ payload: some SignedPayload, otherNames: Set<String>) throws(VerificationFailure) {
        guard let found = otherNames.lazy.compactMap(PayloadKind.init(telltale:)).min(by: { $0.rawValue < $1.rawValue })
        else { return }
        guard let known = payload as? any KindedPayload, !known.hasTelltale else { return }
        let expected = Swift.type(of: known).kind
        guard found != expected else { return }
        throw VerificationFailure(.wrongPayloadKind(found: found, expected: expected))
    }
}

/// A payload of one of the kinds that the App Store signs.
private protocol KindedPayload: SignedPayload {
    static var kind: PayloadKind { get }
    /// Whether it has a field that no other kind has.
    var hasTelltale: Bool { get }
}

extension ResponseBodyV2DecodedPayload: KindedPayload {
    static var kind: PayloadKind { .notification }
    var hasTelltale: Bool { rawNotificationType != nil }
}

extension AppTransaction: KindedPayload {
    static var kind: PayloadKind { .appTransaction }
    var hasTelltale: Bool { rawReceiptType != nil }
}

extension JWSTransactionDecodedPayload: KindedPayload {
    static var kind: PayloadKind { .transaction }
    var hasTelltale: Bool { transactionId != nil }
}

extension JWSRenewalInfoDecodedPayload: KindedPayload {
    static var kind: PayloadKind { .renewalInfo }
    var hasTelltale: Bool { rawAutoRenewStatus != nil || autoRenewProductId != nil }
}

extension DecodedRealtimeRequestBody: KindedPayload {
    static var kind: PayloadKind { .realtimeRequest }
    var hasTelltale: Bool { true }
}
