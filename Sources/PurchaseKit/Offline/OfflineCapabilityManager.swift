// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
public import Foundation

/// Keeps what the store signed, so that customers use what they paid for without a connection.
///
/// It keeps the signed texts themselves and verifies them whenever they are read: a file that somebody edited grants
/// nothing. What cannot be read, or is not believed, is *unknown*, which is neither a grant nor a refusal.
public actor OfflineCapabilityManager {
    /// Who a kept text has to be signed for.
    public struct Recipient: Sendable {
        /// The app; `nil` accepts every app.
        public var bundleID: String?
        /// The device as StoreKit names it, `AppStore.deviceVerificationID`; `nil` accepts every device.
        public var deviceID: UUID?

        /// Creates a recipient.
        public init(bundleID: String? = Bundle.main.bundleIdentifier, deviceID: UUID?) {
            self.bundleID = bundleID
            self.deviceID = deviceID
        }
    }

    private let file: any DataStore
    private let verifier: any SignedTextVerifier
    private let recipient: @Sendable () -> Recipient
    private let policy: OfflinePolicy
    private let access: AccessPolicy
    private let now: @Sendable () -> Date

    /// Creates a manager.
    ///
    /// - Parameters:
    ///   - file: Where the texts are kept.
    ///   - verifier: Whose signatures count.
    ///   - recipient: Who a text has to be signed for; asked at every reading.
    ///   - policy: How far what was kept is believed.
    ///   - access: What the app's owner decides about access.
    ///   - now: The device's clock.
    public init(
        file: any DataStore, verifier: any SignedTextVerifier, recipient: @escaping @Sendable () -> Recipient,
        policy: OfflinePolicy = OfflinePolicy(), access: AccessPolicy = .standard,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.file = file
        self.verifier = verifier
        self.recipient = recipient
        self.policy = policy
        self.access = access
        self.now = now
    }

    // MARK: - Keeping

    /// Reads what the customer has from StoreKit and keeps it; a ``SubscriptionService`` does it by itself.
    ///
    /// Nothing is kept when the store cannot be asked: what was kept before is better.
    ///
    /// - Parameter groupIDs: The subscription groups of the app.
    /// - Returns: Whether something was kept.
    @discardableResult
    public func cacheCurrentEntitlements(groupIDs: Set<String>) async -> Bool {
        let checker = SubscriptionStatusChecker(policy: access, now: now)
        let reading = await AccessReading.read(groupIDs: groupIDs, recent: [], with: checker, now: now())
        guard reading.isReliable else { return false }
        return keep(reading)
    }

    @discardableResult
    func keep(_ reading: AccessReading) -> Bool {
        let time = now()
        let latest = max(time, loaded()?.latestSeen ?? .distantPast)
        return write(
            OfflineRecord(
                savedAt: time, latestSeen: latest, transactions: reading.signedTransactions,
                renewalInfos: reading.signedRenewalInfos))
    }

    private func write(_ record: OfflineRecord) -> Bool {
        guard let data = try? JSONEncoder().encode(record) else { return false }
        return (try? file.write(data)) != nil
    }

    private func loaded() -> OfflineRecord? {
        guard let data = try? file.read(), let record = try? JSONDecoder().decode(OfflineRecord.self, from: data),
            record.version == OfflineRecord.currentVersion
        else { return nil }
        return record
    }

    // MARK: - Reading

    /// What the kept texts give a right to now.
    public func cachedEntitlements() -> OfflineAnswer {
        do {
            guard try file.read() != nil else { return .unknown(.nothingKept) }
        } catch {
            return .unknown(.damaged)
        }
        guard var record = loaded() else { return .unknown(.damaged) }
        guard let facts = verified(record) else { return .unknown(.unverified) }
        let time = now()
        // What the store signed happened, whatever the clock says.
        let latest = max(record.latestSeen, facts.latestSigning)
        if time < latest.addingTimeInterval(-Self.clockTolerance), policy.clockSetBack == .distrust {
            return .unknown(.clockSetBack)
        }
        let present = max(time, latest)
        guard present.timeIntervalSince(record.savedAt) <= policy.longestAbsence / .seconds(1) else {
            return .unknown(.tooOld)
        }
        if present.timeIntervalSince(record.latestSeen) > Self.clockTolerance {
            record.latestSeen = present
            _ = write(record)
        }
        return .known(
            facts.grants(at: present, leeway: policy.renewalLeeway, access: access), asOf: record.savedAt)
    }

    /// Whether the kept texts give a right to a product; `nil` when nothing can be said.
    public func hasValidEntitlement(for productID: String) -> Bool? {
        guard case .known(let grants, _) = cachedEntitlements() else { return nil }
        return grants.contains { $0.productID == productID }
    }

    /// Clocks are corrected by seconds all the time.
    private static let clockTolerance: TimeInterval = 300

    /// All facts; `nil` if there is one that is not believed, for then somebody has changed the file.
    private func verified(_ record: OfflineRecord) -> OfflineFacts? {
        let recipient = recipient()
        var facts = OfflineFacts()
        for text in record.transactions {
            guard let payload: JWSTransactionDecodedPayload = decoded(text, .transaction),
                recipient.accepts(bundleID: payload.bundleId),
                recipient.accepts(payload.deviceVerification, payload.deviceVerificationNonce)
            else { return nil }
            facts.take(payload)
        }
        for text in record.renewalInfos {
            guard let payload: JWSRenewalInfoDecodedPayload = decoded(text, .renewalInfo),
                recipient.accepts(payload.deviceVerification, payload.deviceVerificationNonce)
            else { return nil }
            facts.take(payload)
        }
        return facts
    }

    private func decoded<Payload: Decodable>(_ text: String, _ kind: SignedTextKind) -> Payload? {
        guard let data = try? verifier.payload(of: text, as: kind) else { return nil }
        return try? JSONDecoder().decode(Payload.self, from: data)
    }
}

extension OfflineCapabilityManager.Recipient {
    fileprivate func accepts(bundleID found: String?) -> Bool {
        bundleID == nil || found == bundleID
    }

    fileprivate func accepts(_ verification: String?, _ nonce: UUID?) -> Bool {
        guard let deviceID else { return true }
        guard let verification, let nonce else { return false }
        return Data(base64Encoded: verification) == sha384((nonce.uuidString + deviceID.uuidString).lowercased())
    }
}
