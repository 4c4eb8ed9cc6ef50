// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Reads what a process writes to one of its streams, line by line or all of it.
final class OutputReader: Sendable {
    let pipe = Pipe()
    private let chunks: AsyncStream<Data>
    private let unread = Mutex(Data())

    init() {
        let (chunks, continuation) = AsyncStream.makeStream(of: Data.self)
        self.chunks = chunks
        let handle = pipe.fileHandleForReading
        // A thread of its own: the handler that file handles offer for this misses the end of some streams.
        Thread.detachNewThread {
            var data = handle.availableData
            while !data.isEmpty {
                continuation.yield(data)
                data = handle.availableData
            }
            continuation.finish()
        }
    }

    /// The next line without its end; `nil` when there is no further one.
    func line() async -> String? {
        if let line = takeLine() { return line }
        for await chunk in chunks {
            unread.withLock { $0.append(chunk) }
            if let line = takeLine() { return line }
        }
        return nil
    }

    /// Everything that was not read yet.
    func rest() async -> String {
        for await chunk in chunks {
            unread.withLock { $0.append(chunk) }
        }
        return unread.withLock { unread in
            defer { unread = Data() }
            return String(decoding: unread, as: UTF8.self)
        }
    }

    private func takeLine() -> String? {
        unread.withLock { unread in
            guard let end = unread.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            defer { unread = Data(unread[(end + 1)...]) }
            return String(decoding: unread[..<end], as: UTF8.self)
        }
    }
}
