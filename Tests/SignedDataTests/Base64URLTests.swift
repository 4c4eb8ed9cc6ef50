// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import SignedData

@Suite struct Base64URLTests {
    @Test(
        "RFC 4648 vectors without padding",
        arguments: [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE")])
    func vectors(plain: String, encoded: String) {
        #expect(Base64URL.encode(Data(plain.utf8)) == encoded)
        #expect(Base64URL.decode(encoded) == Data(plain.utf8))
    }

    @Test func everyLengthAndByteSurvives() {
        var generator = SeededGenerator(seed: 1)
        for count in 0..<300 {
            let bytes = Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
            #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
            #expect(Base64URL.decodeStandard(bytes.base64EncodedString()) == bytes)
        }
        let all = Data(0...255)
        let expected = all.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
            "=", with: "")
        #expect(Base64URL.encode(all) == expected)
    }

    @Test(
        "Other texts for the same bytes are refused",
        arguments: [
            "Zg==", "Zh", "Zm9", "Zm8 ", "Zm9v\n", " Zm9v", "Z", "Zm9vY", "Zm+v", "Zm/v", "Zm9vé", "Zm9v=", "Zm\09",
        ])
    func notCanonical(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test(
        "Standard base64 is read strictly too",
        arguments: ["Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "====", "=", "Zm-v", "Zm_v", "Zm9v\n", "Zg==Zg=="])
    func notCanonicalStandard(text: String) {
        #expect(Base64URL.decodeStandard(text) == nil)
    }
}
