// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Tells the forms apart in which receipts and what is taken for them arrive.
enum ReceiptText {
    /// The bytes of an app receipt in base64, whose lines may be broken.
    static func container(_ text: String) throws(ReceiptError) -> [UInt8] {
        let bytes = try decode(text)
        guard bytes.first != UInt8(ascii: "{") else { throw .transactionReceipt }
        return bytes
    }

    /// The text of an old transaction receipt in base64.
    static func transactionReceipt(_ text: String) throws(ReceiptError) -> String {
        let bytes = try decode(text)
        guard bytes.first != BERReader.sequence else { throw .appReceipt }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func decode(_ text: String) throws(ReceiptError) -> [UInt8] {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { throw .corrupt("there is nothing") }
        if text.hasPrefix("eyJ"), text.split(separator: ".", omittingEmptySubsequences: false).count == 3 { throw .jws }
        guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters), !data.isEmpty else {
            throw .corrupt("it is not base64")
        }
        return Array(data)
    }

    /// A field of the property list that old receipts are, such as `"transaction-id" = "1000";`.
    static func field(_ name: String, in text: String) -> String? {
        guard let pattern = try? Regex("\"\(name)\"\\s+=\\s+\"([a-zA-Z0-9+/=]+)\";", as: (Substring, Substring).self),
            let match = text.firstMatch(of: pattern)
        else { return nil }
        return String(match.output.1)
    }
}
