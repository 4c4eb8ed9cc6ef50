// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import CMicroHTTPD
import Dispatch
import Foundation
import Synchronization

/// Tells connections that their client went away, which the library does not notice while they are suspended, and ends
/// those whose client takes too long to send a request, which the library does not notice while anything comes.
///
/// A client that closes only its sending half counts as gone too: the two cannot be told apart before something is
/// sent. Only Linux has this watch; elsewhere the next write to such a connection notices.
final class HangupWatch: Sendable {
    private let connections = Mutex<[UInt64: ClientConnection]>([:])
    private let lastID = Mutex<UInt64>(0)
    private let descriptor: Int32
    private let isPlain: Bool

    /// - Parameter isPlain: Whether what is written into a socket is what its client reads, as it is without TLS.
    init(isPlain: Bool) throws(HTTPServerError) {
        self.isPlain = isPlain
        #if os(Linux)
            descriptor = openstorekit_hangup_open()
            guard descriptor >= 0 else { throw .systemFailure("The system has no further file descriptor") }
        #else
            descriptor = -1
        #endif
    }

    deinit {
        #if os(Linux)
            close(descriptor)
        #endif
    }

    /// Starts to report; the source keeps this watch until it is cancelled.
    func start() -> any DispatchSourceProtocol {
        #if os(Linux)
            // The descriptor of an epoll set is itself readable when the set has something to report.
            let source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
            source.setEventHandler { self.report() }
            // Until then the descriptor must not be closed.
            source.setCancelHandler { withExtendedLifetime(self) {} }
        #else
            let source = DispatchSource.makeUserDataAddSource()
        #endif
        source.activate()
        return source
    }

    /// Whether every connection is closed.
    var isEmpty: Bool { connections.withLock { $0.isEmpty } }

    /// An identifier for a connection; never used again, so that a late report cannot hit the next one.
    func nextID() -> UInt64 {
        lastID.withLock { last in
            last += 1
            return last
        }
    }

    func add(_ connection: ClientConnection) {
        connections.withLock { $0[connection.id] = connection }
        #if os(Linux)
            _ = openstorekit_hangup_add(descriptor, connection.descriptor, connection.id)
        #endif
    }

    func remove(_ connection: ClientConnection) {
        connections.withLock { $0[connection.id] = nil }
    }

    /// Looks at every connection once, and ends those whose request is late.
    ///
    /// - Returns: How many requests were refused so.
    func endLate() -> Int {
        // Inside the lock, because the library closes a socket as soon as its connection was removed.
        connections.withLock { connections in
            connections.values.count { connection in
                guard case .late(let hasBegun) = connection.grow() else { return false }
                if hasBegun, isPlain { Self.refuse(connection.descriptor) }
                // The library reads the end of the stream and closes.
                shutdown(connection.descriptor, Int32(SHUT_RDWR))
                return hasBegun
            }
        }
    }

    // Nothing was sent for a request that is still to come, so that this is all the client gets. Where it does not fit,
    // the client has not read for long either.
    private static func refuse(_ socket: Int32) {
        let answer = Array("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n".utf8)
        _ = send(socket, answer, answer.count, Int32(MSG_DONTWAIT) | openstorekit_no_signal)
    }

    #if os(Linux)
        private func report() {
            var id: UInt64 = 0
            while openstorekit_hangup_take(descriptor, &id) == 1 {
                connections.withLock { $0[id] }?.hangUp()
            }
        }
    #endif
}
