// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
package import SignedData

/// The facts that one signed text carries.
package struct SignedFacts: Sendable, Hashable {
    /// Transactions, in the order they stand in the text.
    package var transactions: [Fact<JWSTransactionDecodedPayload>] = []
    /// Renewal infos, in the order they stand in the text.
    package var renewalInfos: [Fact<JWSRenewalInfoDecodedPayload>] = []

    /// The facts of a notification.
    ///
    /// Its signature covers the signed strings inside, which are therefore only decoded.
    ///
    /// - Throws: ``VerificationFailure`` when a string inside cannot be read.
    package init(_ notification: Verified<ResponseBodyV2DecodedPayload>) throws(VerificationFailure) {
        guard let data = notification.payload.data else { return }
        if let text = data.signedTransactionInfo {
            let jws = try UnverifiedJWS(text)
            transactions = [Fact(try jws.unsafePayload(), signedBytes: jws.payloadData)]
        }
        if let text = data.signedRenewalInfo {
            let jws = try UnverifiedJWS(text)
            renewalInfos = [Fact(try jws.unsafePayload(), signedBytes: jws.payloadData)]
        }
    }

    /// The fact that a transaction is when it comes by itself.
    package init(_ transaction: Verified<JWSTransactionDecodedPayload>) {
        transactions = [Fact(transaction.payload, signedBytes: transaction.jws.payloadData)]
    }

    /// The fact that a renewal info is when it comes by itself.
    package init(_ renewalInfo: Verified<JWSRenewalInfoDecodedPayload>) {
        renewalInfos = [Fact(renewalInfo.payload, signedBytes: renewalInfo.jws.payloadData)]
    }
}
