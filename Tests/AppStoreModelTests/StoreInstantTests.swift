// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Testing

@Suite struct StoreInstantTests {
    @Test(arguments: [(1.0004, 1_000), (1.0006, 1_001), (-1.0006, -1_001), (0, 0)] as [(Double, Int64)])
    func theNearestMillisecondIsTaken(_ seconds: Double, _ milliseconds: Int64) {
        #expect(StoreInstant(Date(timeIntervalSince1970: seconds)).milliseconds == milliseconds)
    }

    @Test(arguments: [(1e300, Int64.max), (-1e300, .min)] as [(Double, Int64)])
    func datesBeyond64BitsStopAtTheEnd(_ seconds: Double, _ milliseconds: Int64) {
        #expect(StoreInstant(Date(timeIntervalSince1970: seconds)).milliseconds == milliseconds)
    }

    @Test func itTravelsAsABareNumber() throws {
        let instant = StoreInstant(milliseconds: 1_698_148_900_123)
        #expect(try written([instant]) == "[1698148900123]")
        #expect(try read([StoreInstant].self, from: "[1698148900123]") == [instant])
    }

    @Test func sumsAndDifferencesAreExact() {
        let start = StoreInstant(milliseconds: 10)
        #expect(start + 5 - start == 5)
        #expect(start < start + 1)
    }
}
