// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation

/// One connection of the load generator: a request, its answer, the next request.
final class LoadConnection {
    /// What came back.
    struct Answer {
        let status: Int
        /// Since the request was sent.
        let microseconds: Double
    }

    private let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    private var count = 0
    /// How many bytes the answer has, once its head is there.
    private var size: Int?
    private var sent = DispatchTime.now()
    /// Whether no answer is awaited.
    private(set) var isIdle = true
    /// Whether no answer will come any more.
    private(set) var isBroken = false

    init?(port: UInt16) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { return nil }
        var one: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit { close(descriptor) }

    /// Sends a request; returns whether the connection took it.
    func send(_ request: [UInt8]) -> Bool {
        sent = DispatchTime.now()
        var count = 0
        while count < request.count {
            let taken = request.withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress.map { $0 + count }, $0.count - count, 0)
            }
            guard taken > 0 else { return false }
            count += taken
        }
        isIdle = false
        return true
    }

    /// The answer; `nil` while it is not complete and nothing more can be read now, and when the connection broke.
    func receive(flags: Int32 = 0) -> Answer? {
        while size.map({ count < $0 }) ?? true {
            if count == buffer.count { buffer += [UInt8](repeating: 0, count: buffer.count) }
            let received = buffer.withUnsafeMutableBytes {
                recv(descriptor, $0.baseAddress.map { $0 + count }, $0.count - count, flags)
            }
            guard received > 0 else {
                isBroken = received == 0 || errno != EAGAIN
                return nil
            }
            count += received
            if size == nil { size = sizeOfAnswer() }
        }
        defer { (count, size, isIdle) = (0, nil, true) }
        return Answer(
            status: buffer[9..<12].reduce(0) { $0 * 10 + Int($1) - 48 },
            microseconds: Double(DispatchTime.now().uptimeNanoseconds - sent.uptimeNanoseconds) / 1000)
    }

    private func sizeOfAnswer() -> Int? {
        guard let head = place(of: "\r\n\r\n"), let field = place(of: "Content-Length: "), field < head else {
            return nil
        }
        let digits = buffer[(field + 16)...].prefix { (48...57).contains($0) }
        return head + 4 + digits.reduce(0) { $0 * 10 + Int($1) - 48 }
    }

    private func place(of text: StaticString) -> Int? {
        let length = text.utf8CodeUnitCount
        guard count >= length else { return nil }
        return buffer.withUnsafeBytes { bytes in
            bytes.baseAddress.flatMap { start in
                (0...(count - length)).first { memcmp(start + $0, text.utf8Start, length) == 0 }
            }
        }
    }
}
