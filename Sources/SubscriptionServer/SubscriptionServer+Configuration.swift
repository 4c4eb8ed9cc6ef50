// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
package import AppStoreServerLibrary
package import Database
package import HTTPService
package import SignedData

extension SubscriptionServer {
    /// Where a server listens, what it keeps, and whose data it takes.
    package struct Configuration: Sendable {
        /// The file of the ledger, or the address of a PostgreSQL database.
        package var database: String
        /// The apps whose purchases are kept.
        package var apps: [AppRegistration]
        /// Whom to ask about them, by bundle identifier and environment.
        package var clients: [String: [AppStoreEnvironment: AppStoreServerAPIClient]] = [:]
        /// The apps' keys, which sign offers too, by bundle identifier.
        package var keys: [String: ServerAPIKey] = [:]
        /// A numeric address of this machine, or `localhost`.
        package var address: String
        /// The port, or 0 for any free one.
        package var port: UInt16
        /// Lets the server speak TLS, and nothing else.
        package var identity: TLSIdentity?
        /// Whether Apple is asked if its certificates were revoked.
        package var revocation: Trust.Revocation
        /// The largest body of a request, in bytes.
        package var maxBodyBytes: Int
        /// How often the App Store is asked about what may have been missed.
        package var reconciliationInterval = Duration.seconds(3600)
        /// For how long what was received is kept.
        package var retention = Retention()

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

        /// Where the ledger is.
        package var location: DatabaseLocation { DatabaseLocation(database) }

        /// Whom to ask, in an order that does not change.
        var stores: [Reconciler.Store] {
            clients.sorted { $0.key < $1.key }.flatMap { app, clients in
                clients.sorted { $0.key.rawValue < $1.key.rawValue }.map {
                    Reconciler.Store(app: app, environment: $0.key, client: $0.value)
                }
            }
        }
    }
}
