// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPService
import Testing

@testable import StoreServer

@Suite struct LogLineTests {
    @Test("A line says method, path, status and time, but not the query")
    func describesRequests() throws {
        let target = try #require(HTTPTarget("/inApps/v2/history/1?revision=secret"))
        let line = LogLine.request(
            HTTPRequest(method: .get, target: target), status: 404, took: .milliseconds(12) + .microseconds(700))
        #expect(line == "request method=GET path=/inApps/v2/history/1 status=404 ms=12")
    }

    @Test("Nothing a client sends begins a line of its own")
    func keepsLinesApart() {
        let book = LogBook()
        let log = LogLine.writer(to: book.write)
        log("a\nb\r\u{1B}[31m")
        log("plain é")
        #expect(book.lines == ["a\u{FFFD}b\u{FFFD}\u{FFFD}[31m", "plain é"])
    }

    @Test("An address is shown without what may be secret")
    func shortensAddresses() throws {
        let url = try #require(URL(string: "https://user:word@example.com:8443/a/b?token=1#x"))
        #expect(LogLine.address(url) == "https://example.com:8443/a/b")
    }
}
