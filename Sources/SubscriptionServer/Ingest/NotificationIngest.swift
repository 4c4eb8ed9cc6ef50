// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
import Database
package import Foundation
package import SignedData

/// Takes in what the App Store posts: verified, then durable, then acknowledged.
package struct NotificationIngest: Sendable {
    private let verifier: JWSVerifier
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
    ///   - verifier: Says whose notifications, about which app, from which environments count.
    ///   - now: The date that is written down as that of the receipt.
    package init(verifier: JWSVerifier, writer: LedgerWriter, now: @escaping @Sendable () -> StoreInstant) {
        self.verifier = verifier
        self.writer = writer
        self.now = now
    }

    /// Takes in the body of a request; when this returns, the notification is durable.
    ///
    /// A notification of a type that is not known is taken in like any other. One that can never be accepted is kept among
    /// the refusals before this throws.
    ///
    /// - Throws: ``IngestFailure``; whether it is retryable decides about the status that the sender gets.
    package func receive(_ body: Data) async throws(IngestFailure) -> Outcome {
        let received = now()
        let notification: Verified<ResponseBodyV2DecodedPayload>
        let facts: SignedFacts
        do throws(IngestFailure) {
            (notification, facts) = try await verified(body)
        } catch {
            if !error.isRetryable { try await refuse(body, because: error, receivedAt: received) }
            throw error
        }
        return try await write { store throws(DatabaseError) in
            try store.record(notification, facts: facts, receivedAt: received) ? .recorded : .known
        }
    }

    private func verified(
        _ body: Data
    ) async throws(IngestFailure) -> (Verified<ResponseBodyV2DecodedPayload>, SignedFacts) {
        guard let signed = (try? JSONDecoder().decode(ResponseBodyV2.self, from: body))?.signedPayload else {
            throw .badRequest("The body is no notification of the App Store")
        }
        do throws(VerificationFailure) {
            let notification = try await verifier.verifyOnline(signed, as: ResponseBodyV2DecodedPayload.self)
            return (notification, try SignedFacts(notification))
        } catch {
            throw IngestFailure(error)
        }
    }

    private func refuse(
        _ body: Data, because failure: IngestFailure, receivedAt received: StoreInstant
    ) async throws(IngestFailure) {
        try await write { store throws(DatabaseError) in
            try store.refuse(
                [UInt8](body), code: failure.code, reason: failure.description, receivedAt: received)
        }
    }

    private func write<Result: Sendable>(
        _ work: @escaping @Sendable (LedgerStore) throws(DatabaseError) -> Result
    ) async throws(IngestFailure) -> Result {
        do throws(DatabaseError) {
            return try await writer.write(work)
        } catch {
            throw IngestFailure(error)
        }
    }
}
