// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation

/// What a fact says about whose purchase it is.
struct OwnerClaim: Sendable, Hashable {
    /// The account token, in lower case.
    var token: String?
    /// When the fact was signed: of two tokens the newer counts, as the store may be told another one later.
    var signed: StoreInstant
    /// The customer's download of the app.
    var appTransactionID: String?

    init(_ fact: JWSTransactionDecodedPayload) {
        self.init(fact.appAccountToken, fact.appTransactionId, fact.signedDate)
    }

    init(_ fact: JWSRenewalInfoDecodedPayload) {
        self.init(fact.appAccountToken, fact.appTransactionId, fact.signedDate)
    }

    private init(_ token: UUID?, _ appTransactionID: String?, _ signed: Date?) {
        self.token = token?.uuidString.lowercased()
        self.signed = signed.map { StoreInstant($0) } ?? StoreInstant(milliseconds: 0)
        self.appTransactionID = appTransactionID
    }
}
