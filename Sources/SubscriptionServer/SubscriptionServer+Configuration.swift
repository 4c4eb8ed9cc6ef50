// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import SignedData

extension SubscriptionServer {
    /// Where a server listens, what it keeps, and whose data it takes.
    package struct Configuration: Sendable {
        /// The file of the ledger.
        package var database: String
        /// The apps whose purchases are kept.
        package var apps: [AppRegistration]
        /// A numeric address of this machine, or `localhost`.
        package var address: String
        /// The port, or 0 for any free one.
        package var port: UInt16
        /// Whether Apple is asked if its certificates were revoked.
        package var revocation: Trust.Revocation
        /// The largest body of a request.
        package var maxBodyBytes: Int

        /// Creates a configuration; the defaults serve this machine only, on any free port.
        package init(
            database: String, apps: [AppRegistration], address: String = "127.0.0.1", port: UInt16 = 0,
            revocation: Trust.Revocation = .off, maxBodyBytes: Int = 256 << 10
        ) {
            self.database = database
            self.apps = apps
            self.address = address
            self.port = port
            self.revocation = revocation
            self.maxBodyBytes = maxBodyBytes
        }
    }
}
