// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The textual encoding of RFC 7468: one labelled block of base64 for each key or certificate.
enum PEM {
    /// A block as it stood in a file.
    struct Block: Hashable {
        let label: String
        let contents: Data
    }

    /// The well-formed blocks of a text in their order; what stands between them is ignored, as the RFC asks.
    static func blocks(in text: String) -> [Block] {
        var blocks: [Block] = []
        var label: String?
        var body = ""
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmingCharacters(in: .whitespaces)
            if line.hasPrefix("-----BEGIN "), line.hasSuffix("-----"), line.count > 16 {
                label = String(line.dropFirst(11).dropLast(5))
                body = ""
            } else if let open = label, line == "-----END \(open)-----" {
                if let contents = Base64URL.decodeStandard(body) {
                    blocks.append(Block(label: open, contents: contents))
                }
                label = nil
            } else if label != nil {
                body += line
            }
        }
        return blocks
    }

    static func encode(_ contents: Data, label: String) -> String {
        let body = contents.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN \(label)-----\n\(body)\n-----END \(label)-----\n"
    }
}
