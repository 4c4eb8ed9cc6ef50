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

    private struct KnownKey {
        let key: AccessKey
        let record: AccessKeyRecord
        let read: ContinuousClock.Instant
    }

    private let reader: LedgerReader
    private let now: @Sendable () -> StoreInstant
    private let buckets = Mutex<[String: Bucket]>([:])
    /// Keys that were found right lately, by their identifiers.
    private let known = Mutex<[String: KnownKey]>([:])
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
        guard let key = request.headers.first("Authorization").flatMap(Self.key) else {
            throw BackendFailure.keyMissing
        }
        let date = now()
        guard let record = try await record(of: key), record.isValid(at: date) else {
            throw BackendFailure.keyInvalid
        }
        guard record.scopes.opens(scope) else { throw BackendFailure.scopeMissing(scope) }
        if let seconds = spend(record, at: date) { throw BackendFailure.tooManyRequests(retryAfter: seconds) }
        return record
    }

    private static func key(in header: String) -> AccessKey? {
        let scheme = "bearer ".utf8
        // The bit makes letters small, and leaves a space as it is.
        guard header.utf8.count > scheme.count, zip(header.utf8, scheme).allSatisfy({ $0 | 0x20 == $1 }) else {
            return nil
        }
        return AccessKey(Substring(header.utf8.dropFirst(scheme.count).drop { $0 == UInt8(ascii: " ") }))
    }

    /// Forgets what is known of a key, because it was changed.
    func forget(_ id: String) {
        known.withLock { $0[id] = nil }
    }

    /// What the ledger says of a key, if it is right.
    private func record(of key: AccessKey) async throws(DatabaseError) -> AccessKeyRecord? {
        if let found = known.withLock({ $0[key.id] }), ContinuousClock.now - found.read < Self.memory {
            return found.key.isSame(as: key) ? found.record : nil
        }
        let record = try await reader.read(isBrief: true) { store throws(DatabaseError) in
            try store.accessKey(key.id)
        }
        guard let record, key.matches(record.hash) else { return nil }
        let now = ContinuousClock.now
        known.withLock { known in
            known = known.filter { now - $0.value.read < Self.memory }
            known[key.id] = KnownKey(key: key, record: record, read: now)
        }
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
