// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import StoreKit

/// What became of a transaction that was handed to the purchase manager.
public enum TakenTransaction: Sendable {
    /// Delivered now, and finished.
    case delivered(Transaction)
    /// Delivered before, or nothing to deliver; finished.
    case known(Transaction)
    /// Not delivered, and therefore not finished.
    case undelivered(Transaction, DeliveryFailure)
    /// Nobody vouches for it: not delivered and not finished.
    case unverified(Transaction, any Error)

    /// The transaction, for looking.
    public var transaction: Transaction {
        switch self {
        case .delivered(let transaction), .known(let transaction), .undelivered(let transaction, _),
            .unverified(let transaction, _):
            transaction
        }
    }
}

extension PurchaseManager {
    /// Takes a transaction that came from anywhere: delivers it unless that was done before, then finishes it.
    ///
    /// Use it for what StoreKit's own views sold: on some systems such a purchase is announced nowhere else.
    @discardableResult
    public func take(_ signed: VerificationResult<Transaction>) async -> TakenTransaction {
        await take(signed, isRestored: false)
    }

    /// Delivers everything that is not finished, oldest first.
    ///
    /// A ``TransactionObserver`` does it at launch. Do it again when something that made deliveries fail is over.
    public func deliverUnfinished() async {
        await uncancelled {
            for signed in await Transaction.unfinished.oldestFirst() { await self.take(signed) }
        }
    }

    @discardableResult
    func take(_ signed: VerificationResult<Transaction>, isRestored: Bool) async -> TakenTransaction {
        let transaction: Transaction
        switch signed {
        case .verified(let verified):
            transaction = verified
        case .unverified(let unverified, let error):
            let taken = TakenTransaction.unverified(unverified, error)
            announce(.taken(taken))
            return taken
        }
        note(transaction)
        // One after the other for each transaction, so that two who bring it deliver it once.
        let earlier = underWay[transaction.id]
        let delivering = Task {
            _ = await earlier?.value
            return await self.deliver(transaction, signed.jwsRepresentation, isRestored: isRestored)
        }
        underWay[transaction.id] = delivering
        let taken = await delivering.value
        if underWay[transaction.id] == delivering { underWay[transaction.id] = nil }
        announce(.taken(taken))
        return taken
    }

    private func deliver(_ transaction: Transaction, _ jws: String, isRestored: Bool) async -> TakenTransaction {
        let claim = DeliveryRecord.Claim(transaction, isRestored: isRestored)
        guard case .deliver(let key, let mayBeRepeat) = record.step(for: claim) else {
            await finish(transaction)
            return .known(transaction)
        }
        let before = record
        record.begin(key, signedDate: transaction.signedDate)
        do {
            try save()
        } catch {
            record.restore(transaction.id, from: before)
            return failed(transaction, DeliveryFailure(.recordNotWritten, error))
        }
        do {
            try await deliver(
                Delivery(key: key, transaction: transaction, jwsRepresentation: jws, mayBeRepeat: mayBeRepeat))
        } catch {
            return failed(transaction, DeliveryFailure(.deliveryThrew, error))
        }
        record.complete(key)
        // If this cannot be written the next process may repeat the delivery, and is told that it may.
        try? save()
        await finish(transaction)
        return .delivered(transaction)
    }

    private func finish(_ transaction: Transaction) async {
        undelivered.remove(transaction.id)
        await transaction.finish()
    }

    private func failed(_ transaction: Transaction, _ failure: DeliveryFailure) -> TakenTransaction {
        undelivered.insert(transaction.id)
        retryLater()
        return .undelivered(transaction, failure)
    }

    private func retryLater() {
        guard retrying == nil, !retries.pauses.isEmpty else { return }
        retrying = Task { [weak self, retries] in
            for pause in retries.pauses {
                guard (try? await retries.sleep(pause)) != nil, await self?.undelivered.isEmpty == false else { break }
                await self?.deliverUnfinished()
            }
            await self?.stopRetrying()
        }
    }

    private func stopRetrying() {
        retrying = nil
    }

    // MARK: - The record

    /// What was delivered.
    var record: DeliveryRecord {
        get {
            if let loadedRecord { return loadedRecord }
            let loaded = Self.load(from: deliveries)
            loadedRecord = loaded
            return loaded
        }
        set {
            loadedRecord = newValue
        }
    }

    private static func load(from store: any DataStore) -> DeliveryRecord {
        do {
            // No data is a first launch; data that cannot be read is not.
            guard let data = try store.read() else { return DeliveryRecord() }
            return try JSONDecoder().decode(DeliveryRecord.self, from: data)
        } catch {
            var record = DeliveryRecord()
            record.isIncomplete = true
            return record
        }
    }

    private func save() throws {
        try deliveries.write(JSONEncoder().encode(record))
    }
}

extension Transaction.Transactions {
    /// The elements of a sequence that ends, by date of purchase: the store lists the newest first.
    func oldestFirst() async -> [VerificationResult<Transaction>] {
        let all = await reduce(into: []) { $0.append($1) }
        return all.sorted { one, other in
            let (one, other) = (one.unsafePayloadValue, other.unsafePayloadValue)
            return (one.purchaseDate, one.signedDate, one.id) < (other.purchaseDate, other.signedDate, other.id)
        }
    }
}
