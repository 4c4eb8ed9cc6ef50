// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database
import HTTPService
import SignedData
import Synchronization

/// Who was admitted before, for what must be answered also while the ledger cannot say who may ask.
final class FormerGuests: Sendable {
    private let gate: AccessGate
    private let now: @Sendable () -> StoreInstant
    /// What is known of keys, by the digest of what carried them.
    private let guests = Mutex<[[UInt8]: AccessKeyRecord]>([:])
    /// Few programs look at what this is for.
    private static let most = 64

    /// Begins without any.
    init(gate: AccessGate, now: @escaping @Sendable () -> StoreInstant) {
        self.gate = gate
        self.now = now
    }

    /// Admits a request as the gate does or, while there is no ledger, one whose key the gate admitted last time.
    func admit(_ request: HTTPRequest, to scope: AccessScope) async throws {
        let name = SHA384.digest((request.headers.first("Authorization") ?? "").utf8)
        do {
            let record = try await gate.admit(request, to: scope)
            guests.withLock { guests in
                if guests.count >= Self.most { guests = [:] }
                guests[name] = record
            }
        } catch let error as DatabaseError {
            let date = now()
            guard let record = guests.withLock({ $0[name] }), record.isValid(at: date), record.scopes.opens(scope)
            else {
                throw error
            }
        } catch {
            guests.withLock { $0[name] = nil }
            throw error
        }
    }
}
