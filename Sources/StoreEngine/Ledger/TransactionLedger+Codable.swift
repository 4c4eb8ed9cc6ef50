// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Rows are written as they lie in memory, because there may be millions of them: a ledger can be read where it was
/// written, and nowhere else.
extension TransactionLedger: Codable {
    private enum CodingKeys: CodingKey {
        case rows, rowSize, tokens, revocations, commitments, contents, previousOriginals, offers, modifications
    }

    package init(from decoder: any Decoder) throws {
        self.init()
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard try container.decode(Int.self, forKey: .rowSize) == MemoryLayout<Row>.stride else {
            throw DecodingError.dataCorruptedError(
                forKey: .rowSize, in: container, debugDescription: "The rows were written by another version.")
        }
        for chunk in try container.decode([Data].self, forKey: .rows) { append(rows: chunk) }
        tokens = try container.decode([Int32: UUID].self, forKey: .tokens)
        revocations = try container.decode([Int32: TransactionRecord.Revocation].self, forKey: .revocations)
        commitments = try container.decode([Int32: TransactionRecord.Commitment].self, forKey: .commitments)
        contents = try container.decode([Int32: AdvancedCommerceContent].self, forKey: .contents)
        previousOriginals = try container.decode([Int32: TransactionIndex].self, forKey: .previousOriginals)
        for offer in try container.decode([TransactionRecord.AppliedOffer].self, forKey: .offers) {
            _ = place(of: offer)
        }
        modifications = try container.decode(Int64.self, forKey: .modifications)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(MemoryLayout<Row>.stride, forKey: .rowSize)
        try container.encode(chunks.map { $0.withUnsafeBytes { Data($0) } }, forKey: .rows)
        try container.encode(tokens, forKey: .tokens)
        try container.encode(revocations, forKey: .revocations)
        try container.encode(commitments, forKey: .commitments)
        try container.encode(contents, forKey: .contents)
        try container.encode(previousOriginals, forKey: .previousOriginals)
        try container.encode(offers, forKey: .offers)
        try container.encode(modifications, forKey: .modifications)
    }
}
