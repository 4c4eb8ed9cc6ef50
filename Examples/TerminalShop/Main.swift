// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PurchaseKit
import StoreKit

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Opens the shop on the store that `OPENSTOREKIT_STORE` and `OPENSTOREKIT_ROOT` name.
@main
enum Main {
    static let productIDs = [
        "com.example.shop.plus.family", "com.example.shop.plus.monthly", "com.example.shop.plus.yearly",
        "com.example.shop.season.spring", "com.example.shop.workshop", "com.example.shop.coins.100",
        "com.example.shop.coins.1000",
    ]

    @MainActor
    static func main() async {
        // An app on a device keeps the record in a file; this one ends with its store.
        let manager = PurchaseManager(deliveries: MemoryDataStore()) { delivery in
            write("* \(delivery.kind.rawValue): \(delivery.transaction.productID)")
        }
        let service = SubscriptionService(
            SubscriptionServiceParts(products: ProductService(productIDs: productIDs), manager: manager))
        await service.start()
        let shop = TerminalShop(service: service, cancel: cancelAtStore, write: write)
        write(TerminalShop.help)
        for await line in lines() {
            guard await shop.obey(line) else { break }
        }
        await service.stop()
    }

    /// Writes a line at once, also where nobody sees it but another program.
    @Sendable
    private static func write(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }

    /// What is typed, read aside so that what happens in the store meanwhile is not kept waiting.
    private static func lines() -> AsyncStream<String> {
        AsyncStream { continuation in
            Thread.detachNewThread {
                while let line = readLine() { continuation.yield(line) }
                continuation.finish()
            }
        }
    }

    /// Does what the customer would do in the App Store's sheet, by the local store's control API.
    @Sendable
    private static func cancelAtStore(_ transaction: Transaction) async throws {
        guard let address = ProcessInfo.processInfo.environment["OPENSTOREKIT_STORE"],
            let url = URL(string: "\(address)/control/v1/subscriptions/\(transaction.originalID)/autoRenew")
        else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBody = Data(#"{"enabled": false}"#.utf8)
        let (_, response) = try await URLSession.shared.data(for: request)
        guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
    }
}
