// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import SignedData
package import StoreLink

/// A device beside the one that the process is: a StoreKit of its own, for what runs on it.
package struct ConnectedDevice: Sendable {
    private let center = StoreCenter()

    /// Connects a device to a store in this process; all that is found there is news to it.
    package init(service: any StoreService, trust: Trust, device: UUID) {
        let client = StoreClient(service: service, trust: trust, device: device, bundleID: nil, report: { _ in })
        center.use(client, startsEmpty: true)
    }

    /// Runs an operation on the device: its StoreKit is what the operation and its child tasks see.
    package func run<Answer>(
        isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Answer
    ) async rethrows -> Answer {
        try await StoreCenter.$own.withValue(center, operation: operation, isolation: isolation)
    }
}

extension StoreConnection {
    /// The store that StoreKit is connected to here and now.
    package static var service: (any StoreService)? {
        StoreCenter.current.client?.service
    }
}
