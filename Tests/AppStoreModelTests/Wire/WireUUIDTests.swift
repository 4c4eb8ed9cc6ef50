// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Testing

@Suite struct WireUUIDTests {
    static let lowerCase = "7e3fb20b-4cdb-47cc-936d-99d65f608138"

    @Test(arguments: [lowerCase, lowerCase.uppercased()])
    func uuidsAreReadInAnyCaseAndWrittenInLowerCase(_ text: String) throws {
        let payload = try read(JWSTransactionDecodedPayload.self, from: #"{"appAccountToken":"\#(text)"}"#)
        #expect(payload.appAccountToken == UUID(uuidString: Self.lowerCase))
        #expect(try written(payload) == #"{"appAccountToken":"\#(Self.lowerCase)"}"#)
    }

    @Test func aPlainEncoderWritesLowerCaseToo() throws {
        let payload = JWSRenewalInfoDecodedPayload(appAccountToken: UUID(uuidString: Self.lowerCase))
        let json = try JSONEncoder().encode(payload)
        #expect(String(decoding: json, as: UTF8.self) == #"{"appAccountToken":"\#(Self.lowerCase)"}"#)
    }

    @Test func everyByteIsWrittenAsFoundationWritesIt() {
        for byte in UInt8.min ... .max {
            let other = byte &* 7
            let uuid = UUID(
                uuid: (
                    byte, other, 0, 255, byte, other, 1, 16, byte, other, 15, 160, byte, other, 240, byte
                ))
            #expect(uuid.lowercaseText == uuid.uuidString.lowercased())
        }
    }

    @Test(arguments: ["\"\"", "\"7e3fb20b\"", "7"])
    func malformedUUIDsAreRefusedByKey(_ value: String) {
        let error = #expect(throws: DecodingError.self) {
            try read(JWSTransactionDecodedPayload.self, from: #"{"appAccountToken":\#(value)}"#)
        }
        #expect(error.flatMap(failingKey) == "appAccountToken")
    }
}
