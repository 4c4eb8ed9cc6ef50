// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Testing

@Suite struct RoundTripTests {
    /// A model, the fixture that holds one, and nothing of it lost.
    struct Sample: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let rewritten: @Sendable () throws -> Data

        init<T: Codable & SendableMetatype>(_ type: T.Type, _ fixture: String) {
            testDescription = fixture
            rewritten = { try WireJSON.encode(Fixture.read(type, fixture)) }
        }
    }

    static let samples = [
        Sample(JWSTransactionDecodedPayload.self, "signedTransaction"),
        Sample(JWSTransactionDecodedPayload.self, "signedTransactionWithRevocation"),
        Sample(JWSRenewalInfoDecodedPayload.self, "signedRenewalInfo"),
        Sample(AppTransaction.self, "appTransaction"),
        Sample(ResponseBodyV2DecodedPayload.self, "signedNotification"),
        Sample(ResponseBodyV2DecodedPayload.self, "signedSummaryNotification"),
        Sample(ResponseBodyV2DecodedPayload.self, "signedExternalPurchaseTokenNotification"),
        Sample(ResponseBodyV2DecodedPayload.self, "signedConsumptionRequestNotification"),
        Sample(ResponseBodyV2DecodedPayload.self, "signedRescindConsentNotification"),
        Sample(AppData.self, "appData"),
        Sample(AdvancedCommerceOffer.self, "advancedCommerceOffer"),
        Sample(HistoryResponse.self, "transactionHistoryResponse"),
        Sample(HistoryResponse.self, "transactionHistoryResponseWithMalformedEnvironment"),
        Sample(StatusResponse.self, "getAllSubscriptionStatusesResponse"),
        Sample(NotificationHistoryResponse.self, "getNotificationHistoryResponse"),
        Sample(RefundHistoryResponse.self, "getRefundHistoryResponse"),
        Sample(CheckTestNotificationResponse.self, "getTestNotificationStatusResponse"),
        Sample(OrderLookupResponse.self, "lookupOrderIdResponse"),
        Sample(SendTestNotificationResponse.self, "requestTestNotificationResponse"),
        Sample(TransactionInfoResponse.self, "transactionInfoResponse"),
        Sample(AppTransactionInfoResponse.self, "appTransactionInfoResponse"),
        Sample(ErrorPayload.self, "transactionIdNotFoundError"),
        Sample(ExtendRenewalDateResponse.self, "extendSubscriptionRenewalDateResponse"),
        Sample(MassExtendRenewalDateResponse.self, "extendRenewalDateForAllActiveSubscribersResponse"),
        Sample(MassExtendRenewalDateStatusResponse.self, "getStatusOfSubscriptionRenewalDateExtensionsResponse"),
        Sample(DecodedRealtimeRequestBody.self, "decodedRealtimeRequest"),
        Sample(DefaultConfigurationResponse.self, "getDefaultMessageResponse"),
        Sample(GetImageListResponse.self, "getImageListResponse"),
        Sample(GetMessageListResponse.self, "getMessageListResponse"),
        Sample(RealtimeUrlResponse.self, "getRealtimeUrlResponse"),
        Sample(PerformanceTestResponse.self, "performanceTestResponse"),
        Sample(PerformanceTestResultResponse.self, "performanceTestResultResponse"),
        Sample(ResponseBodyV2DecodedPayload.self, "signedExternalPurchaseTokenSandboxNotification"),
        Sample(ErrorPayload.self, "apiException"),
        Sample(ErrorPayload.self, "apiTooManyRequestsException"),
        Sample(ErrorPayload.self, "apiUnknownError"),
        Sample(ErrorPayload.self, "appTransactionDoesNotExistError"),
        Sample(ErrorPayload.self, "familyTransactionNotSupportedError"),
        Sample(ErrorPayload.self, "invalidAppAccountTokenUUIDError"),
        Sample(ErrorPayload.self, "invalidTransactionIdError"),
        Sample(ErrorPayload.self, "transactionIdNotOriginalTransactionId"),
    ]

    @Test(arguments: samples + AdvancedCommerceTests.samples)
    func readingAndWritingLosesNothing(_ sample: Sample) throws {
        let original = try Fixture.read(JSONValue.self, sample.testDescription)
        #expect(try WireJSON.decode(JSONValue.self, from: sample.rewritten()) == original)
    }

    /// Not read: its number for the app is a word.
    static let malformed = "transactionHistoryResponseWithMalformedAppAppleId"

    @Test func everyFixtureIsReadAndWritten() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Fixture.folder.path)
        let tested =
            (Self.samples + AdvancedCommerceTests.samples).map(\.testDescription)
            + AdvancedCommerceTests.inAppRequests.map(\.name) + AdvancedCommerceTests.unusual + [Self.malformed]
        #expect(Set(files) == Set(tested.map { $0 + ".json" }))
    }

    @Test func absentValuesAreNotWritten() throws {
        #expect(try written(JWSTransactionDecodedPayload(transactionId: "1")) == #"{"transactionId":"1"}"#)
    }

    @Test func keysAreSortedAndSlashesStayAsTheyAre() throws {
        let payload = JWSTransactionDecodedPayload(transactionId: "2", productId: "a/b")
        #expect(try written(payload) == #"{"productId":"a/b","transactionId":"2"}"#)
    }
}
