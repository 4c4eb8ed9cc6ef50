// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Makes app receipts.
enum ReceiptMaker {
    static let opaqueValue = Data([1, 2, 3, 4])

    /// The part of a receipt that is signed.
    static func receipt(
        environment: String = "ProductionSandbox", bundleID: String = Team.bundleID,
        creationDate: String? = "2027-01-15T08:00:00Z", deviceHash: Data = Data(count: 20),
        purchases: [[(Int, Data)]] = []
    ) -> Data {
        var attributes = [
            (0, DERWriter.text(environment)), (2, DERWriter.text(bundleID)), (3, DERWriter.text("1.2.3")),
            (4, opaqueValue), (5, deviceHash), (19, DERWriter.text("1.0")), (21, Data([0x16, 0x00])),
            (999, Data([0xFF])),
        ]
        if let creationDate { attributes.append((12, DERWriter.date(creationDate))) }
        attributes += purchases.map { (17, DERWriter.attributes($0)) }
        return DERWriter.attributes(attributes)
    }

    private static let signedData = Data([0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02])
    private static let data = Data([0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01])

    /// A container that nobody signed.
    static func container(_ contents: Data) -> Data {
        let inner = DERWriter.value(0x30, data + DERWriter.value(0xA0, DERWriter.value(0x04, contents)))
        let signed = DERWriter.value(
            0x30, DERWriter.integer(1) + DERWriter.value(0x31, Data()) + inner + DERWriter.value(0x31, Data()))
        return DERWriter.value(0x30, signedData + DERWriter.value(0xA0, signed))
    }

    /// The same with lengths left open and the contents in two pieces, as Xcode writes.
    static func indefiniteContainer(_ contents: Data) -> Data {
        func open(_ tag: UInt8, _ contents: Data) -> Data { Data([tag, 0x80]) + contents + Data([0, 0]) }
        let half = contents.count / 2
        let pieces =
            DERWriter.value(0x04, contents.prefix(half)) + open(0x24, DERWriter.value(0x04, contents.dropFirst(half)))
        let inner = open(0x30, data + open(0xA0, open(0x24, pieces)))
        let signed = open(
            0x30, DERWriter.integer(1) + DERWriter.value(0x31, Data()) + inner + DERWriter.value(0x31, Data()))
        return open(0x30, signedData + open(0xA0, signed))
    }
}
