// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import Testing

@testable import StoreServer

@Suite struct RetentionUploadTests {
    static let base = "/inApps/v1/messaging"
    static let image = UUID()
    static let icon = UUID()
    static let message = UUID()

    private static func name(_ id: UUID) -> String { id.uuidString }

    private func store(
        _ environment: AppStoreEnvironment = .production, change: (inout RetentionPolicy) -> Void = { _ in }
    ) throws -> TestStore {
        var policy = RetentionPolicy(environment)
        change(&policy)
        return try TestStore(environment: environment, retentionPolicy: policy)
    }

    private func uploadImages(to store: TestStore) async throws {
        let full = try await store.send(.put, "\(Self.base)/image/\(Self.image)", PNG.make())
        let icon = try await store.send(
            .put, "\(Self.base)/image/\(Self.icon)?imageSize=BULLET_POINT", PNG.make(1024, 1024))
        #expect(full.status == 200 && icon.status == 200)
        #expect(full.body.isEmpty)
    }

    private static func content(
        header: String = "Stay", body: String = "Please", image: UUID? = nil, altText: String = "A cat",
        position: String? = nil, points: Int = 0, pointText: String = "Cats", pointImage: UUID = icon
    ) -> String {
        var parts = [#""header":"\#(header)""#, #""body":"\#(body)""#]
        if let image { parts.append(#""image":{"imageIdentifier":"\#(image)","altText":"\#(altText)"}"#) }
        if let position { parts.append(#""headerPosition":"\#(position)""#) }
        if points > 0 {
            let point = #"{"text":"\#(pointText)","imageIdentifier":"\#(pointImage)","altText":"\#(altText)"}"#
            parts.append(#""bulletPoints":[\#(repeatElement(point, count: points).joined(separator: ","))]"#)
        }
        return "{\(parts.joined(separator: ","))}"
    }

    // MARK: - Images

    @Test("Sandbox approves at once, Production reviews", arguments: [AppStoreEnvironment.sandbox, .production])
    func firstStates(in environment: AppStoreEnvironment) async throws {
        let store = try store(environment)
        try await uploadImages(to: store)
        let uploaded = try await store.send(.put, "\(Self.base)/message/\(Self.message)", json: Self.content())
        #expect(uploaded.status == 200)
        let images: GetImageListResponse = try await store.server("\(Self.base)/image/list").decode()
        let messages: GetMessageListResponse = try await store.server("\(Self.base)/message/list").decode()
        let isApproved = environment == .sandbox
        #expect(
            images.imageIdentifiers == [
                GetImageListResponseItem(
                    imageIdentifier: Self.image, imageState: isApproved ? .approved : .pending, imageSize: .fullSize),
                GetImageListResponseItem(
                    imageIdentifier: Self.icon, imageState: isApproved ? .approved : .pending, imageSize: .bulletPoint),
            ])
        #expect(
            messages.messageIdentifiers == [
                GetMessageListResponseItem(
                    messageIdentifier: Self.message, messageState: isApproved ? .approved : .pending)
            ])
    }

    @Test func reviewDecides() throws {
        let store = try store()
        #expect(throws: APIError.imageNotFound) { try store.retention.decide(image: Self.image, .approved) }
        #expect(throws: APIError.messageNotFound) { try store.retention.decide(message: Self.message, .approved) }
    }

    @Test(
        "Refuses images",
        arguments: [
            ("", PNG.make(colourType: 6), 4_000_161), ("", Data("JFIF".utf8), 4_000_161),
            ("", PNG.make(3839, 160), 4_000_216), ("", PNG.make(3840, 159), 4_000_216),
            ("", PNG.make(3840, 2161), 4_000_216), ("?imageSize=BULLET_POINT", PNG.make(), 4_000_216),
            ("?imageSize=HUGE", PNG.make(), 4_000_216),
        ] as [(String, Data, Int64)])
    func badImages(query: String, file: Data, code: Int64) async throws {
        let store = try store()
        let answer = try await store.send(.put, "\(Self.base)/image/\(Self.image)\(query)", file)
        #expect(answer.status == 400)
        #expect(answer.contentType == "application/json")
        #expect(answer.errorCode == code)
        #expect(store.retention.contents.images.isEmpty)
    }

    @Test func theSandboxTakesAnyNumberOfPixelsAndSaysSo() async throws {
        let store = try store(.sandbox)
        let answer = try await store.send(.put, "\(Self.base)/image/\(Self.image)", PNG.make(1, 1))
        #expect(answer.status == 200)
        #expect(store.log.lines.contains { $0.contains("1 x 1 pixels") })
    }

    @Test func identifiersServeOnce() async throws {
        let store = try store()
        try await uploadImages(to: store)
        let again = try await store.send(.put, "\(Self.base)/image/\(Self.image)", PNG.make())
        #expect(again.status == 409)
        #expect(again.errorCode == 4_090_000)
        _ = try await store.send(.put, "\(Self.base)/message/\(Self.message)", json: Self.content())
        let message = try await store.send(.put, "\(Self.base)/message/\(Self.message)", json: Self.content())
        #expect(message.status == 409)
        #expect(message.errorCode == 4_090_001)
        let malformed = try await store.send(.put, "\(Self.base)/image/cat", PNG.make())
        #expect(malformed.errorCode == 4_000_000)
    }

    @Test func theCapacityIsALimit() async throws {
        let store = try store { $0.capacity = 2 }
        try await uploadImages(to: store)
        let image = try await store.send(.put, "\(Self.base)/image/\(UUID())", PNG.make())
        #expect(image.status == 403)
        #expect(image.errorCode == 4_030_014)
        for expected in [200, 200, 403] {
            let message = try await store.send(.put, "\(Self.base)/message/\(UUID())", json: Self.content())
            #expect(message.status == expected)
        }
    }

    @Test func anImageInUseCannotBeDeletedUntilItsMessagesAre() async throws {
        let store = try store()
        try await uploadImages(to: store)
        let content = Self.content(image: Self.image, points: 1)
        _ = try await store.send(.put, "\(Self.base)/message/\(Self.message)", json: content)
        for id in [Self.image, Self.icon] {
            let used = try await store.send(.delete, "\(Self.base)/image/\(id)")
            #expect(used.status == 403)
            #expect(used.errorCode == 4_030_019)
        }
        #expect(try await store.send(.delete, "\(Self.base)/message/\(Self.message)").status == 200)
        #expect(try await store.send(.delete, "\(Self.base)/message/\(Self.message)").errorCode == 4_040_015)
        #expect(try await store.send(.delete, "\(Self.base)/image/\(Self.image)").status == 200)
        #expect(try await store.send(.delete, "\(Self.base)/image/\(Self.image)").errorCode == 4_040_014)
    }

    // MARK: - Messages

    @Test(
        "Refuses messages",
        arguments: [
            (content(header: String(repeating: "é", count: 67)), 4_000_162),
            (content(body: String(repeating: "é", count: 145)), 4_000_163),
            (content(image: image, altText: String(repeating: "é", count: 151)), 4_000_175),
            (content(altText: String(repeating: "é", count: 151), points: 1), 4_000_175),
            (content(points: 6), 4_000_218),
            (content(points: 1, pointText: String(repeating: "é", count: 67)), 4_000_219),
            (content(position: "ABOVE_IMAGE"), 4_000_224), (content(position: "BELOW"), 4_000_000),
            (content(image: icon), 4_000_216), (content(points: 1, pointImage: image), 4_000_216),
            (content(image: UUID()), 4_040_014), ("{}", 4_000_000), ("cat", 4_000_000), ("", 4_000_000),
        ] as [(String, Int64)])
    func badMessages(json: String, code: Int64) async throws {
        let store = try store()
        try await uploadImages(to: store)
        let answer = try await store.send(.put, "\(Self.base)/message/\(Self.message)", json: json)
        #expect(answer.status == Int(code / 10_000))
        #expect(answer.errorCode == code)
        #expect(store.retention.contents.messages.isEmpty)
    }

    @Test func theLongestMessageIsTaken() async throws {
        let store = try store()
        try await uploadImages(to: store)
        let content = Self.content(
            header: String(repeating: "é", count: 66), body: String(repeating: "é", count: 144), image: Self.image,
            altText: String(repeating: "é", count: 150), position: "ABOVE_IMAGE", points: 5,
            pointText: String(repeating: "é", count: 66))
        #expect(
            try await store.send(.put, "\(Self.base)/message/\(Self.message)", json: content).status == 200)
    }

    // MARK: - Default messages

    @Test func aDefaultMessageIsSetReplacedToldAndDeleted() async throws {
        let store = try store(.sandbox)
        let path = "\(Self.base)/default/\(Shop.monthly)/en-US"
        let messages = [UUID(), UUID()]
        for id in messages {
            _ = try await store.send(.put, "\(Self.base)/message/\(id)", json: Self.content())
            let set = try await store.send(.put, path, json: #"{"messageIdentifier":"\#(id)"}"#)
            #expect(set.status == 200)
            let told: DefaultConfigurationResponse = try await store.server(path).decode()
            #expect(told.messageIdentifier == id)
        }
        #expect(try await store.send(.delete, path).status == 200)
        #expect(try await store.send(.delete, path).errorCode == 4_040_020)
        #expect(try await store.server(path).errorCode == 4_040_020)
    }

    @Test func deletingAMessageTakesItsDefaultsAway() async throws {
        let store = try store(.sandbox)
        let path = "\(Self.base)/default/\(Shop.monthly)/ja"
        _ = try await store.send(.put, "\(Self.base)/message/\(Self.message)", json: Self.content())
        _ = try await store.send(.put, path, json: #"{"messageIdentifier":"\#(Self.message)"}"#)
        _ = try await store.send(.delete, "\(Self.base)/message/\(Self.message)")
        #expect(try await store.server(path).errorCode == 4_040_020)
    }

    @Test func onlyWhatIsApprovedIsADefault() async throws {
        let store = try store()
        try await uploadImages(to: store)
        let path = "\(Self.base)/default/\(Shop.monthly)/en-US"
        let json = #"{"messageIdentifier":"\#(Self.message)"}"#
        #expect(try await store.send(.put, path, json: json).errorCode == 4_040_015)
        _ = try await store.send(
            .put, "\(Self.base)/message/\(Self.message)", json: Self.content(image: Self.image))
        #expect(try await store.send(.put, path, json: json).errorCode == 4_030_017)
        try store.retention.decide(message: Self.message, .approved)
        #expect(try await store.send(.put, path, json: json).errorCode == 4_030_018)
        try store.retention.decide(image: Self.image, .approved)
        #expect(try await store.send(.put, path, json: json).status == 200)
    }

    @Test(
        "Refuses places for defaults",
        arguments: [
            ("\(Shop.coins)/en-US", 4_000_023), ("nothing/en-US", 4_000_023), ("\(Shop.monthly)/en", 4_000_164),
            ("\(Shop.monthly)/tlh", 4_000_164),
        ] as [(String, Int64)])
    func badPlaces(place: String, code: Int64) async throws {
        let store = try store()
        #expect(try await store.server("\(Self.base)/default/\(place)").errorCode == code)
        #expect(try await store.send(.delete, "\(Self.base)/default/\(place)").errorCode == code)
        let json = #"{"messageIdentifier":"\#(Self.message)"}"#
        #expect(try await store.send(.put, "\(Self.base)/default/\(place)", json: json).errorCode == code)
    }

    @Test func strangersAreKeptOut() async throws {
        let answer = try await store().ask(.get, "\(Self.base)/image/list")
        #expect(answer.status == 401)
        #expect(answer.errorCode == nil)
    }

    @Test func theStateCanBeWrittenDownAndReadBack() async throws {
        let store = try store(.sandbox)
        try await uploadImages(to: store)
        _ = try await store.send(.put, "\(Self.base)/message/\(Self.message)", json: Self.content(points: 2))
        _ = try await store.send(
            .put, "\(Self.base)/default/\(Shop.monthly)/en-US", json: #"{"messageIdentifier":"\#(Self.message)"}"#)
        let contents = store.retention.contents
        let copy = try JSONDecoder().decode(RetentionState.self, from: JSONEncoder().encode(contents))
        #expect(copy == contents)
        #expect(copy.defaults.count == 1)
    }
}
