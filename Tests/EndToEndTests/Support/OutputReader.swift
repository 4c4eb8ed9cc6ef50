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
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        // Read by hand, on a thread of its own: the handler that file handles offer misses the end of some streams, and
        // their blocking reads do not survive an interrupted system call.
        Thread.detachNewThread { [self] in
            while let data = Self.read(descriptor) {
                continuation.yield(data)
            }
            continuation.finish()
            withExtendedLifetime(self) {}
        }
    }

    /// Waits for the next bytes; `nil` at the end.
    private static func read(_ descriptor: Int32) -> Data? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Foundation.read(descriptor, &buffer, buffer.count)
            if count > 0 { return Data(buffer[..<count]) }
            guard count < 0, errno == EINTR else { return nil }
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
