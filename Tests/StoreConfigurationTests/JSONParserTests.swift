// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import StoreConfiguration

@Suite struct JSONParserTests {
    private func parse(_ text: String) throws(ConfigurationError) -> JSONValue {
        var parser = JSONParser(bytes: Array(text.utf8))
        return try parser.parseDocument()
    }

    @Test func keepsOrderRepeatedKeysAndDigits() throws {
        let value = try parse(#" { "b" : 1.50, "a" : [ null, true, false, -0, 1e+3, 2E-1 ], "b" : "x" } "#)
        #expect(
            value
                == .object([
                    .init(key: "b", value: .number("1.50")),
                    .init(
                        key: "a",
                        value: .array([
                            .null, .bool(true), .bool(false), .number("-0"), .number("1e+3"), .number("2E-1"),
                        ])),
                    .init(key: "b", value: .string("x")),
                ]))
        #expect(value["b"] == .number("1.50"))
        #expect(value["c"] == nil)
        #expect(JSONValue.null["b"] == nil)
    }

    @Test(arguments: [
        (#""""#, ""), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u4E2D""#, "é中"),
        (#""\ud83d\ude00""#, "😀"), ("\"é😀\u{7F}\"", "é😀\u{7F}"),
    ])
    func readsText(_ json: String, _ text: String) throws {
        #expect(try parse(json) == .string(text))
    }

    @Test(arguments: [
        (#""\ud83d""#, "\u{FFFD}"), (#""\ude00x""#, "\u{FFFD}x"), (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"),
        (#""\ud83d\u0041""#, "\u{FFFD}A"),
    ])
    func replacesHalvesOfSurrogatePairs(_ json: String, _ text: String) throws {
        var parser = JSONParser(bytes: Array(json.utf8))
        #expect(try parser.parseDocument() == .string(text))
        #expect(parser.replacedSurrogates)
    }

    @Test(arguments: [
        "{", "[", "[1", "[1,", "[1,]", "{,}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{"a" 1}"#, "{a:1}", "{'a':1}",
        "01", "1.",
        ".5", "+1", "-", "1e", "1e+", "NaN", "nul", "True", "[1 2]", "1 2", "{}}", #"""#, #""\x""#, #""\u12G4""#,
        #""\u12"#,
        "\"a\nb\"", "\"\u{1}\"", "// comment\n{}", "[0x10]",
    ])
    func rejects(_ json: String) {
        #expect { try parse(json) } throws: { ($0 as? ConfigurationError)?.code == .notJSON }
    }

    @Test(arguments: [
        ("{\n  \"a\" : 1,\n}", "Line 3, column 1"), ("[1,\n é]", "Line 2, column 2"),
        (#"["éé" x]"#, "Line 1, column 7"),
        ("[\"a\n\"]", "Line 1, column 4"), ("{\n", "Line 2, column 1"),
    ])
    func namesThePlaceOfAnError(_ json: String, _ place: String) throws {
        let error = try #require(throws: ConfigurationError.self) { try parse(json) }
        #expect(error.message.hasPrefix(place), "\(error)")
    }

    @Test func limitsDepth() throws {
        let limit = JSONParser.maximumDepth
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try parse(nested(limit))
        #expect { try parse(nested(limit + 1)) } throws: { ($0 as? ConfigurationError)?.code == .tooDeep }
        #expect { try parse(String(repeating: #"{"a":"#, count: 1_000_000)) } throws: {
            ($0 as? ConfigurationError)?.code == .tooDeep
        }
    }

    @Test func writesXcodesLayout() {
        var writer = JSONWriter()
        writer.write(
            .object([
                .init(key: "a/b", value: .array([])), .init(key: "c", value: .object([])),
                .init(key: "d", value: .array([.number("1.0"), .string("\"\\\n\u{1}\u{1F}é")])),
                .init(key: "e", value: .object([.init(key: "f", value: .null), .init(key: "g", value: .bool(true))])),
            ]))
        let expected = #"""
            {
              "a/b" : [

              ],
              "c" : {

              },
              "d" : [
                1.0,
                "\"\\\n\u0001\u001fé"
              ],
              "e" : {
                "f" : null,
                "g" : true
              }
            }
            """#
        #expect(String(decoding: writer.bytes, as: UTF8.self) == expected)
    }

    @Test func valuesDoNotShowTheirContent() throws {
        let value = try parse(#"{"privateKey":"secret"}"#)
        var dumped = ""
        dump(value, to: &dumped)
        #expect(!"\(value) \(String(reflecting: value)) \(dumped)".contains("secret"))
    }
}
