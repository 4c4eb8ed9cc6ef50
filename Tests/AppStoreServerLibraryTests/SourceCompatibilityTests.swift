// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreServerLibrary
import Foundation
import Testing

// Written as a server is that uses Apple's library: it imports nothing else and spells out types where that shows that
// they are what they are there. That it compiles is most of the test.

/// Keeps what a customer owns, and asks the App Store where it does not know.
private struct Entitlements: Sendable {
    let client: AppStoreServerAPIClient
    let verifier: SignedDataVerifier

    enum Outcome: Equatable {
        case granted(product: String, until: Date?)
        case withdrawn(product: String)
        case ignored(reason: String)
    }

    init(key: String, root: Data) throws {
        let environment: AppStoreEnvironment = .sandbox
        client = try AppStoreServerAPIClient(
            signingKey: key, keyId: "ABCDEFGHIJ", issuerId: "99b16628-15e4-4668-972b-eeff55eeff55",
            bundleId: "com.example", environment: environment)
        verifier = try SignedDataVerifier(
            rootCertificates: [root], bundleId: "com.example", appAppleId: 1234, environment: environment,
            enableOnlineChecks: false)
    }

    func receive(_ body: Data) async throws -> Outcome {
        let request = try JSONDecoder().decode(ResponseBodyV2.self, from: body)
        guard let signedPayload = request.signedPayload else { return .ignored(reason: "empty") }
        let result: VerificationResult<ResponseBodyV2DecodedPayload> = await verifier.verifyAndDecodeNotification(
            signedPayload: signedPayload)
        switch result {
        case .valid(let notification):
            return await judge(notification)
        case .invalid(let error):
            switch error {
            case .RETRYABLE_VERIFICATION_FAILURE: return .ignored(reason: "later")
            case .INVALID_JWT_FORMAT, .INVALID_CERTIFICATE, .VERIFICATION_FAILURE, .INVALID_APP_IDENTIFIER,
                .INVALID_ENVIRONMENT:
                return .ignored(reason: "\(error)")
            }
        }
    }

    private func judge(_ notification: ResponseBodyV2DecodedPayload) async -> Outcome {
        if let summary: Summary = notification.summary {
            return .ignored(reason: "\(summary.succeededCount ?? 0) extended")
        }
        guard let data: NotificationData = notification.data, let signed = data.signedTransactionInfo else {
            return .ignored(reason: notification.rawNotificationType ?? "unknown")
        }
        guard case .valid(let transaction) = await verifier.verifyAndDecodeTransaction(signedTransaction: signed)
        else { return .ignored(reason: "forged") }
        let product = transaction.productId ?? ""
        switch (notification.notificationType, notification.subtype) {
        case (.subscribed, .some(.initialBuy)), (.subscribed, .some(.resubscribe)), (.didRenew, _):
            return .granted(product: product, until: transaction.expiresDate)
        case (.expired, _), (.refund, _), (.revoke, _):
            return .withdrawn(product: product)
        default:
            return .ignored(reason: "other")
        }
    }

    /// Every transaction of a customer, page after page, as one writes it by hand.
    func history(of transactionId: String) async -> [String] {
        var request = TransactionHistoryRequest()
        request.sort = TransactionHistoryRequest.Order.ascending
        request.revoked = false
        request.productTypes = [TransactionHistoryRequest.ProductType.autoRenewable]
        var response: HistoryResponse?
        var transactions: [String] = []
        repeat {
            let result = await client.getTransactionHistory(
                anyTransactionId: transactionId, revision: response?.revision, transactionHistoryRequest: request,
                version: GetTransactionHistoryVersion.v2)
            switch result {
            case .success(let page):
                response = page
                transactions.append(contentsOf: page.signedTransactions ?? [])
            case .failure(let statusCode, let rawApiError, let apiError, let errorMessage, let causedBy):
                _ = (statusCode as Int?, rawApiError as Int64?, apiError as APIError?, errorMessage as String?)
                _ = causedBy as (any Error)?
                return transactions
            }
        } while response?.hasMore ?? false
        return transactions
    }

    func isEntitled(_ transactionId: String) async -> Bool {
        guard
            case .success(let response) = await client.getAllSubscriptionStatuses(
                anyTransactionId: transactionId, status: [Status.active, .billingGracePeriod])
        else { return false }
        let groups: [SubscriptionGroupIdentifierItem] = response.data ?? []
        return groups.contains { group in
            (group.lastTransactions ?? []).contains { (item: LastTransactionsItem) in item.status == .active }
        }
    }
}

/// Offers and messages, made the way Apple's library has them made.
private struct Offers {
    let key: String

    func promotional(_ transactionId: String) async throws -> [String] {
        let old = try PromotionalOfferSignatureCreator(privateKey: key, keyId: "K", bundleId: "com.example")
        let new = try PromotionalOfferV2SignatureCreator(
            signingKey: key, keyId: "K", issuerId: "I", bundleId: "com.example")
        let introductory = try IntroductoryOfferEligibilitySignatureCreator(
            signingKey: key, keyId: "K", issuerId: "I", bundleId: "com.example")
        let advanced = try AdvancedCommerceInAppSignatureCreator(
            signingKey: key, keyId: "K", issuerId: "I", bundleId: "com.example")
        let request: any AdvancedCommerceInAppRequest = AdvancedCommerceOneTimeChargeCreateRequest(
            currency: "USD",
            item: try AdvancedCommerceOneTimeChargeItem(
                description: "d", displayName: "n", sku: "s", price: 990),
            requestInfo: AdvancedCommerceRequestInfo(requestReferenceId: UUID()), taxCode: "C003")
        return [
            try old.createSignature(
                productIdentifier: "p", subscriptionOfferID: "o", appAccountToken: "", nonce: UUID(), timestamp: 0),
            try await new.createSignature(productId: "p", offerIdentifier: "o"),
            try await new.createSignature(productId: "p", offerIdentifier: "o", transactionId: transactionId),
            try await introductory.createSignature(
                productId: "p", allowIntroductoryOffer: true, transactionId: transactionId),
            try await advanced.createSignature(advancedCommerceInAppRequest: request),
        ]
    }

    func answer(_ request: DecodedRealtimeRequestBody) -> RealtimeResponseBody {
        RealtimeResponseBody(message: Message(messageIdentifier: request.requestIdentifier))
    }
}

/// Asks what no other part of this server asks, so that every call is there with its labels and types.
private func everyOtherCall(_ client: AppStoreServerAPIClient, id: UUID) async throws {
    let _: APIResult<TransactionInfoResponse> = await client.getTransactionInfo(transactionId: "1")
    let _: APIResult<AppTransactionInfoResponse> = await client.getAppTransactionInfo(anyTransactionId: "1")
    let _: APIResult<RefundHistoryResponse> = await client.getRefundHistory(anyTransactionId: "1", revision: nil)
    let _: APIResult<OrderLookupResponse> = await client.lookUpOrderId(orderId: "W")
    let _: APIResult<Void> = await client.finishTransaction(transactionId: "1")
    let _: APIResult<Void> = await client.setAppAccountToken(
        originalTransactionId: "1", updateAppAccountTokenRequest: UpdateAppAccountTokenRequest(appAccountToken: id))
    let _: APIResult<Void> = await client.sendConsumptionInformation(
        transactionId: "1",
        consumptionRequest: ConsumptionRequest(
            customerConsented: true, deliveryStatus: DeliveryStatus.delivered, sampleContentProvided: false,
            consumptionPercentage: 0, refundPreference: RefundPreference.decline))
    let _: APIResult<ExtendRenewalDateResponse> = await client.extendSubscriptionRenewalDate(
        originalTransactionId: "1",
        extendRenewalDateRequest: ExtendRenewalDateRequest(
            extendByDays: 1, extendReasonCode: ExtendReasonCode.serviceIssueOrOutage, requestIdentifier: "r"))
    let _: APIResult<MassExtendRenewalDateResponse> = await client.extendRenewalDateForAllActiveSubscribers(
        massExtendRenewalDateRequest: MassExtendRenewalDateRequest(
            extendByDays: 1, extendReasonCode: .other, requestIdentifier: "r", storefrontCountryCodes: ["USA"],
            productId: "p"))
    let _: APIResult<MassExtendRenewalDateStatusResponse> =
        await client.getStatusOfSubscriptionRenewalDateExtensions(requestIdentifier: "r", productId: "p")
    let _: APIResult<SendTestNotificationResponse> = await client.requestTestNotification()
    let _: APIResult<CheckTestNotificationResponse> = await client.getTestNotificationStatus(testNotificationToken: "t")
    let _: APIResult<NotificationHistoryResponse> = await client.getNotificationHistory(
        paginationToken: nil,
        notificationHistoryRequest: NotificationHistoryRequest(
            startDate: .distantPast, endDate: .now, notificationType: NotificationTypeV2.subscribed,
            notificationSubtype: Subtype.initialBuy, onlyFailures: true))
    try await everyMessagingCall(client, id: id)
}

private func everyMessagingCall(_ client: AppStoreServerAPIClient, id: UUID) async throws {
    let _: APIResult<Void> = await client.uploadImage(imageIdentifier: id, image: Data(), imageSize: ImageSize.fullSize)
    let _: APIResult<Void> = await client.deleteImage(imageIdentifier: id)
    let _: APIResult<GetImageListResponse> = await client.getImageList()
    let _: APIResult<Void> = await client.uploadMessage(
        messageIdentifier: id,
        uploadMessageRequestBody: try UploadMessageRequestBody(
            header: "h", body: "b", image: try UploadMessageImage(imageIdentifier: id, altText: "a"),
            headerPosition: HeaderPosition.aboveBody,
            bulletPoints: [try BulletPoint(text: "t", imageIdentifier: id, altText: "a")]))
    let _: APIResult<Void> = await client.deleteMessage(messageIdentifier: id)
    let _: APIResult<GetMessageListResponse> = await client.getMessageList()
    let _: APIResult<Void> = await client.configureDefaultMessage(
        productId: "p", locale: "en-US",
        defaultConfigurationRequest: DefaultConfigurationRequest(messageIdentifier: id))
    let _: APIResult<Void> = await client.deleteDefaultMessage(productId: "p", locale: "en-US")
    let _: APIResult<DefaultConfigurationResponse> = await client.getDefaultMessage(productId: "p", locale: "en-US")
    let _: APIResult<Void> = await client.configureRealtimeURL(
        realtimeUrlRequest: try RealtimeUrlRequest(realtimeURL: "https://example.com"))
    let _: APIResult<Void> = await client.deleteRealtimeURL()
    let _: APIResult<RealtimeUrlResponse> = await client.getRealtimeURL()
    let _: APIResult<PerformanceTestResponse> = await client.initiatePerformanceTest(
        performanceTestRequest: PerformanceTestRequest(originalTransactionId: "1"))
    let _: APIResult<PerformanceTestResultResponse> = await client.getPerformanceTestResults(requestId: "r")
}

// A model made to fit a program of its own, as such programs do.
private typealias Transaction = AppStoreServerLibrary.JWSTransactionDecodedPayload

extension AppStoreServerLibrary.JWSRenewalInfoDecodedPayload {
    fileprivate var willRenew: Bool { autoRenewStatus == AutoRenewStatus.on }
}

@Suite struct SourceCompatibilityTests {
    @Test func aServerWrittenForApplesLibraryRuns() async throws {
        let key = try Team.pem()
        let root = try Fixture.certificate("apple-test/testCA.der")
        let entitlements = try Entitlements(key: key, root: root)
        let signed = try Fixture.signed("apple-test/testNotification")
        #expect(
            try await entitlements.receive(Data(#"{"signedPayload":"\#(signed)"}"#.utf8)) == .ignored(reason: "TEST"))
        #expect(
            try await entitlements.receive(Data(#"{"signedPayload":"a.b.c"}"#.utf8))
                == .ignored(reason: "INVALID_JWT_FORMAT"))
        #expect(try await Offers(key: key).promotional("1").count == 5)
        #expect(JWSRenewalInfoDecodedPayload(autoRenewStatus: .on).willRenew)
        #expect(Transaction(transactionId: "1").transactionId == "1")
        #expect(ReceiptUtility.extractTransactionId(appReceipt: "") == nil)
        #expect(ReceiptUtility.extractTransactionId(transactionReceipt: "") == nil)
    }

    @Test func failuresHaveApplesNames() {
        let error: APIError = .AppTransactionDoesNotExistError
        #expect(error.rawValue == 4_040_019)
        #expect(APIError(rawValue: 4_040_010) == APIError.transactionIdNotFound)
        let unusable: [any Error] = [
            SignedDataVerifier.ConfigurationError.INVALID_APP_APPLE_ID,
            AppStoreServerAPIClient.ConfigurationError.invalidEnvironment,
        ]
        #expect(unusable.count == 2)
        let result: VerificationResult<ResponseBodyV2DecodedPayload> = .invalid(.INVALID_ENVIRONMENT)
        #expect(result == .invalid(VerificationError.INVALID_ENVIRONMENT))
    }
}
