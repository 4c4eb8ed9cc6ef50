// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Testing

@Suite struct MessageLimitTests {
    static let image = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))

    static func text(_ length: Int) -> String { String(repeating: "a", count: length) }

    @Test func textsOfTheGreatestLengthAreTaken() throws {
        let point = try BulletPoint(text: Self.text(66), imageIdentifier: Self.image, altText: Self.text(150))
        let message = try UploadMessageRequestBody(
            header: Self.text(66), body: Self.text(144),
            image: UploadMessageImage(imageIdentifier: Self.image, altText: Self.text(150)),
            headerPosition: .aboveImage, bulletPoints: Array(repeating: point, count: 5))
        #expect(message.rawHeaderPosition == "ABOVE_IMAGE")
        #expect(try RealtimeUrlRequest(realtimeURL: Self.text(256)).realtimeURL.count == 256)
    }

    @Test func longerTextsAreRefused() throws {
        #expect(throws: UploadMessageRequestBody.ValidationError.headerTooLong) {
            try UploadMessageRequestBody(header: Self.text(67), body: "")
        }
        #expect(throws: UploadMessageRequestBody.ValidationError.bodyTooLong) {
            try UploadMessageRequestBody(header: "", body: Self.text(145))
        }
        #expect(throws: BulletPoint.ValidationError.textTooLong) {
            try BulletPoint(text: Self.text(67), imageIdentifier: Self.image, altText: "")
        }
        #expect(throws: BulletPoint.ValidationError.altTextTooLong) {
            try BulletPoint(text: "", imageIdentifier: Self.image, altText: Self.text(151))
        }
        #expect(throws: UploadMessageImage.ValidationError.altTextTooLong) {
            try UploadMessageImage(imageIdentifier: Self.image, altText: Self.text(151))
        }
        #expect(throws: RealtimeUrlRequest.ValidationError.realtimeURLTooLong) {
            try RealtimeUrlRequest(realtimeURL: Self.text(257))
        }
    }

    @Test func aSixthPointIsRefused() throws {
        let point = try BulletPoint(text: "", imageIdentifier: Self.image, altText: "")
        #expect(throws: UploadMessageRequestBody.ValidationError.tooManyBulletPoints) {
            try UploadMessageRequestBody(header: "", body: "", bulletPoints: Array(repeating: point, count: 6))
        }
    }

    @Test func failuresOfAnUnknownKindStayInTheRawOnes() throws {
        var result = try Fixture.read(PerformanceTestResultResponse.self, "performanceTestResultResponse")
        result.rawFailures = ["TIMED_OUT": 3, "COSMIC_RAY": 1]
        #expect(result.failures == [.timedOut: 3])
        #expect(result.rawFailures?["COSMIC_RAY"] == 1)
    }
}
