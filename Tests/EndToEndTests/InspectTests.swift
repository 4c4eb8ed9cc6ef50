// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct InspectTests {
    @Test func `The example shop is shown without a problem`() async throws {
        let outcome = try await Tool.run(["inspect", Place.shop.path])
        #expect(outcome.end == .exit(0))
        #expect(outcome.complaints.isEmpty)
        for name in ["com.example.shop.coins.100", "com.example.shop.plus.monthly", "Shop Plus"] {
            #expect(outcome.output.contains(name))
        }
        #expect(!outcome.output.contains("$."))
    }

    @Test func `What is doubtful is shown with its place in the file`() async throws {
        try await withDirectory { directory in
            let file = directory.appending(path: "Odd.storekit")
            let text = try String(contentsOf: Place.shop, encoding: .utf8)
                .replacing("\"displayPrice\" : \"0.99\"", with: "\"displayPrice\" : \"much\"")
            try Data(text.utf8).write(to: file)
            let outcome = try await Tool.run(["inspect", file.path])
            #expect(outcome.end == .exit(0))
            #expect(outcome.output.contains("$.products[0].displayPrice"))
        }
    }

    @Test func `The same is had as JSON`() async throws {
        let outcome = try await Tool.run(["inspect", "--json", Place.shop.path])
        #expect(outcome.end == .exit(0))
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) }
    }
}
