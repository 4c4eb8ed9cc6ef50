// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension RawClient {
    /// Begins a handshake of TLS 1.2 and returns the certificate that the server shows; the handshake goes no further.
    func certificate() async throws -> Data {
        send(Self.hello)
        var messages = Data()
        while true {
            // A record: kind, version and length; in records of kind 22, messages: kind, length and content.
            let head = [UInt8](try await readData(count: 5))
            guard head[0] == 22 else { throw Failure(reason: "record of kind \(head[0])") }
            messages += try await readData(count: Int(head[3]) << 8 | Int(head[4]))
            while let message = Self.message(in: messages) {
                // A list of certificates, each with its length.
                if messages.first == 11 {
                    let list = [UInt8](message.dropFirst(3))
                    return Data(list.dropFirst(3).prefix(Self.length(list[0..<3])))
                }
                messages = Data(messages.dropFirst(4 + message.count))
            }
        }
    }

    private static func message(in messages: Data) -> Data? {
        let head = [UInt8](messages.prefix(4))
        guard head.count == 4, messages.count >= 4 + length(head[1...]) else { return nil }
        return Data(messages.dropFirst(4).prefix(length(head[1...])))
    }

    private static func length(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    /// A ClientHello for ECDHE-ECDSA-AES128-GCM-SHA256 over P-256.
    private static let hello: Data = {
        let extensions: [UInt8] = [
            0, 10, 0, 4, 0, 2, 0, 23,  // Groups.
            0, 13, 0, 4, 0, 2, 4, 3,  // Signatures.
            0, 11, 0, 2, 1, 0,  // Forms of points.
        ]
        var body: [UInt8] = [3, 3] + [UInt8](repeating: 7, count: 32) + [0, 0, 2, 0xC0, 0x2B, 1, 0]
        body += [0, UInt8(extensions.count)] + extensions
        let message: [UInt8] = [1, 0, 0, UInt8(body.count)] + body
        return Data([22, 3, 1, 0, UInt8(message.count)] + message)
    }()
}
