// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Testing

@Suite struct AdvancedCommerceTests {
    typealias Sample = RoundTripTests.Sample

    static let samples = [
        Sample(AdvancedCommerceDescriptors.self, "advancedCommerceDescriptors"),
        Sample(AdvancedCommerceOneTimeChargeItem.self, "advancedCommerceOneTimeChargeItem"),
        Sample(AdvancedCommerceRequestInfo.self, "advancedCommerceRequestInfo"),
        Sample(AdvancedCommerceRequestRefundItem.self, "advancedCommerceRequestRefundItem"),
        Sample(AdvancedCommerceRequestRefundRequest.self, "advancedCommerceRequestRefundRequest"),
        Sample(AdvancedCommerceRequestRefundResponse.self, "advancedCommerceRequestRefundResponse"),
        Sample(AdvancedCommerceSubscriptionCancelRequest.self, "advancedCommerceSubscriptionCancelRequest"),
        Sample(AdvancedCommerceSubscriptionCancelResponse.self, "advancedCommerceSubscriptionCancelResponse"),
        Sample(
            AdvancedCommerceSubscriptionChangeMetadataDescriptors.self,
            "advancedCommerceSubscriptionChangeMetadataDescriptors"),
        Sample(AdvancedCommerceSubscriptionChangeMetadataItem.self, "advancedCommerceSubscriptionChangeMetadataItem"),
        Sample(
            AdvancedCommerceSubscriptionChangeMetadataRequest.self, "advancedCommerceSubscriptionChangeMetadataRequest"),
        Sample(
            AdvancedCommerceSubscriptionChangeMetadataResponse.self,
            "advancedCommerceSubscriptionChangeMetadataResponse"),
        Sample(AdvancedCommerceSubscriptionCreateItem.self, "advancedCommerceSubscriptionCreateItem"),
        Sample(AdvancedCommerceSubscriptionMigrateDescriptors.self, "advancedCommerceSubscriptionMigrateDescriptors"),
        Sample(AdvancedCommerceSubscriptionMigrateItem.self, "advancedCommerceSubscriptionMigrateItem"),
        Sample(AdvancedCommerceSubscriptionMigrateRenewalItem.self, "advancedCommerceSubscriptionMigrateRenewalItem"),
        Sample(AdvancedCommerceSubscriptionMigrateRequest.self, "advancedCommerceSubscriptionMigrateRequest"),
        Sample(AdvancedCommerceSubscriptionMigrateResponse.self, "advancedCommerceSubscriptionMigrateResponse"),
        Sample(AdvancedCommerceSubscriptionModifyAddItem.self, "advancedCommerceSubscriptionModifyAddItem"),
        Sample(AdvancedCommerceSubscriptionModifyChangeItem.self, "advancedCommerceSubscriptionModifyChangeItem"),
        Sample(AdvancedCommerceSubscriptionModifyDescriptors.self, "advancedCommerceSubscriptionModifyDescriptors"),
        Sample(AdvancedCommerceSubscriptionModifyPeriodChange.self, "advancedCommerceSubscriptionModifyPeriodChange"),
        Sample(AdvancedCommerceSubscriptionModifyRemoveItem.self, "advancedCommerceSubscriptionModifyRemoveItem"),
        Sample(AdvancedCommerceSubscriptionPriceChangeItem.self, "advancedCommerceSubscriptionPriceChangeItem"),
        Sample(AdvancedCommerceSubscriptionPriceChangeRequest.self, "advancedCommerceSubscriptionPriceChangeRequest"),
        Sample(AdvancedCommerceSubscriptionPriceChangeResponse.self, "advancedCommerceSubscriptionPriceChangeResponse"),
        Sample(AdvancedCommerceSubscriptionReactivateItem.self, "advancedCommerceSubscriptionReactivateItem"),
        Sample(AdvancedCommerceSubscriptionRevokeRequest.self, "advancedCommerceSubscriptionRevokeRequest"),
        Sample(AdvancedCommerceSubscriptionRevokeResponse.self, "advancedCommerceSubscriptionRevokeResponse"),
    ]

    /// Tested here rather than as a round trip.
    static let unusual = ["advancedCommerceResponseWithUnknownFields"]

    /// A request for the app to hand on, which is written with two fields more than it is read with.
    struct InAppRequest: CustomTestStringConvertible, Sendable {
        let name: String
        let operation: String
        let rewritten: @Sendable (Data) throws -> Data
        var testDescription: String { name }

        init<T: AdvancedCommerceInAppRequest & Codable & SendableMetatype>(
            _ type: T.Type, _ name: String, operation: String
        ) {
            self.name = name
            self.operation = operation
            rewritten = { try WireJSON.encode(WireJSON.decode(type, from: $0)) }
        }
    }

    static let inAppRequests = [
        InAppRequest(
            AdvancedCommerceOneTimeChargeCreateRequest.self, "advancedCommerceOneTimeChargeCreateRequest",
            operation: "CREATE_ONE_TIME_CHARGE"),
        InAppRequest(
            AdvancedCommerceSubscriptionCreateRequest.self, "advancedCommerceSubscriptionCreateRequest",
            operation: "CREATE_SUBSCRIPTION"),
        InAppRequest(
            AdvancedCommerceSubscriptionModifyInAppRequest.self, "advancedCommerceSubscriptionModifyInAppRequest",
            operation: "MODIFY_SUBSCRIPTION"),
        InAppRequest(
            AdvancedCommerceSubscriptionReactivateInAppRequest.self,
            "advancedCommerceSubscriptionReactivateInAppRequest", operation: "REACTIVATE_SUBSCRIPTION"),
    ]

    @Test(arguments: inAppRequests)
    func inAppRequestsAreWrittenWithOperationAndVersion(_ request: InAppRequest) throws {
        let original = try Fixture.data(request.name)
        guard case .object(var expected) = try WireJSON.decode(JSONValue.self, from: original) else {
            Issue.record("\(request.name) is no object")
            return
        }
        expected["operation"] = .string(request.operation)
        expected["version"] = .string("1")
        let written = try request.rewritten(original)
        #expect(try WireJSON.decode(JSONValue.self, from: written) == .object(expected))
        #expect(try request.rewritten(written) == written)
    }

    @Test func fieldsThatNobodyKnowsYetAreLeftOut() throws {
        let response = try Fixture.read(
            AdvancedCommerceSubscriptionRevokeResponse.self, "advancedCommerceResponseWithUnknownFields")
        #expect(response.signedRenewalInfo == "signed_renewal_info_value")
    }

    @Test func unknownValuesAreKept() throws {
        let json = #"{"effective":"TOMORROW","period":"P1D"}"#
        let change = try read(AdvancedCommerceSubscriptionModifyPeriodChange.self, from: json)
        #expect(change.effective == nil)
        #expect(change.period == nil)
        #expect(try written(change) == json)
    }

    @Test func anUnknownValueGivesWayToAKnownOne() {
        var change = AdvancedCommerceSubscriptionModifyPeriodChange(rawEffective: "TOMORROW", rawPeriod: "P1D")
        change.effective = .immediately
        change.effective = nil
        #expect(change.rawEffective == "IMMEDIATELY")
    }

    @Test func whatTheAppStoreWouldRefuseCannotBeMade() throws {
        typealias Failure = HelperValidationUtils.ValidationError
        let info = AdvancedCommerceRequestInfo(requestReferenceId: UUID())
        #expect(throws: Failure.stringTooLong(fieldName: "SKU", maxLength: 128)) {
            try AdvancedCommerceSubscriptionReactivateItem(sku: String(repeating: "s", count: 129))
        }
        #expect(throws: Failure.stringTooLong(fieldName: "description", maxLength: 45)) {
            try AdvancedCommerceSubscriptionModifyDescriptors(
                effective: .immediately, description: String(repeating: "d", count: 46))
        }
        #expect(throws: Failure.stringTooLong(fieldName: "displayName", maxLength: 30)) {
            try AdvancedCommerceOneTimeChargeItem(
                description: "d", displayName: String(repeating: "n", count: 31), sku: "s", price: 1)
        }
        #expect(throws: Failure.emptyList(fieldName: "items")) {
            try AdvancedCommerceSubscriptionPriceChangeRequest(requestInfo: info, items: [])
        }
        #expect(throws: Failure.emptyList(fieldName: "items")) {
            try AdvancedCommerceSubscriptionModifyInAppRequest(
                requestInfo: info, transactionId: "1", retainBillingCycle: true, addItems: [])
        }
        #expect(throws: Failure.stringTooLong(fieldName: "SKU", maxLength: 128)) {
            try AdvancedCommerceSubscriptionPriceChangeItem(
                sku: "s", price: 1, dependentSKUs: ["t", String(repeating: "s", count: 129)])
        }
    }

    @Test func sevenCodesStandInBothListsOfErrors() {
        let shared: Set<Int64> = [4_000_006, 4_000_028, 4_000_033, 4_040_010, 4_290_000, 5_000_000, 5_000_001]
        let known = Set((Int64(4_000_000)..<5_010_000).filter { AdvancedCommerceAPIError(rawValue: $0) != nil })
        #expect(known.count == 129)
        #expect(known.filter { APIError(rawValue: $0) != nil } == shared)
    }
}
