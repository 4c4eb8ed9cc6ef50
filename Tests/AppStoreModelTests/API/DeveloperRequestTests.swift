// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Testing

@Suite struct DeveloperRequestTests {
    static let token = "7e3fb20b-4cdb-47cc-936d-99d65f608138"

    @Test func aConsumptionRequestIsWrittenByItsWireNames() throws {
        let request = ConsumptionRequest(
            customerConsented: true, deliveryStatus: .delivered, sampleContentProvided: false,
            consumptionPercentage: 50_000, refundPreference: .grantProrated)
        let json =
            #"{"consumptionPercentage":50000,"customerConsented":true,"deliveryStatus":"DELIVERED","#
            + #""refundPreference":"GRANT_PRORATED","sampleContentProvided":false}"#
        #expect(try written(request) == json)
        #expect(try read(ConsumptionRequest.self, from: json) == request)
    }

    @Test func aConsumptionRequestNeedsTheConsent() {
        #expect(throws: DecodingError.self) {
            try read(ConsumptionRequest.self, from: #"{"deliveryStatus":"DELIVERED","sampleContentProvided":false}"#)
        }
    }

    @Test func theFirstConsumptionRequestWritesAnEmptyTokenForNone() throws {
        let request = ConsumptionRequestV1(customerConsented: true, platform: .nonApple)
        let json = #"{"appAccountToken":"","customerConsented":true,"platform":2}"#
        #expect(try written(request) == json)
        let again = try read(ConsumptionRequestV1.self, from: json)
        #expect(again == request)
        #expect(again.appAccountToken == nil)
    }

    @Test func theFirstConsumptionRequestKeepsAMalformedToken() throws {
        let request = try read(ConsumptionRequestV1.self, from: #"{"appAccountToken":"me"}"#)
        #expect(request.appAccountToken == nil)
        #expect(request.rawAppAccountToken == "me")
    }

    @Test func theFirstConsumptionRequestWritesTokensInLowerCase() throws {
        let request = ConsumptionRequestV1(appAccountToken: UUID(uuidString: Self.token))
        #expect(try written(request) == #"{"appAccountToken":"\#(Self.token)"}"#)
    }

    @Test func settingATokenNeedsAUUID() throws {
        let request = try read(UpdateAppAccountTokenRequest.self, from: #"{"appAccountToken":"\#(Self.token)"}"#)
        #expect(request.appAccountToken == UUID(uuidString: Self.token))
        for json in ["{}", #"{"appAccountToken":"me"}"#, #"{"appAccountToken":null}"#] {
            #expect(throws: DecodingError.self) { try read(UpdateAppAccountTokenRequest.self, from: json) }
        }
    }

    @Test func anExtensionKeepsAReasonItDoesNotKnow() throws {
        let request = try read(ExtendRenewalDateRequest.self, from: #"{"extendByDays":91,"extendReasonCode":9}"#)
        #expect(request.extendReasonCode == nil)
        #expect(request.rawExtendReasonCode == 9)
        #expect(request.extendByDays == 91)
    }

    @Test func theStoresQuestionBeforeACancellationIsRead() throws {
        let body = try Fixture.read(DecodedRealtimeRequestBody.self, "decodedRealtimeRequest")
        #expect(body.signedDateOptional == body.signedDate)
        #expect(body.environment == .localTesting)
    }
}
