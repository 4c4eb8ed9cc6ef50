// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreEngine
import StoreLink
import Testing

@testable import StoreHost

@Suite struct SignedFactsTests {
    @Test("Of two texts signed at the same time the later stays, whichever comes last", arguments: [false, true])
    func laterStays(isLaterFirst: Bool) async throws {
        let fixture = try await HostFixture()
        let bought = try await fixture.buy("coins")
        let payload = try fixture.transaction(bought.jws)
        let id = try #require(payload.transactionId)
        let index = try #require(fixture.host.read { $0.transaction(identifier: id)?.index })
        var later = payload
        later.signedDate = payload.signedDate?.addingTimeInterval(0.001)
        let entries = [(payload, "earlier"), (later, "later")]
        var facts = SignedFacts()
        for (payload, jws) in isLaterFirst ? entries.reversed() : entries {
            facts.remember(.init(payload: payload, jws: jws), index, for: fixture.device)
        }
        #expect(facts.transaction(index, for: fixture.device)?.jws == "later")
    }
}
