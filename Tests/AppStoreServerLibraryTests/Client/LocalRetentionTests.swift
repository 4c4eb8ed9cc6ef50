// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import AppStoreServerLibrary
import Foundation
import StoreEngine
import StoreServer
import Testing

/// Retention Messaging by the library's client against a local store, over HTTP.
@Suite struct LocalRetentionTests {
    /// The smallest PNG, 1 x 1 in grey.
    private static let png = Data(
        base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==")

    /// Always chooses the same message, after having verified who asks.
    private struct Developer: RealtimeClient {
        let message: UUID

        func ask(_ json: Data, at url: URL) async throws(SendFailure) -> RealtimeAnswer {
            let body = RealtimeResponseBody(message: Message(messageIdentifier: message))
            guard let data = try? JSONEncoder().encode(body) else { throw SendFailure(.other) }
            return RealtimeAnswer(status: 200, body: data)
        }
    }

    @Test func theFourteenCallsTellOneStory() async throws {
        let (image, message) = (UUID(), UUID())
        try await LocalStore.with(realtime: Developer(message: message)) { store in
            let client = store.client
            try await client.uploadImage(imageIdentifier: image, image: #require(Self.png), imageSize: .fullSize).get()
            let images = try await client.getImageList().get()
            #expect(images.imageIdentifiers?.map(\.imageIdentifier) == [image])
            #expect(images.imageIdentifiers?.first?.imageState == .approved)

            let content = try UploadMessageRequestBody(
                header: "Stay", body: "A while", image: UploadMessageImage(imageIdentifier: image, altText: "A cat"),
                headerPosition: .aboveImage)
            try await client.uploadMessage(messageIdentifier: message, uploadMessageRequestBody: content).get()
            let messages = try await client.getMessageList().get()
            #expect(messages.messageIdentifiers?.map(\.messageState) == [.approved])

            let request = DefaultConfigurationRequest(messageIdentifier: message)
            try await client.configureDefaultMessage(
                productId: LocalStore.monthly, locale: "en-US", defaultConfigurationRequest: request
            ).get()
            let told = try await client.getDefaultMessage(productId: LocalStore.monthly, locale: "en-US").get()
            #expect(told.messageIdentifier == message)

            try await client.configureRealtimeURL(
                realtimeUrlRequest: RealtimeUrlRequest(realtimeURL: "https://example.com/realtime")
            ).get()
            #expect(try await client.getRealtimeURL().get().realtimeURL == "https://example.com/realtime")

            let bought = try store.buy(LocalStore.monthly)
            let begun = try await client.initiatePerformanceTest(
                performanceTestRequest: PerformanceTestRequest(originalTransactionId: store.identifier(of: bought))
            ).get()
            var result = try await client.getPerformanceTestResults(requestId: begun.requestId).get()
            while result.result == .pending {
                result = try await client.getPerformanceTestResults(requestId: begun.requestId).get()
            }
            #expect(result.result == .pass)
            #expect(result.successRate == 100)

            let subscription = try #require(bought.subscription)
            let encounter = try #require(await store.server.retention.openCancellationPage(of: subscription))
            #expect(encounter.shown == .message(message))

            try await client.deleteRealtimeURL().get()
            try await client.deleteDefaultMessage(productId: LocalStore.monthly, locale: "en-US").get()
            try await client.deleteMessage(messageIdentifier: message).get()
            try await client.deleteImage(imageIdentifier: image).get()
            #expect(try await client.getImageList().get().imageIdentifiers?.isEmpty == true)
        }
    }

    @Test func refusalsReachTheClientWithTheirCodes() async throws {
        try await LocalStore.with { store in
            let client = store.client
            let id = UUID()
            #expect(await client.deleteImage(imageIdentifier: id).refusal == 4_040_014)
            #expect(await client.deleteMessage(messageIdentifier: id).refusal == 4_040_015)
            #expect(await client.uploadImage(imageIdentifier: id, image: Data("GIF".utf8)).refusal == 4_000_161)
            #expect(await client.getRealtimeURL().refusal == 4_040_021)
            #expect(await client.deleteRealtimeURL().refusal == 4_040_021)
            #expect(await client.getDefaultMessage(productId: LocalStore.monthly, locale: "ja").refusal == 4_040_020)
            #expect(await client.getDefaultMessage(productId: LocalStore.monthly, locale: "xx").refusal == 4_000_164)
            #expect(await client.deleteDefaultMessage(productId: "nothing", locale: "ja").refusal == 4_000_023)
            #expect(await client.getPerformanceTestResults(requestId: "none").refusal == 4_000_212)
            #expect(await client.getPerformanceTestResults(requestId: id.uuidString).refusal == 4_040_018)
            let test = PerformanceTestRequest(originalTransactionId: "7")
            #expect(await client.initiatePerformanceTest(performanceTestRequest: test).refusal == 4_000_006)
        }
    }
}
