// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import HTTPService
package import SignedData
package import StoreHost

extension StoreServer {
    /// Where a store listens, whose tokens it accepts and whom it tells.
    package struct Configuration: Sendable {
        /// What a verifier must be told to trust; anyone may fetch it.
        package var root: Certificate
        /// The keys whose tokens open the Server API.
        package var credentials: [APICredentials]
        /// A numeric address of this machine, or `localhost`.
        package var address: String
        /// The port, or 0 for any free one.
        package var port: UInt16
        /// Lets the store speak TLS, and nothing else.
        package var identity: TLSIdentity?
        /// Whether the app was ever released: until then Production answers 401 to everything, Sandbox does not care.
        package var isReleased = true
        /// Whether servers are sent away that ask more often than Apple allows.
        package var hasRateLimits = false
        /// What opens the control API, if not everybody may use it who can reach it.
        package var controlToken: String?
        /// What StoreKit clients must show to a store that is not bound to loopback; `nil` keeps them all out of it.
        package var clientToken: String?
        /// Whether the log shows what signed strings say.
        package var logsPayloads = false
        /// Where notifications are posted to.
        package var notificationURLs: [URL]
        /// When a notification is posted again that was not taken; as Apple documents it when `nil`.
        package var deliveryPolicy: DeliveryPolicy?
        /// What goes wrong on purpose with notifications.
        package var faults = FaultPlan()
        /// Signs with a certificate that had expired, for the fault of that name.
        package var expiredSigner: StoreSigner?
        /// How long one target may take to answer a notification.
        package var notificationTimeout: Duration
        /// What the store decides about retention messages; `nil` means as the App Store does.
        package var retention: RetentionPolicy?

        /// Creates a configuration; the defaults serve this machine only, on any free port.
        package init(
            root: Certificate, credentials: [APICredentials], address: String = "127.0.0.1", port: UInt16 = 0,
            notificationURLs: [URL] = [], notificationTimeout: Duration = .seconds(30)
        ) {
            self.root = root
            self.credentials = credentials
            self.address = address
            self.port = port
            self.notificationURLs = notificationURLs
            self.notificationTimeout = notificationTimeout
        }
    }
}
