// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension AppReceipt {
    /// Reads the signed part of a receipt.
    init(contents: some Sequence<UInt8>) throws(BERReader.Malformed) {
        for (type, value) in try Self.attributes(Array(contents)[...]) {
            switch type {
            case 0: environment = Self.text(value)
            case 2:
                bundleID = Self.text(value)
                encodedBundleID = value
            case 3: applicationVersion = Self.text(value)
            case 4: opaqueValue = value
            case 5: deviceHash = value
            case 12: creationDate = Self.date(value)
            case 17: purchases.append(try Purchase(contents: value))
            case 19: originalApplicationVersion = Self.text(value)
            case 21: expirationDate = Self.date(value)
            default: break
            }
        }
    }

    /// Takes the signed part out of a PKCS#7 container without checking who signed it.
    static func signedContents(_ container: [UInt8]) throws(BERReader.Malformed) -> [UInt8] {
        var outer = BERReader(container[...])
        var info = BERReader(try outer.next(BERReader.sequence).contents)
        _ = try info.next(BERReader.objectIdentifier)
        var tagged = BERReader(try info.next(BERReader.context0).contents)
        var signedData = BERReader(try tagged.next(BERReader.sequence).contents)
        _ = try signedData.next(BERReader.integer)
        _ = try signedData.next(BERReader.set)
        var contentInfo = BERReader(try signedData.next(BERReader.sequence).contents)
        _ = try contentInfo.next(BERReader.objectIdentifier)
        var content = BERReader(try contentInfo.next(BERReader.context0).contents)
        return try content.nextOctetString()
    }

    /// The numbered values of a receipt or of a purchase in it.
    fileprivate static func attributes(
        _ contents: ArraySlice<UInt8>
    ) throws(BERReader.Malformed) -> [(type: Int, value: [UInt8])] {
        var outer = BERReader(contents)
        var set = BERReader(try outer.next(BERReader.set).contents)
        var attributes: [(type: Int, value: [UInt8])] = []
        while !set.isAtEnd {
            var sequence = BERReader(try set.next(BERReader.sequence).contents)
            let type = try sequence.nextInteger()
            _ = try sequence.nextInteger()
            attributes.append((type, try sequence.nextOctetString()))
        }
        return attributes
    }

    /// A value that is itself a string of ASN.1, whichever kind; `nil` when it is empty.
    fileprivate static func text(_ value: [UInt8]) -> String? {
        var reader = BERReader(value[...])
        guard let element = try? reader.next(), !element.isConstructed, !element.contents.isEmpty else { return nil }
        return String(decoding: element.contents, as: UTF8.self)
    }

    fileprivate static func integer(_ value: [UInt8]) -> Int? {
        var reader = BERReader(value[...])
        return try? reader.nextInteger()
    }

    fileprivate static func date(_ value: [UInt8]) -> Date? {
        text(value).flatMap { try? Date($0, strategy: .iso8601) }
    }
}

extension AppReceipt.Purchase {
    init(contents: [UInt8]) throws(BERReader.Malformed) {
        for (type, value) in try AppReceipt.attributes(contents[...]) {
            switch type {
            case 1701: quantity = AppReceipt.integer(value)
            case 1702: productID = AppReceipt.text(value)
            case 1703: transactionID = AppReceipt.text(value)
            case 1704: purchaseDate = AppReceipt.date(value)
            case 1705: originalTransactionID = AppReceipt.text(value)
            case 1706: originalPurchaseDate = AppReceipt.date(value)
            case 1708: expiresDate = AppReceipt.date(value)
            case 1711: webOrderLineItemID = AppReceipt.integer(value)
            case 1712: cancellationDate = AppReceipt.date(value)
            case 1719: isInIntroductoryOfferPeriod = AppReceipt.integer(value).map { $0 != 0 }
            default: break
            }
        }
    }
}
