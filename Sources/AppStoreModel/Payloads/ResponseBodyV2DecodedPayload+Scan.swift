// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension ResponseBodyV2DecodedPayload: JSONScannable {
    package enum Field: String, CaseIterable {
        case notificationType, subtype, notificationUUID, data, version, signedDate, summary, externalPurchaseToken,
            appData
    }

    package static let fields = Field.allCases
    package static let fieldNames = JSONNames(Field.allCases.map(\.rawValue))

    package init(absent: Void) {
        self.init()
    }

    package mutating func read(_ field: Field, from scanner: inout JSONScanner) throws(JSONProblem) {
        switch field {
        case .notificationType: rawNotificationType = try scanner.stringIfPresent()
        case .subtype: rawSubtype = try scanner.stringIfPresent()
        case .notificationUUID: notificationUUID = try scanner.stringIfPresent()
        case .data: data = try scanner.nestedIfPresent()
        case .version: version = try scanner.stringIfPresent()
        case .signedDate: signedDate = try scanner.dateIfPresent()
        // Rare: left to the decoder whenever they are there.
        case .summary, .externalPurchaseToken, .appData: try scanner.absent()
        }
    }
}
