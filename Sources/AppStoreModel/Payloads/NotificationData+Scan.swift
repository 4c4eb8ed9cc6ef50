// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension NotificationData: JSONScannable {
    package enum Field: String, CaseIterable {
        case environment, appAppleId, bundleId, bundleVersion, signedTransactionInfo, signedRenewalInfo, status,
            consumptionRequestReason
    }

    package static let fields = Field.allCases
    package static let fieldNames = JSONNames(Field.allCases.map(\.rawValue))

    package init(absent: Void) {
        self.init()
    }

    package mutating func read(_ field: Field, from scanner: inout JSONScanner) throws(JSONProblem) {
        switch field {
        case .environment: rawEnvironment = try scanner.stringIfPresent()
        case .appAppleId: appAppleId = try scanner.integerIfPresent()
        case .bundleId: bundleId = try scanner.stringIfPresent()
        case .bundleVersion: bundleVersion = try scanner.stringIfPresent()
        case .signedTransactionInfo: signedTransactionInfo = try scanner.stringIfPresent()
        case .signedRenewalInfo: signedRenewalInfo = try scanner.stringIfPresent()
        case .status: rawStatus = try scanner.integerIfPresent()
        case .consumptionRequestReason: rawConsumptionRequestReason = try scanner.stringIfPresent()
        }
    }
}
