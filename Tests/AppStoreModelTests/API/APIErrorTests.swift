// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Testing

@Suite struct APIErrorTests {
    @Test(arguments: [
        (APIError.invalidTransactionId, 400), (.subscriptionMaxExtension, 403), (.transactionIdNotFound, 404),
        (.imageAlreadyExists, 409), (.rateLimitExceeded, 429), (.generalInternalRetryable, 500),
    ])
    func theFirstThreeDigitsAreTheHTTPStatus(_ error: APIError, _ status: Int) {
        #expect(error.httpStatus == status)
    }

    @Test func anErrorAnswersAsTheAppStoreDoes() throws {
        let expected = try Fixture.read(ErrorPayload.self, "transactionIdNotFoundError")
        #expect(ErrorPayload(.transactionIdNotFound) == expected)
        #expect(expected.apiError == .transactionIdNotFound)
    }

    @Test func anUnknownCodeSurvives() throws {
        let json = #"{"errorCode":4009999,"errorMessage":"New."}"#
        let payload = try read(ErrorPayload.self, from: json)
        #expect(payload.apiError == nil)
        #expect(payload.errorCode == 4_009_999)
        #expect(try written(payload) == json)
    }

    @Test(arguments: [4_000_044, 4_000_207, 4_000_208, 4_000_209, 4_000_210] as [Int64])
    func codesThatOnlyTheDocumentationNamesAreKnown(_ code: Int64) {
        #expect(APIError(rawValue: code) != nil)
    }

    @Test func onlyFourCodesAskForAnotherAttempt() {
        let codes: [Int64] = [4_040_002, 4_040_004, 4_040_006, 5_000_001]
        #expect(codes.allSatisfy { APIError(rawValue: $0)?.isRetryable == true })
        #expect(!APIError.generalInternal.isRetryable)
        #expect(!APIError.rateLimitExceeded.isRetryable)
    }
}
