// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import CMicroHTTPD
import Dispatch
import Foundation
import Synchronization

/// Tells connections that their client went away, which the library does not notice while they are suspended.
///
/// A client that closes only its sending half counts as gone too: the two cannot be told apart before something is
/// sent. Only Linux has this watch; elsewhere the next write to such a connection notices.
final class HangupWatch: Sendable {
    private let connections = Mutex<[UInt64: ClientConnection]>([:])
    private let lastID = Mutex<UInt64>(0)
    private let descriptor: Int32

    init() throws(HTTPServerError) {
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

    /// An identifier for a connection; never used again, so that a late report cannot hit the next one.
    func nextID() -> UInt64 {
        lastID.withLock { last in
            last += 1
            return last
        }
    }

    func add(_ connection: ClientConnection, descriptor socket: Int32) {
        connections.withLock { $0[connection.id] = connection }
        #if os(Linux)
            _ = openstorekit_hangup_add(descriptor, socket, connection.id)
        #endif
    }

    func remove(_ connection: ClientConnection) {
        connections.withLock { $0[connection.id] = nil }
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
