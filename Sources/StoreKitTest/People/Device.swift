// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import StoreHost
import StoreKit

extension SKTestSession {
    /// A device beside the one that the test is.
    ///
    /// Only on Linux: Apple's test store has one device.
    public struct Device: Sendable {
        /// Whose device it is.
        public let customer: Customer
        /// The identifier that is hashed into what is signed for the device.
        public let deviceVerificationID: UUID
        private let connection: ConnectedDevice

        init(of customer: Customer, in session: SKTestSession) {
            self.customer = customer
            deviceVerificationID = UUID()
            session.host.register(device: deviceVerificationID, account: customer.account)
            connection = ConnectedDevice(
                service: session.host, trust: session.trust, device: deviceVerificationID)
        }

        /// Runs an operation on the device: purchases made in it are made there, and sequences begun in it listen there.
        ///
        /// Detached tasks do not belong to the operation.
        public func run<Answer>(
            isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Answer
        ) async rethrows -> Answer {
            try await connection.run(operation)
        }
    }

    /// Adds a device.
    ///
    /// - Parameter customer: Whose it is; the session's own customer's when left out.
    public func addDevice(of customer: Customer? = nil) -> Device {
        Device(of: customer ?? self.customer, in: self)
    }
}
