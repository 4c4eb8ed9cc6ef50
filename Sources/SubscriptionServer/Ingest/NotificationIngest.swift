// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
import Database
package import Foundation
import SignedData

/// Takes in what the App Store posts: verified, then durable, then acknowledged.
package struct NotificationIngest: Sendable {
    private let verifier: AppVerifier
    private let writer: LedgerWriter
    private let now: @Sendable () -> StoreInstant

    /// What became of a notification that was acknowledged.
    package enum Outcome: Sendable, Hashable {
        /// It was seen for the first time.
        case recorded
        /// It had been taken in before; nothing changed.
        case known
    }

    /// Creates an ingest.
    ///
    /// - Parameters:
    ///   - verifier: Says whose notifications, about which apps, from which environments count.
    ///   - now: The date that is written down as that of the receipt.
    package init(verifier: AppVerifier, writer: LedgerWriter, now: @escaping @Sendable () -> StoreInstant) {
        self.verifier = verifier
        self.writer = writer
        self.now = now
    }

    /// Takes in the body of a request; when this returns, the notification is durable.
    ///
    /// A notification of a type that is not known is taken in like any other. One that can never be accepted is kept among
    /// the refusals before this throws.
    ///
    /// - Parameter bundleID: The app that it must be about; `nil` takes any that is registered.
    /// - Throws: ``IngestFailure``; whether it is retryable decides about the status that the sender gets.
    package func receive(_ body: Data, for bundleID: String? = nil) async throws(IngestFailure) -> Outcome {
        do throws(IngestFailure) {
            guard let signed = (try? WireJSON.decodeSigned(ResponseBodyV2.self, from: body))?.value.signedPayload else {
                throw .badRequest("The body is no notification of the App Store")
            }
            return try await receive(signed: signed, for: bundleID)
        } catch {
            if !error.isRetryable { try await refuse(body, because: error) }
            throw error
        }
    }

    /// Takes in a notification; refuses without keeping what was refused.
    package func receive(signed text: String, for bundleID: String? = nil) async throws(IngestFailure) -> Outcome {
        let received = now()
        let (notification, app) = try await verifier.verify(
            text, as: ResponseBodyV2DecodedPayload.self, about: bundleID)
        let facts = try SignedFacts(notification)
        // Of one that two servers are told at once, the second is known.
        let name = { "notification/\(app.bundleID)/\(LedgerStore.identifier(of: notification))" }
        return try await write(on: facts.names(app: app.bundleID).union([name()])) { store throws(DatabaseError) in
            try store.record(notification, facts: facts, app: app.bundleID, receivedAt: received) ? .recorded : .known
        }
    }

    private func refuse(_ body: Data, because failure: IngestFailure) async throws(IngestFailure) {
        let received = now()
        try await write(on: ["refusals"]) { store throws(DatabaseError) in
            try store.refuse(
                [UInt8](body), code: failure.code, reason: failure.description, receivedAt: received)
        }
    }

    private func write<Result: Sendable>(
        on names: @autoclosure () -> Set<String>,
        _ work: @escaping @Sendable (LedgerStore) throws(DatabaseError) -> Result
    ) async throws(IngestFailure) -> Result {
        do throws(DatabaseError) {
            return try await writer.write(on: names(), work)
        } catch {
            throw IngestFailure(error)
        }
    }
}
