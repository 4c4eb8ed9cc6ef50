// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
package import AppStoreServerLibrary
import Foundation
package import SignedData

extension SubscriptionServer {
    /// What the server knows of the world.
    package struct Surroundings: Sendable {
        /// The clock.
        package var now: @Sendable () -> StoreInstant
        /// Pauses.
        package var sleep: @Sendable (Duration) async throws -> Void
        /// Carries what webhooks are told.
        package var transport: any APITransport
        /// Asks whether certificates were revoked.
        package var ocsp: any OCSPTransport

        /// Creates surroundings; the defaults are the real ones.
        package init(
            now: @escaping @Sendable () -> StoreInstant = { StoreInstant(Date()) },
            sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
            transport: any APITransport = HTTPAPITransport(), ocsp: any OCSPTransport = HTTPOCSPTransport()
        ) {
            self.now = now
            self.sleep = sleep
            self.transport = transport
            self.ocsp = ocsp
        }
    }
}
