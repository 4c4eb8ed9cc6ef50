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

    /// The lines they are about, each once, in that order.
    var lines: [PurchaseLine.ID] {
        let all = transactions.map { PurchaseLine.ID($0.payload) } + renewalInfos.map { PurchaseLine.ID($0.payload) }
        return all.reduce(into: []) { lines, id in
            if let id, !lines.contains(id) { lines.append(id) }
        }
    }

    /// The facts of a notification.
    ///
    /// Its signature covers the signed strings inside, which are therefore only decoded.
    ///
    /// - Throws: ``IngestFailure`` when a string inside cannot be read, or is about another app or environment than the
    ///   notification: what counts for one must not bring in facts about the other.
    package init(_ notification: Verified<ResponseBodyV2DecodedPayload>) throws(IngestFailure) {
        guard let data = notification.payload.data else { return }
        do throws(VerificationFailure) {
            if let text = data.signedTransactionInfo {
                let covered = try CoveredPayload<JWSTransactionDecodedPayload>(text)
                transactions = [Fact(covered.payload, signedBytes: covered.bytes)]
            }
            if let text = data.signedRenewalInfo {
                let covered = try CoveredPayload<JWSRenewalInfoDecodedPayload>(text)
                renewalInfos = [Fact(covered.payload, signedBytes: covered.bytes)]
            }
        } catch {
            throw IngestFailure(error)
        }
        guard transactions.allSatisfy({ $0.payload.bundleId == data.bundleId }) else { throw .contradiction("app") }
        let environments = transactions.map(\.payload.rawEnvironment) + renewalInfos.map(\.payload.rawEnvironment)
        guard environments.allSatisfy({ $0 == data.rawEnvironment }) else { throw .contradiction("environment") }
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
