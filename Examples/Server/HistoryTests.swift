// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreServerLibrary
import Foundation
import Testing

/// What a customer ever bought, verified, page after page.
struct PurchaseDesk {
    let client: AppStoreServerAPIClient
    let verifier: SignedDataVerifier

    func products(of transactionID: String) async throws -> [String] {
        var products: [String] = []
        for try await page in client.transactionHistory(anyTransactionId: transactionID) {
            for signed in page.signedTransactions ?? [] {
                let result = await verifier.verifyAndDecodeTransaction(signedTransaction: signed)
                guard case .valid(let transaction) = result, let product = transaction.productId else { continue }
                products.append(product)
            }
        }
        return products
    }
}

@Suite struct HistoryTests {
    @Test func tellsWhatACustomerBought() async throws {
        let client = try AppStoreServerAPIClient(
            signingKey: sampleKey(), keyId: "ABCDEFGHIJ", issuerId: "99b16628-15e4-4668-972b-eeff55eeff55",
            bundleId: "com.loki-project.loki-messenger", environment: .sandbox, retryPolicy: .standard,
            transport: SampleHistory())
        let verifier = try SignedDataVerifier(
            rootCertificates: SignedDataVerifier.appleRootCertificates, bundleId: "com.loki-project.loki-messenger",
            appAppleId: nil, environment: .sandbox, enableOnlineChecks: false)
        let desk = PurchaseDesk(client: client, verifier: verifier)
        #expect(try await desk.products(of: "2000000874239425") == ["com.getsession.org.pro_sub"])
    }
}
