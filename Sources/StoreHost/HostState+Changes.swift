// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData
import StoreEngine
import StoreLink

/// A transaction for one device, not signed yet.
struct TransactionDraft: Sendable {
    var revision: Int64
    let payload: JWSTransactionDecodedPayload
    let isFinished: Bool
    var isAnnounced: Bool
}

/// A renewal info for one device, not signed yet.
struct RenewalInfoDraft: Sendable {
    let revision: Int64
    let payload: JWSRenewalInfoDecodedPayload
}

/// What changed for one device, not signed yet.
struct ChangesDraft: Sendable {
    let cursor: ChangeCursor
    let isComplete: Bool
    let transactions: [TransactionDraft]
    let renewalInfos: [RenewalInfoDraft]
    let storefront: StorefrontRecord?
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
        var renewalInfos: [RenewalInfoDraft] = []
        for entry in log.renewals(after: revision) {
            let verification = verification(for: device)
            var payload = engine.payload(of: entry.record, signedAt: engine.now)
            payload.deviceVerification = verification.hash
            payload.deviceVerificationNonce = verification.nonce
            renewalInfos.append(RenewalInfoDraft(revision: entry.revision, payload: payload))
        }
        let hasMoved = isComplete || log.storefrontRevision > revision
        return ChangesDraft(
            cursor: ChangeCursor(epoch: log.epoch, revision: log.revision), isComplete: isComplete,
            transactions: transactions, renewalInfos: renewalInfos,
            storefront: hasMoved ? engine.storefrontRecord(engine[account].storefront) : nil)
    }

    /// A transaction as one device gets it: bound to the device, so that a copy is worth nothing on another.
    mutating func draft(of record: TransactionRecord, for device: UUID) -> TransactionDraft {
        let verification = verification(for: device)
        var payload = engine.payload(of: record, signedAt: engine.now)
        payload.deviceVerification = verification.hash
        payload.deviceVerificationNonce = verification.nonce
        return TransactionDraft(revision: 0, payload: payload, isFinished: record.isFinished, isAnnounced: false)
    }

    /// A nonce, and the hash of it with the device's identifier: SHA-384 over both in lower case, the nonce first.
    ///
    /// Source: Apple's documentation of `Transaction.deviceVerification`.
    mutating func verification(for device: UUID) -> (nonce: UUID, hash: String) {
        let nonce = random.nextUUID()
        let text = nonce.uuidString.lowercased() + device.uuidString.lowercased()
        return (nonce, Data(SHA384.digest(text.utf8)).base64EncodedString())
    }
}
