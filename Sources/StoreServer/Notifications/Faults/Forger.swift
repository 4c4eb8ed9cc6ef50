// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreHost

/// Signs notifications that are wrong on purpose.
struct Forger: Sendable {
    let signer: StoreSigner
    /// Signs with a certificate that had expired; `nil` where there is none.
    let expired: StoreSigner?

    /// A certificate that had expired is asked for, and there is none.
    struct NoExpiredCertificate: Error, CustomStringConvertible {
        var description: String {
            "The store's certificates were made without one that has expired. Delete their directory to get new ones."
        }
    }

    /// The notification with all that is to be wrong with it.
    func sign(_ draft: NotificationDraft, _ forgeries: Set<Fault>) throws -> String {
        var signer = signer
        if forgeries.contains(.expiredCertificate) {
            guard let expired else { throw NoExpiredCertificate() }
            signer = expired
        }
        let isExtended = forgeries.contains(.unknownFields)
        func sign(_ payload: some Encodable) throws -> String {
            let json = try WireJSON.encode(payload)
            return try signer.sign(json: isExtended ? Self.extended(json) : json)
        }
        var body = draft.body
        body.data?.signedTransactionInfo = try draft.transaction.map { try sign($0) }
        if !forgeries.contains(.missingRenewalInfo) {
            body.data?.signedRenewalInfo = try draft.renewalInfo.map { try sign($0) }
        }
        body.appData?.signedAppTransactionInfo = try draft.appTransaction.map { try sign($0) }
        if forgeries.contains(.unknownType) { body.rawNotificationType = Self.unknownType }
        let text = try sign(body)
        return forgeries.contains(.wrongSignature) ? Self.spoiled(text) : text
    }

    private static let unknownType = "TYPE_OF_TOMORROW"

    /// The object with two members more at its beginning, one of them an object.
    private static func extended(_ json: Data) -> Data {
        Data(#"{"fieldOfTomorrow":"value","objectOfTomorrow":{"list":[1,2]},"#.utf8) + json.dropFirst()
    }

    /// The text with another first byte of its signature.
    private static func spoiled(_ text: String) -> String {
        guard let dot = text.lastIndex(of: ".") else { return text }
        let start = text.index(after: dot)
        return text.replacingCharacters(in: start...start, with: text[start] == "A" ? "B" : "A")
    }
}
