// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
package import Foundation

/// Reads the requests of the Advanced Commerce API, telling what is missing in the API's own numbers.
package enum AdvancedCommerceReader {
    /// Reads the body of an endpoint.
    package static func read<Request: Decodable>(
        _ json: Data, as type: Request.Type = Request.self
    ) throws(Refusal) -> Request {
        do {
            return try JSONDecoder().decode(type, from: json)
        } catch let error as DecodingError {
            throw refusal(error)
        } catch {
            throw .advancedCommerce(.malformedPayload, "The request is not JSON")
        }
    }

    /// Reads the request that an app was given by the developer's server.
    package static func operation(_ json: Data) throws(Refusal) -> AdvancedCommerceOperation {
        let header: Header = try read(json)
        guard let version = header.version else { throw .advancedCommerce(.nullVersion, "version is missing") }
        guard version == "1" else { throw .advancedCommerce(.unexpectedVersion, "version is \(version), not 1") }
        switch header.operation {
        case "CREATE_ONE_TIME_CHARGE": return .createOneTimeCharge(try read(json))
        case "CREATE_SUBSCRIPTION": return .createSubscription(try read(json))
        case "MODIFY_SUBSCRIPTION": return .modifySubscription(try read(json))
        case "REACTIVATE_SUBSCRIPTION": return .reactivateSubscription(try read(json))
        default:
            throw .advancedCommerce(.invalidOperation, "There is no operation \(header.operation ?? "without a name")")
        }
    }

    private struct Header: Decodable {
        let operation, version: String?
    }

    private static func refusal(_ error: DecodingError) -> Refusal {
        switch error {
        case .keyNotFound(let key, let context):
            return missing(context.codingPath + [key])
        case .valueNotFound(_, let context):
            return missing(context.codingPath)
        case .typeMismatch(_, let context), .dataCorrupted(let context):
            let name = context.codingPath.last?.stringValue ?? ""
            let code: AdvancedCommerceAPIError =
                switch name {
                case "requestReferenceId": .invalidRequestReferenceID
                case "appAccountToken": .invalidAppAccountToken
                default: .malformedPayload
                }
            return .advancedCommerce(code, "\(path(context.codingPath)) has a value that cannot be read")
        @unknown default:
            return .advancedCommerce(.malformedPayload, "The request cannot be read")
        }
    }

    private static func missing(_ keys: [any CodingKey]) -> Refusal {
        let names = keys.filter { $0.intValue == nil }.map(\.stringValue)
        let code: AdvancedCommerceAPIError =
            names.suffix(2) == ["offer", "period"]
            ? .nullOfferPeriod : names.last.flatMap { missing[$0] } ?? .malformedPayload
        return .advancedCommerce(code, "\(path(keys)) is missing")
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.isEmpty
            ? "The request" : keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }

    private static let missing: [String: AdvancedCommerceAPIError] = [
        "requestInfo": .nullRequestInfo, "requestReferenceId": .nullRequestReferenceID, "currency": .nullCurrency,
        "taxCode": .nullTaxCode, "items": .nullItems, "item": .nullItem, "descriptors": .nullDescriptors,
        "period": .nullPeriod, "SKU": .nullSKU, "displayName": .nullDisplayName, "description": .nullDescription,
        "price": .nullPrice, "retainBillingCycle": .nullRetainBillingCycle, "effective": .nullEffective,
        "targetProductId": .nullTargetProductID, "currentSKU": .nullCurrentSKU, "transactionId": .nullTransactionId,
        "reason": .nullReason, "refundReason": .nullRefundReason, "refundType": .nullRefundType,
        "refundRiskingPreference": .nullRefundRisking, "periodCount": .nullPeriodCount,
    ]
}
