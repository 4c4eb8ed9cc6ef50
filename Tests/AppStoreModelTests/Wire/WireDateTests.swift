// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Testing

@Suite struct WireDateTests {
    static let payload = JWSTransactionDecodedPayload(purchaseDate: Date(milliseconds: 1_698_148_900_123))

    @Test func datesTravelAsMillisecondsWhateverTheStrategy() throws {
        let encoder = JSONEncoder()
        let decoder = JSONDecoder()
        for (writing, reading) in [
            (JSONEncoder.DateEncodingStrategy.deferredToDate, JSONDecoder.DateDecodingStrategy.deferredToDate),
            (.iso8601, .iso8601), (.secondsSince1970, .secondsSince1970),
        ] {
            encoder.dateEncodingStrategy = writing
            decoder.dateDecodingStrategy = reading
            let json = try encoder.encode(Self.payload)
            #expect(String(decoding: json, as: UTF8.self) == #"{"purchaseDate":1698148900123}"#)
            #expect(try decoder.decode(JWSTransactionDecodedPayload.self, from: json) == Self.payload)
        }
    }

    @Test func fractionsOfAMillisecondAreReadAndRoundedWhenWritten() throws {
        let payload = try read(
            JWSTransactionDecodedPayload.self, from: #"{"purchaseDate":1697679936049.7297,"signedDate":1.2}"#)
        #expect(payload.purchaseDate == Date(timeIntervalSince1970: 1_697_679_936_049.7297 / 1000))
        #expect(try written(payload) == #"{"purchaseDate":1697679936050,"signedDate":1}"#)
    }

    @Test func timesBeforeOurEraAreKept() throws {
        let json = #"{"originalPurchaseDate":-62135769600000}"#
        let payload = try read(AppTransaction.self, from: json)
        #expect(payload.originalPurchaseDate == Date(timeIntervalSince1970: -62_135_769_600))
        #expect(try written(payload) == json)
    }

    @Test(arguments: ["9223372036854775808", "-1e19", "1e300"])
    func timesBeyond64BitsAreRefusedByKey(_ number: String) {
        let error = #expect(throws: DecodingError.self) {
            try read(JWSTransactionDecodedPayload.self, from: #"{"expiresDate":\#(number)}"#)
        }
        #expect(error.flatMap(failingKey) == "expiresDate")
    }

    @Test(arguments: ["\"2023-10-24T12:01:40Z\"", "true", "{}"])
    func otherThingsThanNumbersAreNoTimes(_ value: String) {
        let error = #expect(throws: DecodingError.self) {
            try read(JWSTransactionDecodedPayload.self, from: #"{"expiresDate":\#(value)}"#)
        }
        #expect(error.flatMap(failingKey) == "expiresDate")
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300])
    func aTimeThatHasNoMillisecondsIsNotWritten(_ seconds: Double) {
        let payload = JWSTransactionDecodedPayload(expiresDate: Date(timeIntervalSince1970: seconds))
        #expect(throws: EncodingError.self) { try WireJSON.encode(payload) }
    }

    @Test func nullIsNoTime() throws {
        let payload = try read(JWSTransactionDecodedPayload.self, from: #"{"expiresDate":null}"#)
        #expect(payload.expiresDate == nil)
    }

    @Test(arguments: [
        #"{"price":9223372036854775808}"#, #"{"quantity":2147483648}"#, #"{"quantity":1.5}"#,
    ])
    func numbersThatDoNotFitAreRefused(_ json: String) {
        #expect(throws: DecodingError.self) { try read(JWSTransactionDecodedPayload.self, from: json) }
    }
}

/// The last key on the way to a value that could not be read.
func failingKey(of error: DecodingError) -> String? {
    switch error {
    case .dataCorrupted(let context), .keyNotFound(_, let context), .typeMismatch(_, let context),
        .valueNotFound(_, let context):
        context.codingPath.last?.stringValue
    @unknown default:
        nil
    }
}
