// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData
import StoreConfiguration
import StoreEngine
import StoreHost
import StoreLink
import Testing

/// A store on a clock that stands still, and a device that is connected to it.
struct HostFixture {
    static let opening = StoreInstant(milliseconds: 1_767_225_600_000)  // 2026-01-01T00:00:00Z
    static let month: Int64 = 31 * 86_400_000
    static let authority = Result { try CertificateAuthority.make(now: opening.date) }

    let clock = ManualClock(now: opening)
    let host: StoreHost
    let verifier: JWSVerifier
    let device: UUID

    init(seed: UInt64 = 7) async throws {
        let authority = try Self.authority.get()
        host = StoreHost(
            configuration: Self.configuration,
            identity: AppIdentity(bundleID: "com.example.shop", appAppleID: 1234, environment: .sandbox),
            signer: StoreSigner(JWSSigner(authority)), clock: clock, seed: seed)
        verifier = JWSVerifier(trust: .appStore(roots: [authority.root]), expecting: .anything)
        device = UUID()
        _ = try await host.connect(ConnectRequest(device: device))
    }

    func transaction(_ jws: String) throws -> JWSTransactionDecodedPayload {
        try verifier.verify(jws).payload
    }

    func renewalInfo(_ jws: String) throws -> JWSRenewalInfoDecodedPayload {
        try verifier.verify(jws).payload
    }

    func buy(_ productID: String, on device: UUID? = nil) async throws -> TransactionChange {
        let request = PurchaseRequest(device: device ?? self.device, productID: productID)
        guard case .purchased(let change) = try await host.purchase(request) else {
            throw StoreFailure(.unknown, "The purchase was not made", fix: "See the test.")
        }
        return change
    }

    func changes(on device: UUID? = nil, after cursor: ChangeCursor? = nil) async throws -> ChangesAnswer {
        try await host.changes(ChangesRequest(device: device ?? self.device, after: cursor))
    }

    static let configuration = StoreKitConfiguration(
        version: .init(major: 4, minor: 0),
        products: [
            .init(
                id: "coins", type: .consumable, price: .init(milliunits: 990),
                localizations: [
                    .init(locale: "en_US", displayName: "Coins", description: "A hundred"),
                    .init(locale: "it", displayName: "Monete", description: "Cento"),
                ]),
            .init(id: "lifetime", type: .nonConsumable, price: .init(milliunits: 49_990), isFamilyShareable: true),
        ],
        subscriptionGroups: [
            .init(
                id: "plus", name: "Plus",
                subscriptions: [
                    .init(
                        product: .init(
                            id: "monthly", type: .autoRenewableSubscription, price: .init(milliunits: 9990),
                            isFamilyShareable: true),
                        groupID: "plus", groupNumber: 1, period: .init(unit: .month, value: 1),
                        introductoryOffers: [])
                ])
        ])
}
