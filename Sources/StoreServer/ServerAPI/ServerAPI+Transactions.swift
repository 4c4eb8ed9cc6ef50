// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import HTTPService
import StoreEngine
import StoreHost

extension ServerAPI {
    /// Get Transaction Info.
    func transaction(_ id: String) throws -> HTTPResponse {
        let payload = try host.read { engine in
            try engine.payload(of: engine.serverTransaction(id), signedAt: engine.now)
        }
        return try Self.json(TransactionInfoResponse(signedTransactionInfo: host.signer.sign(payload)))
    }

    /// Get App Transaction Info.
    func appTransaction(_ id: String) throws -> HTTPResponse {
        let payload = try host.read { engine in
            try engine.appTransaction(of: engine.serverCustomer(id).id, signedAt: engine.now)
        }
        return try Self.json(AppTransactionInfoResponse(signedAppTransactionInfo: host.signer.sign(payload)))
    }

    /// Finish Transaction; finishing twice is no error.
    func finish(_ id: String) throws -> HTTPResponse {
        let record = try host.read { try $0.serverTransaction(id) }
        do throws(Refusal) {
            try host.perform(.finish(account: record.account, transaction: record.index))
        } catch {
            // The customer's history was cleared in between.
            throw APIError.transactionIdNotFound
        }
        return .empty(200)
    }
}
