// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A long way to a server of PostgreSQL on this machine: what is said arrives a while later, in either direction.
///
/// Threads that block, for there are few connections, and none of them works much.
final class LongWire: Sendable {
    /// The directory with the socket, as an address names it.
    let directory: String
    private let listener: Int32

    /// Lays one.
    ///
    /// - Parameters:
    ///   - target: The path of the server's socket.
    ///   - delay: How long a message is on its way.
    init(to target: String, delay: Duration) throws {
        directory = "/tmp/oswire-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let path = "\(directory)/.s.PGSQL.5432"
        guard Self.with(path, { bind(listener, $0, $1) }) == 0, listen(listener, 64) == 0 else {
            throw LoadGenerator.Failure(output: "nothing can listen at \(path)")
        }
        Thread.detachNewThread { [listener] in
            while case let near = accept(listener, nil, nil), near >= 0 {
                let far = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
                guard Self.with(target, { connect(far, $0, $1) }) == 0 else {
                    close(near)
                    close(far)
                    continue
                }
                Self.carry(from: near, to: far, delay)
                Self.carry(from: far, to: near, delay)
            }
        }
    }

    /// Lets nobody in any more; connections end with whoever made them.
    func remove() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// Carries what is said in one direction, in order, until it ends.
    private static func carry(from source: Int32, to target: Int32, _ delay: Duration) {
        let wire = Wire()
        Thread.detachNewThread {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while case let count = recv(source, &buffer, buffer.count, 0), count > 0 {
                wire.put(Array(buffer[..<count]), due: .now + delay)
            }
            wire.put([], due: .now + delay)
        }
        Thread.detachNewThread {
            while case let message = wire.take(), !message.bytes.isEmpty {
                let left = (message.due - .now) / .microseconds(1)
                if left > 0 { usleep(UInt32(left)) }
                _ = message.bytes.withUnsafeBytes {
                    send(target, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
            }
            shutdown(target, Int32(SHUT_WR))
        }
    }

    /// What is under way in one direction; sendable because only who has the condition touches the messages.
    private final class Wire: @unchecked Sendable {
        private let condition = NSCondition()
        private var messages: [(due: ContinuousClock.Instant, bytes: [UInt8])] = []

        func put(_ bytes: [UInt8], due: ContinuousClock.Instant) {
            condition.lock()
            messages.append((due, bytes))
            condition.signal()
            condition.unlock()
        }

        func take() -> (due: ContinuousClock.Instant, bytes: [UInt8]) {
            condition.lock()
            defer { condition.unlock() }
            while messages.isEmpty { condition.wait() }
            return messages.removeFirst()
        }
    }

    /// Lends out the address of a socket in the file system.
    private static func with(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { place in
            place.copyBytes(from: path.utf8.prefix(place.count - 1))
        }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
