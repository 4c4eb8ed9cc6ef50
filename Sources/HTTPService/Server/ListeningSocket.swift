// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A TCP socket that is bound and listens.
///
/// Opened here rather than by the library, so that a failure keeps its `errno`.
struct ListeningSocket {
    let descriptor: Int32
    /// The port in use, also when any free one was asked for.
    let port: UInt16

    init(host: String, port: UInt16) throws(HTTPServerError) {
        var hints = addrinfo()
        #if os(Linux)
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
            hints.ai_socktype = SOCK_STREAM
        #endif
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &found) == 0, let address = found else {
            throw HTTPServerError.listening(on: host, port, errno: EADDRNOTAVAIL)
        }
        defer { freeaddrinfo(found) }
        let descriptor = socket(address.pointee.ai_family, address.pointee.ai_socktype, address.pointee.ai_protocol)
        guard descriptor >= 0 else { throw HTTPServerError.listening(on: host, port, errno: errno) }
        // A server that starts again must not wait for the last one's connections to time out.
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        guard bind(descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0,
            listen(descriptor, SOMAXCONN) == 0
        else {
            let reason = errno
            close(descriptor)
            throw HTTPServerError.listening(on: host, port, errno: reason)
        }
        self.descriptor = descriptor
        self.port = SocketAddress.local(of: descriptor)?.port ?? port
    }

    private init(descriptor: Int32, port: UInt16) {
        self.descriptor = descriptor
        self.port = port
    }

    /// The same socket under a descriptor of its own: whoever accepts first gets a connection, and clients are refused
    /// only when every one is closed.
    func duplicate() throws(HTTPServerError) -> Self {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw .systemFailure("The system has no further file descriptor") }
        return Self(descriptor: copy, port: port)
    }
}
