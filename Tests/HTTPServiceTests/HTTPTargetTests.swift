// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import HTTPService
import Testing

@Suite struct HTTPTargetTests {
    @Test func pathIsCutBeforeItIsDecoded() throws {
        let target = try #require(HTTPTarget("/a%2Fb/c%20d+e/%C3%A9?x=1"))
        #expect(target.raw == "/a%2Fb/c%20d+e/%C3%A9?x=1")
        #expect(target.path == "/a%2Fb/c%20d+e/%C3%A9")
        #expect(target.segments == ["a/b", "c d+e", "é"])
    }

    @Test func namesInAQueryMayRepeat() throws {
        let query = try #require(HTTPTarget("/?status=1&other=2&status=5&flag&status=")).query
        #expect(query["status"] == ["1", "5", ""])
        #expect(query.first("status") == "1")
        #expect(query["flag"] == [""])
        #expect(query["missing"] == [])
        #expect(query.items.map(\.name) == ["status", "other", "status", "flag", "status"])
    }

    @Test func aQueryDecodesEscapesAndPlusSigns() throws {
        let query = try #require(HTTPTarget("/?a+b=c%2Bd+e%3D&x=a=b")).query
        #expect(query["a b"] == ["c+d e="])
        #expect(query["x"] == ["a=b"])
    }

    @Test(arguments: ["/history?", "/history?&", "/history"])
    func anEmptyQueryHasNoItems(target: String) throws {
        let target = try #require(HTTPTarget(target))
        #expect(target.query.items.isEmpty)
        #expect(target.segments == ["history"])
    }

    @Test func theAuthorityOfAnAbsoluteTargetIsLeftOut() throws {
        #expect(try #require(HTTPTarget("http://localhost:8080/a/b?c=d")).segments == ["a", "b"])
        #expect(try #require(HTTPTarget("HTTP://localhost/a")).path == "/a")
    }

    @Test("A mark that joins the character before it does not hide a separator")
    func combiningMarks() throws {
        let target = try #require(HTTPTarget("/\u{301}a/\u{301}?\u{301}=1"))
        #expect(target.segments == ["\u{301}a", "\u{301}"])
        #expect(target.query.first("\u{301}") == "1")
    }

    @Test(arguments: ["", "*", "a", "/%", "/%4", "/%zz", "/%00", "/%FF", "/?a=%", "/?%C3=1", "http://x"])
    func aMalformedTargetIsRefused(target: String) {
        #expect(HTTPTarget(target) == nil)
    }
}
