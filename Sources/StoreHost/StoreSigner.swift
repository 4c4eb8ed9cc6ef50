// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
package import Foundation
package import SignedData

/// Writes payloads as JSON and signs them.
package struct StoreSigner: Sendable {
    private let signer: JWSSigner

    /// Creates a signer that signs as the given one does.
    package init(_ signer: JWSSigner) {
        self.signer = signer
    }

    /// Signs any payload.
    package func sign(_ payload: some Encodable) throws -> String {
        try signer.sign(WireJSON.encode(payload))
    }

    /// Signs JSON as it is.
    package func sign(json: Data) throws -> String {
        try signer.sign(json)
    }

    /// Signs a notification and the facts in it.
    package func sign(_ draft: NotificationDraft) throws -> String {
        var body = draft.body
        body.data?.signedTransactionInfo = try draft.transaction.map { try sign($0) }
        body.data?.signedRenewalInfo = try draft.renewalInfo.map { try sign($0) }
        body.appData?.signedAppTransactionInfo = try draft.appTransaction.map { try sign($0) }
        return try sign(body)
    }
}
