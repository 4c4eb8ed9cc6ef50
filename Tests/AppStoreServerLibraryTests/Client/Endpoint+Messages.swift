// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation

@testable import AppStoreServerLibrary

extension Endpoint {
    private static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x00, 0xFF])
    private static var upper: String { uuid.uuidString }

    static let messages = [
        Endpoint(
            "uploadImage", "PUT", "/inApps/v1/messaging/image/\(upper)?imageSize=BULLET_POINT", body: .png(png)
        ) { await $0.uploadImage(imageIdentifier: uuid, image: png, imageSize: .bulletPoint) },
        Endpoint("uploadImage of any size", "PUT", "/inApps/v1/messaging/image/\(upper)", body: .png(png)) {
            await $0.uploadImage(imageIdentifier: uuid, image: png)
        },
        Endpoint("deleteImage", "DELETE", "/inApps/v1/messaging/image/\(upper)") {
            await $0.deleteImage(imageIdentifier: uuid)
        },
        Endpoint("getImageList", "GET", "/inApps/v1/messaging/image/list", answer: "getImageListResponse") {
            await $0.getImageList()
        },
        Endpoint(
            "uploadMessage", "PUT", "/inApps/v1/messaging/message/\(upper)",
            body: .json(
                #"{"body":"Body","header":"Header","headerPosition":"ABOVE_BODY","image":{"altText":"A","#
                    + #""imageIdentifier":"\#(lower)"}}"#)
        ) {
            await $0.uploadMessage(
                messageIdentifier: uuid,
                uploadMessageRequestBody: try UploadMessageRequestBody(
                    header: "Header", body: "Body",
                    image: try UploadMessageImage(imageIdentifier: uuid, altText: "A"), headerPosition: .aboveBody))
        },
        Endpoint("deleteMessage", "DELETE", "/inApps/v1/messaging/message/\(upper)") {
            await $0.deleteMessage(messageIdentifier: uuid)
        },
        Endpoint("getMessageList", "GET", "/inApps/v1/messaging/message/list", answer: "getMessageListResponse") {
            await $0.getMessageList()
        },
        Endpoint(
            "configureDefaultMessage", "PUT", "/inApps/v1/messaging/default/com.example.p/en-US",
            body: .json(#"{"messageIdentifier":"\#(lower)"}"#)
        ) {
            await $0.configureDefaultMessage(
                productId: "com.example.p", locale: "en-US",
                defaultConfigurationRequest: DefaultConfigurationRequest(messageIdentifier: uuid))
        },
        Endpoint("deleteDefaultMessage", "DELETE", "/inApps/v1/messaging/default/com.example.p/en-US") {
            await $0.deleteDefaultMessage(productId: "com.example.p", locale: "en-US")
        },
        Endpoint(
            "getDefaultMessage", "GET", "/inApps/v1/messaging/default/com.example.p/en-US",
            answer: "getDefaultMessageResponse"
        ) { await $0.getDefaultMessage(productId: "com.example.p", locale: "en-US") },
    ]

    static let realtime = [
        Endpoint(
            "configureRealtimeURL", "PUT", "/inApps/v1/messaging/realtime/url",
            body: .json(#"{"realtimeURL":"https://example.com/realtime"}"#)
        ) {
            await $0.configureRealtimeURL(
                realtimeUrlRequest: try RealtimeUrlRequest(realtimeURL: "https://example.com/realtime"))
        },
        Endpoint("deleteRealtimeURL", "DELETE", "/inApps/v1/messaging/realtime/url") { await $0.deleteRealtimeURL() },
        Endpoint("getRealtimeURL", "GET", "/inApps/v1/messaging/realtime/url", answer: "getRealtimeUrlResponse") {
            await $0.getRealtimeURL()
        },
        Endpoint(
            "initiatePerformanceTest", "POST", "/inApps/v1/messaging/performanceTest",
            body: .json(#"{"originalTransactionId":"1234"}"#), answer: "performanceTestResponse"
        ) {
            await $0.initiatePerformanceTest(
                performanceTestRequest: PerformanceTestRequest(originalTransactionId: "1234"))
        },
        Endpoint(
            "getPerformanceTestResults", "GET", "/inApps/v1/messaging/performanceTest/result/r-1",
            answer: "performanceTestResultResponse"
        ) { await $0.getPerformanceTestResults(requestId: "r-1") },
    ]

    private static let info = AdvancedCommerceRequestInfo(requestReferenceId: uuid)
    private static var infoJSON: String { #""requestInfo":{"requestReferenceId":"\#(lower)"}"# }

    static let advancedCommerce = [
        Endpoint(
            "cancelSubscription", "POST", "/advancedCommerce/v1/subscription/cancel/1234",
            body: .json("{\(infoJSON)}"), answer: "advancedCommerceSubscriptionCancelResponse"
        ) {
            await $0.cancelSubscription(
                transactionId: "1234",
                subscriptionCancelRequest: AdvancedCommerceSubscriptionCancelRequest(requestInfo: info))
        },
        Endpoint(
            "changeSubscriptionMetadata", "POST", "/advancedCommerce/v1/subscription/changeMetadata/1234",
            body: .json(#"{\#(infoJSON),"taxCode":"C003"}"#),
            answer: "advancedCommerceSubscriptionChangeMetadataResponse"
        ) {
            await $0.changeSubscriptionMetadata(
                transactionId: "1234",
                subscriptionChangeMetadataRequest: AdvancedCommerceSubscriptionChangeMetadataRequest(
                    requestInfo: info, taxCode: "C003"))
        },
        Endpoint(
            "changeSubscriptionPrice", "POST", "/advancedCommerce/v1/subscription/changePrice/1234",
            body: .json(#"{"items":[{"SKU":"sku","price":4990}],\#(infoJSON)}"#),
            answer: "advancedCommerceSubscriptionPriceChangeResponse"
        ) {
            await $0.changeSubscriptionPrice(
                transactionId: "1234",
                subscriptionPriceChangeRequest: try AdvancedCommerceSubscriptionPriceChangeRequest(
                    requestInfo: info, items: [AdvancedCommerceSubscriptionPriceChangeItem(sku: "sku", price: 4990)]))
        },
        Endpoint(
            "migrateSubscription", "POST", "/advancedCommerce/v1/subscription/migrate/1234",
            body: .json(
                #"{"descriptors":{"description":"d","displayName":"n"},"items":[{"SKU":"sku","description":"d","#
                    + #""displayName":"n"}],\#(infoJSON),"targetProductId":"com.example.generic","taxCode":"C003"}"#),
            answer: "advancedCommerceSubscriptionMigrateResponse"
        ) {
            await $0.migrateSubscription(
                transactionId: "1234",
                subscriptionMigrateRequest: try AdvancedCommerceSubscriptionMigrateRequest(
                    requestInfo: info,
                    descriptors: AdvancedCommerceSubscriptionMigrateDescriptors(description: "d", displayName: "n"),
                    items: [
                        AdvancedCommerceSubscriptionMigrateItem(sku: "sku", description: "d", displayName: "n")
                    ], targetProductId: "com.example.generic", taxCode: "C003"))
        },
        Endpoint(
            "revokeSubscription", "POST", "/advancedCommerce/v1/subscription/revoke/1234",
            body: .json(
                #"{"refundReason":"LEGAL","refundRiskingPreference":true,"refundType":"FULL",\#(infoJSON)}"#),
            answer: "advancedCommerceSubscriptionRevokeResponse"
        ) {
            await $0.revokeSubscription(
                transactionId: "1234",
                subscriptionRevokeRequest: AdvancedCommerceSubscriptionRevokeRequest(
                    refundReason: .legal, refundRiskingPreference: true, requestInfo: info, refundType: .full))
        },
        Endpoint(
            "requestTransactionRefund", "POST", "/advancedCommerce/v1/transaction/requestRefund/1234",
            body: .json(
                #"{"items":[{"SKU":"sku","refundReason":"OTHER","refundType":"PRORATED","revoke":false}],"#
                    + #""refundRiskingPreference":false,\#(infoJSON)}"#),
            answer: "advancedCommerceRequestRefundResponse"
        ) {
            await $0.requestTransactionRefund(
                transactionId: "1234",
                requestRefundRequest: try AdvancedCommerceRequestRefundRequest(
                    items: [
                        AdvancedCommerceRequestRefundItem(
                            sku: "sku", refundReason: .other, refundType: .prorated, revoke: false)
                    ], refundRiskingPreference: false, requestInfo: info))
        },
    ]
}
