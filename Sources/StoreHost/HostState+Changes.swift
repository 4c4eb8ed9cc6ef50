// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData
import StoreConfiguration
import StoreEngine
import StoreLink

/// A payload for one device: bound to it, so that a copy is worth nothing on another.
struct Draft<Index: Sendable, Payload: Encodable & Sendable>: Sendable {
    let index: Index
    let payload: Payload
    /// The compact JWS, when the payload has been signed before.
    let jws: String?
}

/// A transaction for one device.
struct TransactionDraft: Sendable {
    let fact: Draft<TransactionIndex, JWSTransactionDecodedPayload>
    var revision: Int64 = 0
    let isFinished: Bool
    var isAnnounced = false
    var verificationError: String?
}

/// A renewal info for one device.
struct RenewalInfoDraft: Sendable {
    let fact: Draft<SubscriptionIndex, JWSRenewalInfoDecodedPayload>
    let revision: Int64
}

/// What changed for one device, as far as it is not signed yet.
struct ChangesDraft: Sendable {
    /// The answer without what has to be signed.
    var answer: ChangesAnswer
    let transactions: [TransactionDraft]
    let renewalInfos: [RenewalInfoDraft]
}

extension ChangeLog {
    /// Whether the log has something that a reader at the cursor has not seen.
    func isAhead(of cursor: ChangeCursor?) -> Bool {
        guard let cursor else { return true }
        return cursor.epoch != epoch || cursor.revision < revision
    }
}

extension HostState {
    /// What a device at a cursor has not seen; everything, when the cursor is of another history.
    mutating func changes(of account: AccountID, for device: UUID, after cursor: ChangeCursor?) -> ChangesDraft {
        if let cursor { acknowledge(cursor, of: account) }
        let log = log(of: account)
        let isComplete = cursor?.epoch != log.epoch
        let revision = isComplete ? 0 : cursor?.revision ?? 0
        var transactions: [TransactionDraft] = []
        for entry in log.transactions(after: revision) {
            var draft = draft(of: entry.record, for: device)
            draft.revision = entry.revision
            draft.isAnnounced = entry.announcement.map { $0.revision > revision && $0.device != device } ?? false
            transactions.append(draft)
        }
        let renewalInfos = log.renewals(after: revision).map { entry in
            RenewalInfoDraft(fact: fact(of: entry.record, for: device), revision: entry.revision)
        }
        var answer = ChangesAnswer(
            cursor: ChangeCursor(epoch: log.epoch, revision: log.revision), isComplete: isComplete)
        if isComplete || log.storefrontRevision > revision {
            answer.storefront = engine.storefrontRecord(engine[account].storefront)
        }
        if isComplete || log.messagesRevision > revision { answer.messages = log.messages }
        answer.intents = intents(in: log, after: revision, of: account)
        answer.simulatedErrors = simulatedErrors
        return ChangesDraft(answer: answer, transactions: transactions, renewalInfos: renewalInfos)
    }

    private func intents(in log: ChangeLog, after revision: Int64, of account: AccountID) -> [IntentRecord]? {
        let place = engine[account].storefront
        let storefront = engine.storefrontRecord(place)
        let records = log.intents.filter { $0.revision > revision }.compactMap { entry -> IntentRecord? in
            let productID = engine.catalogue[entry.record.product].product.id
            // What is not sold any more cannot be bought: the customer's wish is void.
            guard let product = engine.productRecord(productID, in: place, locale: storefront.locale) else {
                return nil
            }
            return IntentRecord(
                revision: entry.revision, product: product, storefront: storefront, offerID: entry.record.offer?.id)
        }
        return records.isEmpty ? nil : records
    }

    /// The errors that a client is to simulate by itself; `nil` when there are none.
    private var simulatedErrors: SimulatedErrors? {
        let errors = SimulatedErrors(
            verification: simulatedError(of: .verification),
            subscriptionStatus: simulatedFailure(of: .subscriptionStatus))
        return errors == SimulatedErrors() ? nil : errors
    }

    /// The name of the error that a part of the store is told to answer with.
    func simulatedError(of part: FailablePart) -> String? {
        engine.settings.simulatedErrors[part]?.rawValue
    }

    /// What a part of the store that is told to fail answers.
    func simulatedFailure(of part: FailablePart) -> StoreFailure? {
        engine.settings.simulatedErrors[part].map { simulatedFailure($0, of: part) }
    }

    func simulatedFailure(_ error: SimulatedError, of part: FailablePart) -> StoreFailure {
        var failure = StoreFailure(error, of: part)
        failure.simulated = exactErrors[part]
        return failure
    }

    /// A transaction as one device gets it.
    mutating func draft(of record: TransactionRecord, for device: UUID) -> TransactionDraft {
        var payload = engine.payload(of: record, signedAt: engine.now)
        let index = record.index
        guard let signed = signedFacts.transaction(index, for: device),
            payload.takeSignature(of: signed.payload)
        else {
            (payload.deviceVerificationNonce, payload.deviceVerification) = verification(for: device)
            return TransactionDraft(
                fact: Draft(index: index, payload: payload, jws: nil), isFinished: record.isFinished)
        }
        return TransactionDraft(
            fact: Draft(index: index, payload: payload, jws: signed.jws), isFinished: record.isFinished)
    }

    /// A renewal info as one device gets it.
    private mutating func fact(
        of record: RenewalRecord, for device: UUID
    ) -> Draft<SubscriptionIndex, JWSRenewalInfoDecodedPayload> {
        var payload = engine.payload(of: record, signedAt: engine.now)
        let index = record.subscription.index
        guard let signed = signedFacts.renewal(index, for: device), payload.takeSignature(of: signed.payload) else {
            (payload.deviceVerificationNonce, payload.deviceVerification) = verification(for: device)
            return Draft(index: index, payload: payload, jws: nil)
        }
        return Draft(index: index, payload: payload, jws: signed.jws)
    }

    /// A nonce, and the hash of it with the device's identifier: SHA-384 over both in lower case, the nonce first.
    ///
    /// Source: Apple's documentation of `Transaction.deviceVerification`.
    mutating func verification(for device: UUID) -> (nonce: UUID, hash: String) {
        let nonce = random.nextUUID()
        let text = nonce.lowercaseText + device.lowercaseText
        return (nonce, Data(SHA384.digest(text.utf8)).base64EncodedString())
    }
}

extension JWSTransactionDecodedPayload {
    /// Takes what differs with every signature from a payload that was signed.
    ///
    /// - Returns: False when anything else differs; then it is to be signed anew, with a date of its own.
    fileprivate mutating func takeSignature(of signed: Self) -> Bool {
        var copy = self
        copy.signedDate = signed.signedDate
        copy.deviceVerification = signed.deviceVerification
        copy.deviceVerificationNonce = signed.deviceVerificationNonce
        guard copy == signed else { return false }
        self = copy
        return true
    }
}

extension JWSRenewalInfoDecodedPayload {
    /// Takes what differs with every signature from a payload that was signed.
    ///
    /// - Returns: False when anything else differs; then it is to be signed anew, with a date of its own.
    fileprivate mutating func takeSignature(of signed: Self) -> Bool {
        var copy = self
        copy.signedDate = signed.signedDate
        copy.deviceVerification = signed.deviceVerification
        copy.deviceVerificationNonce = signed.deviceVerificationNonce
        guard copy == signed else { return false }
        self = copy
        return true
    }
}

extension OfferRequest {
    /// The offer's identifier; a code has none that a product shows.
    fileprivate var id: String? {
        switch self {
        case .promotional(let id, _), .winBack(let id): id
        case .code: nil
        }
    }
}
