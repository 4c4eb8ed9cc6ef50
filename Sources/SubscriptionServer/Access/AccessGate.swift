// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database
import HTTPService
import Synchronization

/// Admits requests whose key opens what they want.
final class AccessGate: Sendable {
    private struct Bucket {
        var tokens: Double
        var filled: StoreInstant
    }

    private let reader: LedgerReader
    private let now: @Sendable () -> StoreInstant
    private let buckets = Mutex<[String: Bucket]>([:])
    /// Keys that were read lately.
    private let known = Mutex<[String: (record: AccessKeyRecord, read: ContinuousClock.Instant)]>([:])
    /// How long what was read of a key is believed: so long one that another server ended may still open.
    private static let memory = Duration.seconds(1)

    /// Creates a gate in front of a ledger.
    init(reader: LedgerReader, now: @escaping @Sendable () -> StoreInstant) {
        self.reader = reader
        self.now = now
    }

    /// Returns whose key a request carries.
    ///
    /// - Throws: ``BackendFailure`` with the status 401, 403 or 429.
    func admit(_ request: HTTPRequest, to scope: AccessScope) async throws -> AccessKeyRecord {
        guard let header = request.headers.first("Authorization"), header.lowercased().hasPrefix("bearer "),
            let key = AccessKey(header.dropFirst(7).drop { $0 == " " })
        else { throw BackendFailure.keyMissing }
        let date = now()
        guard let record = try await record(of: key.id), key.matches(record.hash), record.isValid(at: date)
        else { throw BackendFailure.keyInvalid }
        guard record.scopes.opens(scope) else { throw BackendFailure.scopeMissing(scope) }
        if let seconds = spend(record, at: date) { throw BackendFailure.tooManyRequests(retryAfter: seconds) }
        return record
    }

    /// Forgets what is known of a key, because it was changed.
    func forget(_ id: String) {
        known.withLock { $0[id] = nil }
    }

    private func record(of id: String) async throws(DatabaseError) -> AccessKeyRecord? {
        if let found = known.withLock({ $0[id] }), ContinuousClock.now - found.read < Self.memory {
            return found.record
        }
        let record = try await reader.read { store throws(DatabaseError) in try store.accessKey(id) }
        // Only keys that there are come in here.
        known.withLock { $0[id] = record.map { ($0, ContinuousClock.now) } }
        return record
    }

    /// Takes one request off what a key may make in a minute; half a minute's worth may come at once.
    ///
    /// - Returns: The seconds until there is one again, if there is none.
    private func spend(_ record: AccessKeyRecord, at date: StoreInstant) -> Int64? {
        guard let limit = record.requestsPerMinute else { return nil }
        let capacity = max(1, Double(limit) / 2)
        return buckets.withLock { buckets in
            var bucket = buckets[record.id] ?? Bucket(tokens: capacity, filled: date)
            let gained = Double(max(0, date - bucket.filled)) * Double(limit) / 60_000
            bucket = Bucket(tokens: min(capacity, bucket.tokens + gained), filled: date)
            defer { buckets[record.id] = bucket }
            guard bucket.tokens >= 1 else { return Int64(((1 - bucket.tokens) * 60 / Double(limit)).rounded(.up)) }
            bucket.tokens -= 1
            return nil
        }
    }
}
