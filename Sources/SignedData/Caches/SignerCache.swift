// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Signers whose certificates have been checked and whose key has made a valid signature, by the header they stood in.
///
/// Nothing enters without a valid signature, so strangers can neither fill it nor push others out.
final class SignerCache: Sendable {
    final class Entry: Sendable {
        let header: JWSHeader
        let signer: Signer
        /// The header and its full stop, with which every text that the signature covers begins.
        let prefix: DigestPrefix?

        init(header: JWSHeader, signer: Signer, prefix: DigestPrefix? = nil) {
            self.header = header
            self.signer = signer
            self.prefix = prefix
        }

        /// The same in memory of its own.
        convenience init(copying other: Entry) {
            self.init(
                header: other.header.copy, signer: other.signer.copy,
                prefix: other.prefix.flatMap { DigestPrefix(copying: $0) })
        }
    }

    private struct Known: Sendable {
        let segment: [UInt8]
        let entry: Entry

        func isOf(_ segment: UnsafeRawBufferPointer) -> Bool {
            guard self.segment.count == segment.count, let start = segment.baseAddress else { return false }
            return memcmp(self.segment, start, segment.count) == 0
        }
    }

    /// By a hash of the header, of which there is one each; only a trusted signer could make two that share it.
    private let entries: BoundedCache<Int, Known>
    /// Copies of what each processor met last: threads that verify for one signer at the same time, as servers do, would
    /// spend their time on taking turns to count the owners of one entry.
    private let recent = PerProcessor<Known?>(nil)

    init(capacity: Int) {
        self.entries = BoundedCache(capacity: capacity)
    }

    var count: Int { entries.count }

    func entry(for segment: UnsafeRawBufferPointer) -> Entry? {
        let slot = recent.slot
        if let entry = slot.value.withLock({ $0.flatMap { $0.isOf(segment) ? $0.entry : nil } }) { return entry }
        guard let known = entries.value(for: Self.hash(segment)), known.isOf(segment) else { return nil }
        let copy = Known(segment: Array(segment), entry: Entry(copying: known.entry))
        slot.value.withLock { $0 = copy }
        return copy.entry
    }

    func insert(_ entry: Entry, for segment: UnsafeRawBufferPointer) {
        entries.insert(Known(segment: Array(segment), entry: entry), for: Self.hash(segment))
    }

    /// Takes in only the beginning, which holds the leaf's random serial number, and the end: the rest would take
    /// longer than everything else in a look-up.
    private static func hash(_ segment: UnsafeRawBufferPointer) -> Int {
        var hasher = Hasher()
        hasher.combine(segment.count)
        hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: segment.prefix(192)))
        hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: segment.suffix(32)))
        return hasher.finalize()
    }
}
