// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import HTTPService
import StoreEngine
import StoreHost

extension ServerAPI {
    /// Look Up Order ID: what the order in a customer's receipt was for; an unknown order is an answer, not an error.
    func order(_ id: String) throws -> HTTPResponse {
        guard !id.isEmpty, id.utf8.count <= 64, id.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
            throw APIError.generalBadRequest
        }
        let payload = host.read { engine in
            engine.transaction(orderID: id).map { engine.payload(of: $0, signedAt: engine.now) }
        }
        guard let payload else { return try Self.json(OrderLookupResponse(status: .invalid)) }
        return try Self.json(
            OrderLookupResponse(status: .valid, signedTransactions: [host.signer.sign(payload)]))
    }
}
