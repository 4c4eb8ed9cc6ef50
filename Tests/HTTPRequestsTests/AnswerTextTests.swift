// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HTTPRequests

#if canImport(FoundationNetworking)
    import FoundationNetworking

    @Suite struct AnswerTextTests {
        private func read(_ text: String, hasContent: Bool = true) throws -> (status: Int, content: String) {
            let url = try #require(URL(string: "http://127.0.0.1/"))
            var answer = AnswerText(hasContent: hasContent)
            // As slowly as it can come.
            for byte in text.utf8 where !answer.isComplete { answer.append([byte]) }
            let (data, response) = try answer.answer(from: url)
            return (response.statusCode, String(decoding: data, as: UTF8.self))
        }

        @Test(
            "Answers are read as they are told to end",
            arguments: [
                ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nyes", 200, "ye"),
                ("HTTP/1.0 404 Not Found\r\n\r\nuntil the end", 404, "until the end"),
                ("HTTP/1.1 200 OK\r\ncontent-length:0\r\n\r\n", 200, ""),
                ("HTTP/1.1 204\r\n\r\nnothing", 204, ""),
            ])
        func whole(text: String, status: Int, content: String) throws {
            let answer = try read(text)
            #expect(answer.status == status)
            #expect(answer.content == content)
        }

        @Test func theAnswerToAHeadHasNoContent() throws {
            #expect(try read("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n", hasContent: false).content == "")
        }

        @Test(
            "What breaks off or makes no sense is no answer",
            arguments: [
                ("", URLError.Code.networkConnectionLost), ("HTTP/1.1 200 OK\r\nDate", .networkConnectionLost),
                ("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nyes", .networkConnectionLost),
                ("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", .badServerResponse),
                ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nyes", .badServerResponse),
                ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", .badServerResponse),
                ("HTTP/1.1 200 OK\r\nnothing\r\n\r\n", .badServerResponse),
                ("SSH-2.0\r\n\r\n", .badServerResponse), ("HTTP/1.1 99 Odd\r\n\r\n", .badServerResponse),
            ])
        func broken(text: String, code: URLError.Code) throws {
            #expect(throws: URLError(code)) { try read(text) }
        }
    }
#endif
