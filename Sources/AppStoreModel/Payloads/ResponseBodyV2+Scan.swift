// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension ResponseBodyV2: JSONScannable {
    package enum Field: String, CaseIterable {
        case signedPayload
    }

    package static let fields = Field.allCases
    package static let fieldNames = JSONNames(Field.allCases.map(\.rawValue))

    package init(absent: Void) {
        self.init()
    }

    package mutating func read(_ field: Field, from scanner: inout JSONScanner) throws(JSONProblem) {
        switch field {
        case .signedPayload: signedPayload = try scanner.stringIfPresent()
        }
    }
}
