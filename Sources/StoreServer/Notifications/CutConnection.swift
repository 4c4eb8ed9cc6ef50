// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// A request that ends in the middle: connects, sends the head and a part of the content, and is gone.
enum CutConnection {
    /// How long connecting and sending may take, in seconds.
    private static let patience = 5

    /// Returns when the connection is closed, or could not be made; blocks a thread of its own.
    static func post(_ json: Data, to url: URL) async {
        guard let host = url.host(percentEncoded: false) else { return }
        let port = url.port ?? (url.scheme == "https" ? 443 : 80)
        let path = url.path(percentEncoded: true)
        let head = """
            POST \(path.isEmpty ? "/" : path) HTTP/1.1\r
            Host: \(host):\(port)\r
            Content-Type: application/json\r
            Content-Length: \(json.count)\r
            \r

            """
        let request = Data(head.utf8) + json.prefix(json.count / 2)
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                send(request, host: host, port: port)
                continuation.resume()
            }
        }
    }

    private static func send(_ request: Data, host: String, port: Int) {
        var hints = addrinfo()
        #if canImport(Glibc)
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
            hints.ai_socktype = SOCK_STREAM
        #endif
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &found) == 0, let found else { return }
        defer { freeaddrinfo(found) }
        let descriptor = socket(found.pointee.ai_family, found.pointee.ai_socktype, found.pointee.ai_protocol)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var timeout = timeval(tv_sec: patience, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        guard connect(descriptor, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0 else { return }
        _ = request.withUnsafeBytes { Self.send(descriptor, $0) }
    }

    private static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
            Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        #else
            write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }
}
