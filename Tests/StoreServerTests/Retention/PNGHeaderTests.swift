// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import StoreServer

@Suite struct PNGHeaderTests {
    @Test func readsTheSize() throws {
        let header = try #require(PNGHeader(PNG.make(3840, 2160)))
        #expect(header.width == 3840)
        #expect(header.height == 2160)
        #expect(!header.hasTransparency)
    }

    @Test(
        "Sees transparency",
        arguments: [
            (UInt8(6), ["IDAT"], true), (4, ["IDAT"], true), (3, ["PLTE", "tRNS", "IDAT"], true),
            (3, ["PLTE", "IDAT"], false), (0, ["IDAT", "IDAT"], false),
        ])
    func transparency(colourType: UInt8, chunks: [String], expected: Bool) throws {
        #expect(try #require(PNGHeader(PNG.make(colourType: colourType, chunks: chunks))).hasTransparency == expected)
    }

    @Test(
        "Refuses what is no PNG",
        arguments: [
            Data(), Data("GIF89a".utf8), PNG.make().dropLast(1), PNG.make() + [0], PNG.make(chunks: []),
            PNG.make(0, 160), PNG.make(3840, 0), PNG.make(colourType: 5), PNG.make().prefix(20),
        ])
    func refuses(file: Data) {
        #expect(PNGHeader(file) == nil)
    }

    @Test func everyCutOfAFileIsRefused() {
        let file = PNG.make()
        for length in 0..<file.count { #expect(PNGHeader(file.prefix(length)) == nil) }
    }
}
