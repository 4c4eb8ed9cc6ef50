// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import HTTPService
import Testing

@Suite struct HTTPHeadersTests {
    @Test func namesCompareWithoutCase() {
        let headers: HTTPHeaders = ["Content-Type": "application/json"]
        #expect(headers.first("content-type") == "application/json")
        #expect(headers.first("CONTENT-TYPE") == "application/json")
        #expect(headers.first("Content-Typ") == nil)
        #expect(headers.first("Content-Typf") == nil)
    }

    @Test func repeatedNamesKeepTheirOrder() {
        var headers: HTTPHeaders = ["Via": "one", "Other": "x"]
        headers.add("via", "two")
        #expect(headers.all("VIA") == ["one", "two"])
        #expect(headers.first("Via") == "one")
    }

    @Test func setPutsOneFieldInThePlaceOfAll() {
        var headers: HTTPHeaders = ["Via": "one", "VIA": "two", "Other": "x"]
        headers.set("via", "three")
        #expect(headers.all("Via") == ["three"])
        #expect(headers.fields.count == 2)
    }
}
