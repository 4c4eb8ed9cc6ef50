// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import AppStoreModel

/// The fast way to read signed JSON against `JSONDecoder`: every value and every error must be the same.
@Suite struct SignedJSONTests {
    @Test("Values and mutations of them are read as the decoder reads them", arguments: 0..<4)
    func agreesWithTheDecoder(kind: Int) throws {
        var generator = SplitMix(state: UInt64(kind))
        var fast = 0
        for _ in 0..<1200 {
            switch kind {
            case 0: try compare(JWSTransactionDecodedPayload.self, &generator, &fast)
            case 1: try compare(JWSRenewalInfoDecodedPayload.self, &generator, &fast)
            case 2: try compare(ResponseBodyV2DecodedPayload.self, &generator, &fast)
            default: try compare(NotificationData.self, &generator, &fast)
            }
        }
        // Else nothing but the decoder would have been compared with itself.
        #expect(fast > 100)
    }

    private func compare<Value: JSONScannable & Hashable>(
        _ type: Value.Type, _ generator: inout SplitMix, _ fast: inout Int
    ) throws {
        var json = JSONMaker(generator: generator).object(fields: type.fields.map(\.rawValue))
        generator = json.generator
        if Bool.random(using: &generator) { json.bytes.mutate(using: &generator) }
        try Self.compare(type, Data(json.bytes), &fast)
    }

    static func compare<Value: JSONScannable & Hashable>(_ type: Value.Type, _ data: Data, _ fast: inout Int) throws {
        let text = String(decoding: data, as: UTF8.self)
        let scanned = WireJSON.scan(type, as: type, data)
        let decoded = Result { try JSONDecoder().decode(type, from: data) }
        let strict = Result { try WireJSON.decodeSlowly(type, from: data) }
        if let scanned {
            fast += 1
            #expect(try scanned.value == decoded.get(), "\(text)")
            #expect(try scanned.value == strict.get().value, "\(text)")
            let names = Set(type.fields.map(\.rawValue))
            #expect(
                try WireJSON.decode(JSONSelection<Value>(type.fields), from: [UInt8](data)) == scanned.value, "\(text)")
            #expect(try WireJSON.decode(JSONSelection<Value>([]), from: [UInt8](data)) == Value(absent: ()), "\(text)")
            #expect(try scanned.otherNames == strict.get().otherNames.subtracting(names), "\(text)")
        }
        switch Result(catching: { try WireJSON.decodeSigned(type, from: data) }) {
        case .success(let signed):
            #expect(try signed.value == decoded.get(), "\(text)")
        case .failure(let problem as JSONProblem):
            #expect(throws: problem, "\(text)") { try strict.get() }
        case .failure(let error):
            #expect(throws: DecodingError.self, "\(text)") { try decoded.get() }
            let expected = #expect(throws: DecodingError.self) { try strict.get() }
            #expect(String(describing: error) == expected.map { String(describing: $0) }, "\(text)")
        }
    }

    @Test func everyFieldIsReadFast() throws {
        // Values that differ, so that a mixed-up field shows.
        func check<Value: JSONScannable & Hashable>(_ type: Value.Type, leavingOut rare: Set<String> = []) throws {
            var isDone = false
            for attempt in 0..<4 where !isDone {
                let members = type.fields.enumerated().map { index, field -> String in
                    let name = field.rawValue
                    if rare.contains(name) { return "\"\(name)\":null" }
                    return "\"\(name)\":\(JSONMaker.typicalValue(of: name, index: index, attempt: attempt))"
                }
                let data = Data("{\(members.joined(separator: ","))}".utf8)
                guard let scanned = WireJSON.scan(type, as: type, data) else { continue }
                #expect(try scanned.value == JSONDecoder().decode(type, from: data))
                let empty = Mirror(reflecting: scanned.value).children.filter { "\($0.value)" == "nil" }
                #expect(empty.count == rare.count)
                isDone = true
            }
            #expect(isDone, "\(type)")
        }
        try check(JWSTransactionDecodedPayload.self, leavingOut: ["advancedCommerceInfo", "commitmentInfo"])
        try check(JWSRenewalInfoDecodedPayload.self, leavingOut: ["advancedCommerceInfo", "commitmentInfo"])
        try check(ResponseBodyV2DecodedPayload.self, leavingOut: ["summary", "externalPurchaseToken", "appData"])
        try check(NotificationData.self)
    }

    @Test(
        "Names that repeat are refused at every level",
        arguments: [
            #"{"price":1,"price":2}"#, #"{"price":1,"price":1}"#, #"{"x":1,"x":2}"#, #"{"x":{"y":1,"y":2}}"#,
            #"{"x":[{"y":1},{"y":1,"y":2}]}"#, #"{"price":1,"pri\u0063e":2}"#, #"{"pri\u0063e":2,"price":1}"#,
            #"{"a\/b":1,"a/b":2}"#, #"{"advancedCommerceInfo":{"taxCode":"1","taxCode":"2"}}"#,
        ])
    func duplicates(json: String) throws {
        let problem = #expect(throws: JSONProblem.self) {
            try WireJSON.decodeSigned(JWSTransactionDecodedPayload.self, from: Data(json.utf8))
        }
        guard case .duplicateKey = problem else {
            Issue.record("\(String(describing: problem))")
            return
        }
    }

    @Test func nestingHasALimit() throws {
        func nested(_ levels: Int, _ open: String, _ close: String) -> Data {
            let inside = String(repeating: open, count: levels - 1) + "1" + String(repeating: close, count: levels - 1)
            return Data("{\"x\":\(inside)}".utf8)
        }
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            _ = try WireJSON.decodeSigned(
                NotificationData.self, from: nested(JSONScanner.depthLimit, open, close))
            for levels in [JSONScanner.depthLimit + 1, 5000, 200_000] {
                #expect(throws: JSONProblem.tooDeep) {
                    try WireJSON.decodeSigned(NotificationData.self, from: nested(levels, open, close))
                }
            }
        }
    }

    @Test(
        "What is no JSON in UTF-8 is refused",
        arguments: [
            "", " ", "{", "{}}", "{} x", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{,}", "[", "{\"a\":[1,]}", "{\"a\":01}",
            "{\"a\":1.}", "{\"a\":.5}", "{\"a\":+1}", "{\"a\":1e}", "{\"a\":-}", "{\"a\":tru}", "{\"a\":nul}",
            "{'a':1}",
            "{\"a\":\"\n\"}", "{\"a\":\"\\x\"}", "{\"a\":\"\\u12\"}", "{\"a\":\"", "{\"a\":\"\\", "\u{FEFF}{}", "{a:1}",
            "{\"a\":1 \"b\":2}", "/**/{}", "{\"a\":NaN}", "{\"a\":0x1}",
        ])
    func malformed(json: String) {
        #expect(throws: JSONProblem.malformed) {
            try WireJSON.decodeSigned(NotificationData.self, from: Data(json.utf8))
        }
    }

    @Test func bytesThatAreNoUTF8AreRefused() throws {
        let texts: [[UInt8]] = [[0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xE2, 0x82], [0xF5, 0x80, 0x80, 0x80]]
        for text in texts {
            for name in ["bundleId", "unknown"] {
                let data = Data("{\"\(name)\":\"".utf8) + Data(text) + Data("\"}".utf8)
                #expect(throws: JSONProblem.malformed) { try WireJSON.decodeSigned(NotificationData.self, from: data) }
            }
        }
        for encoding in [String.Encoding.utf16, .utf32, .utf16LittleEndian] {
            let data = try #require("{\"bundleId\":\"a\"}".data(using: encoding))
            #expect(throws: JSONProblem.malformed) { try WireJSON.decodeSigned(NotificationData.self, from: data) }
        }
    }

    @Test func otherTypesAreReadStrictlyToo() throws {
        let good = Data(#"{"receiptType":"Sandbox","new":[1,{"a":null}]}"#.utf8)
        let decoded = try WireJSON.decodeSigned(AppTransaction.self, from: good)
        #expect(decoded.value.receiptType == .sandbox)
        #expect(decoded.otherNames.contains("new"))
        #expect(throws: JSONProblem.duplicateKey("bundleId")) {
            try WireJSON.decodeSigned(AppTransaction.self, from: Data(#"{"bundleId":"a","bundleId":"b"}"#.utf8))
        }
        for json in ["[]", "7", "null", "\"text\""] {
            #expect(throws: DecodingError.self) {
                try WireJSON.decodeSigned(AppTransaction.self, from: Data(json.utf8))
            }
        }
    }
}
