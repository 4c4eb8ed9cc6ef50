// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PurchaseKit
import StoreKit
import Testing

/// An app, its store and its server, the last two in processes of their own.
@Suite(.timeLimit(.minutes(2))) struct ServerValidationProcessTests {
    /// What the app ships; each call is a launch of it, on the queue that lies in the directory.
    private func launch(in directory: URL, _ url: URL, key: String) -> ServerValidationService {
        ServerValidationService(
            endpoint: url.appending(path: "v1/verify"),
            queue: FileDataStore(url: directory.appending(path: "queue.json")), backoff: .none
        ) { $0.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization") }
    }

    private func buy(_ productID: String) async throws -> VerificationResult<StoreKit.Transaction> {
        let product = try #require(try await Product.products(for: [productID]).first)
        guard case .success(let signed) = try await product.purchase() else { throw NotBought() }
        return signed
    }

    private struct NotBought: Error {}

    @Test func `What was bought while the server was killed is told to it by the next launch of the app`() async throws
    {
        try await withDirectory { directory in
            try await OpenStore.with(data: directory.appending(path: "store")) { store in
                try await StoreConnection.isolated {
                    try await StoreConnection.connect(to: store.greeting.url, trusting: store.root)
                    let root = store.greeting.rootCertificate
                    let (url, key, first) = try await OpenBackend.with(directory, root: root) { backend in
                        let signed = try await buy("com.example.shop.plus.monthly")
                        let service = launch(in: directory, backend.url, key: backend.key)
                        guard case .accepted(let answer) = try await service.validateWithServer(signed) else {
                            throw NotBought()
                        }
                        #expect(answer.entitlements?.map(\.id) == ["com.example.shop.plus.monthly"])
                        return (backend.url, backend.key, signed)
                    }
                    // The server was killed.
                    let missed = try await buy("com.example.shop.coins.100")
                    let offline = launch(in: directory, url, key: key)
                    guard case .unanswered(let silence) = try await offline.validateWithServer(missed) else {
                        Issue.record("it was answered")
                        return
                    }
                    #expect(silence.code == .network)
                    let port = try #require(url.port)
                    try await OpenBackend.with(directory, root: root, port: port, key: key) { backend in
                        let afterwards = launch(in: directory, backend.url, key: backend.key)
                        #expect(await afterwards.unansweredCount == 1)
                        let verdicts = await afterwards.flush()
                        guard case .accepted(let answer)? = verdicts[String(missed.unsafePayloadValue.id)] else {
                            Issue.record("it was not accepted")
                            return
                        }
                        #expect(answer.isEntitled == true && answer.customerID != nil)
                        // The server still knows what it had accepted, and says so again.
                        guard case .accepted = try await afterwards.validateWithServer(first) else {
                            Issue.record("it was not accepted again")
                            return
                        }
                        #expect(await afterwards.unansweredCount == 0)
                        #expect(try await backend.get("/v1/events")["events"].array.count == 2)
                    }
                }
            }
        }
    }
}
