// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import CMicroHTTPD
import Dispatch
import Foundation

/// The running library: its thread, its listening socket and the watch beside it.
///
/// `@unchecked Sendable`: the calls made on the pointer are safe from any thread, and ``HTTPServer`` makes each once.
struct Daemon: @unchecked Sendable {
    private let pointer: OpaquePointer
    /// Where it accepts connections; open until ``closeSocket()``.
    let socket: ListeningSocket
    private let context: Unmanaged<ServerContext>
    private let watch: any DispatchSourceProtocol
    private let timekeeper: Task<Void, Never>

    /// - Parameter clock: Measures how long requests take to arrive.
    init(
        _ socket: ListeningSocket, context: ServerContext, identity: TLSIdentity?, clock: any Clock<Duration>
    ) throws(HTTPServerError) {
        let reference = Unmanaged.passRetained(context)
        var settings = openstorekit_mhd_settings()
        settings.listening_socket = socket.descriptor
        settings.memory_per_connection = context.limits.maxHeaderBytes
        settings.max_connections = UInt32(clamping: context.limits.maxConnections)
        settings.idle_timeout_seconds = UInt32(clamping: context.limits.idleTimeoutSeconds)
        settings.context = reference.toOpaque()
        settings.request_begins = { Daemon.requestBegins($0, target: $1, connection: $2) }
        settings.request_proceeds = { _, connection, _, method, version, content, size, exchange in
            Daemon.requestProceeds(
                connection, method: method, version: version, content: content, size: size, exchange: exchange?.pointee)
        }
        settings.request_ends = { _, _, exchange, _ in
            guard let reference = exchange?.pointee else { return }
            exchange?.pointee = nil
            Unmanaged<Exchange>.fromOpaque(reference).takeRetainedValue().end()
        }
        settings.connection_changes = { context, connection, client, change in
            Daemon.connectionChanges(context, connection, client: client, change: change)
        }
        let started = identity.map { Self.start(&settings, $0) } ?? openstorekit_mhd_start(&settings)
        guard let pointer = started else {
            let reason = String(cString: strerror(errno))
            reference.release()
            // The library has closed the socket; by now the number may be another's.
            if identity != nil { throw .identityUnusable }
            throw .systemFailure("The HTTP server could not start its thread: \(reason)")
        }
        self.pointer = pointer
        self.socket = socket
        self.context = reference
        self.watch = context.watch.start()
        self.timekeeper = Task { await Self.keepTime(context, clock) }
    }

    /// Starts with TLS; the library has read both texts when this returns.
    private static func start(
        _ settings: inout openstorekit_mhd_settings, _ identity: TLSIdentity
    ) -> OpaquePointer? {
        guard openstorekit_mhd_has_tls() != 0 else { return nil }
        return identity.certificates.withCString { certificates in
            identity.key.withCString { key in
                settings.certificate = certificates
                settings.key = key
                return openstorekit_mhd_start(&settings)
            }
        }
    }

    /// Ends requests that are late, until it is cancelled.
    private static func keepTime(_ context: ServerContext, _ clock: any Clock<Duration>) async {
        let period = Duration.seconds(context.limits.requestTimeoutSeconds) / 2
        guard period > .zero else { return }
        while (try? await clock.sleep(for: period)) != nil, !Task.isCancelled {
            for _ in 0..<context.watch.endLate() { context.onRefusal(408) }
        }
    }

    /// Stops to accept connections, once; those that exist go on.
    func stopAccepting() {
        _ = MHD_quiesce_daemon(pointer)
    }

    /// Lets go of the socket, once, after ``stopAccepting()``; where nobody else listens at it, clients are refused.
    func closeSocket() {
        close(socket.descriptor)
    }

    /// Closes every connection and ends the thread; no connection may be suspended any more.
    func stop() async {
        timekeeper.cancel()
        await withCheckedContinuation { continuation in
            // Joins a thread, which must not hold up a task's thread.
            DispatchQueue.global().async {
                MHD_stop_daemon(pointer)
                watch.cancel()
                context.release()
                continuation.resume()
            }
        }
    }

    private static func requestBegins(
        _ context: UnsafeMutableRawPointer?, target: UnsafePointer<CChar>?, connection: OpaquePointer?
    ) -> UnsafeMutableRawPointer? {
        guard let context, let client = openstorekit_mhd_socket_context(connection) else { return nil }
        let exchange = Exchange(
            server: Unmanaged<ServerContext>.fromOpaque(context).takeUnretainedValue(),
            client: Unmanaged<ClientConnection>.fromOpaque(client).takeUnretainedValue(),
            target: target.flatMap { String(validatingCString: $0) })
        return Unmanaged.passRetained(exchange).toOpaque()
    }

    private static func requestProceeds(
        _ connection: OpaquePointer?, method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?,
        content: UnsafePointer<CChar>?, size: UnsafeMutablePointer<Int>?, exchange: UnsafeMutableRawPointer?
    ) -> MHD_Result {
        guard let connection, let method, let version, let size, let exchange else { return .NO }
        let content = UnsafeRawBufferPointer(start: content, count: size.pointee)
        size.pointee = 0
        return Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue()
            .proceed(connection, method: method, version: version, content: content)
    }

    private static func connectionChanges(
        _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
        client: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, change: MHD_ConnectionNotificationCode
    ) {
        guard let context, let client else { return }
        let watch = Unmanaged<ServerContext>.fromOpaque(context).takeUnretainedValue().watch
        if change == .CONNECTION_NOTIFY_STARTED {
            let address = openstorekit_mhd_peer(connection).flatMap { SocketAddress($0) }
            let new = ClientConnection(
                peer: address?.host ?? "", id: watch.nextID(), descriptor: openstorekit_mhd_socket(connection))
            watch.add(new)
            client.pointee = Unmanaged.passRetained(new).toOpaque()
        } else if let reference = client.pointee {
            client.pointee = nil
            watch.remove(Unmanaged<ClientConnection>.fromOpaque(reference).takeRetainedValue())
        }
    }
}
