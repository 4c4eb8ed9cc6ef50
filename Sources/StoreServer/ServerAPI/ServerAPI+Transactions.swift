// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import StoreEngine
import StoreHost

extension ServerAPI {
    /// Get Transaction Info.
    func transaction(_ id: String) throws -> HTTPResponse {
        let payload = try host.read { engine in
            try engine.payload(of: engine.serverTransaction(id), signedAt: engine.now)
        }
        return try Self.json("signedTransactionInfo", signed: host.signer.sign(payload))
    }

    /// Get App Transaction Info.
    func appTransaction(_ id: String) throws -> HTTPResponse {
        let payload = try host.read { engine in
            try engine.serverAppTransaction(of: engine.serverCustomer(id).id, signedAt: engine.now)
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

    /// Set App Account Token: for the purchase, or the subscription's present period and all that follow.
    func setAppAccountToken(_ id: String, _ body: Data) throws -> HTTPResponse {
        let record = try host.read { engine in
            guard engine.account(appTransaction: id) == nil else { throw APIError.appTransactionIdNotSupported }
            let record = try engine.serverOriginal(id, malformed: .invalidTransactionId)
            guard record.original == record.index else { throw APIError.transactionIdNotOriginalTransactionId }
            guard !record.isFamilyShared else { throw APIError.familyTransactionNotSupported }
            return record
        }
        let text = try RequestFields(body).text("appAccountToken", or: .invalidAppAccountTokenUUID)
        guard let token = text.flatMap(UUID.init(uuidString:)) else { throw APIError.invalidAppAccountTokenUUID }
        do throws(Refusal) {
            try host.perform(.setAppAccountToken(transaction: record.index, token))
        } catch {
            // The customer's history was cleared in between.
            throw APIError.originalTransactionIdNotFound
        }
        return .empty(200)
    }
}
