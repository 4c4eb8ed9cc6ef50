// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Testing

@testable import SubscriptionServer

@Suite struct EntitlementListTests {
    @Test("What is written fast is what the encoder writes", arguments: ["plus", "plus \"x\"", "più", ""])
    func sameAsTheEncoder(name: String) throws {
        let full = Entitlement(
            id: name, expires: Sale.opening, willRenew: true, isInGracePeriod: false, productIds: ["a", name],
            isFamilyShared: true, isGrantedByHand: false)
        let bare = Entitlement(
            id: name, isInGracePeriod: true, productIds: [], isFamilyShared: false, isGrantedByHand: true)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        for list in [[], [full], [bare, full]].map(EntitlementList.init) {
            #expect(try WireJSON.encode(list) == encoder.encode(list))
        }
    }
}
