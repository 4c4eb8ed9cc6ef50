// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import HTTPService
import Testing

@Suite struct ServerSentEventTests {
    @Test func anEventHasItsFieldsInOrder() {
        let event = ServerSentEvent(data: "{}", event: "renewed", id: "7")
        #expect(event.encoded == "event: renewed\nid: 7\ndata: {}\n\n")
    }

    @Test(arguments: ["a\nb", "a\r\nb", "a\rb"])
    func eachLineOfTheDataIsALineOfItsOwn(data: String) {
        #expect(ServerSentEvent(data: data).encoded == "data: a\ndata: b\n\n")
    }

    @Test func aLineBreakInAFieldBeginsNoOtherField() {
        #expect(ServerSentEvent(data: "", id: "1\ndata: forged").encoded == "id: 1 data: forged\ndata: \n\n")
    }

    @Test func commentsAndRetriesAreBlocks() {
        #expect(ServerSentEvent.comment("alive").encoded == ": alive\n\n")
        #expect(ServerSentEvent.retry(milliseconds: 500).encoded == "retry: 500\n\n")
    }
}
