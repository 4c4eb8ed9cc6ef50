// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Synchronization

/// An HTTP/1.1 server that answers each request by an async handler.
///
/// No request has a thread: while its handler works, the connection is suspended. When the client goes away
/// meanwhile, the handler's task is cancelled. A started server runs until ``shutdown(gracePeriod:clock:)``, also
/// when nobody holds it.
package final class HTTPServer: Sendable {
    private enum State {
        case new
        case running(Daemon, ServerContext)
        case stopping(Task<Void, Never>)
    }

    /// How long cancelled handlers may take to answer before their clients get a 503 in their place.
    private static let cancellationPeriod = Duration.seconds(1)

    private let host: String
    private let requestedPort: UInt16
    private let limits: HTTPLimits
    private let identity: TLSIdentity?
    private let onError: @Sendable (any Error, HTTPRequest) -> Void
    private let onRefusal: @Sendable (Int) -> Void
    private let clock: any Clock<Duration>
    private let handler: @Sendable (HTTPRequest) async throws -> HTTPResponse
    private let state = Mutex(State.new)
    private let boundPort: Mutex<UInt16>

    /// Creates a server that does not listen yet.
    ///
    /// - Parameters:
    ///   - host: A numeric address of this machine, or `localhost`.
    ///   - port: The port, or 0 for any free one.
    ///   - limits: What one client may cost.
    ///   - identity: Lets it speak TLS, and nothing else.
    ///   - onError: Told what a handler threw; the client gets a 500 without content.
    ///   - onRefusal: Told the status of each request that was refused before a handler saw it.
    ///   - clock: Measures how long requests take to arrive.
    ///   - handler: Answers a request. Its task is cancelled when the client goes away.
    package init(
        host: String = "127.0.0.1", port: UInt16 = 0, limits: HTTPLimits = HTTPLimits(),
        identity: TLSIdentity? = nil, onError: @escaping @Sendable (any Error, HTTPRequest) -> Void = { _, _ in },
        onRefusal: @escaping @Sendable (Int) -> Void = { _ in }, clock: any Clock<Duration> = ContinuousClock(),
        handler: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) {
        self.host = host
        self.requestedPort = port
        self.limits = limits
        self.identity = identity
        self.onError = onError
        self.onRefusal = onRefusal
        self.clock = clock
        self.handler = handler
        self.boundPort = Mutex(port)
    }

    /// Creates a server that answers by the routes of a router.
    package convenience init(
        host: String = "127.0.0.1", port: UInt16 = 0, limits: HTTPLimits = HTTPLimits(),
        onError: @escaping @Sendable (any Error, HTTPRequest) -> Void = { _, _ in }, router: Router
    ) {
        self.init(host: host, port: port, limits: limits, onError: onError) { try await router.respond(to: $0) }
    }

    /// The port the server listens on; before the start the one that was asked for.
    package var port: UInt16 { boundPort.withLock { $0 } }

    /// The address of the server as its own machine can use it, such as `http://127.0.0.1:8080`.
    package var baseURL: URL {
        var components = URLComponents()
        components.scheme = identity == nil ? "http" : "https"
        components.host = host.contains(":") ? "[\(host)]" : host
        components.port = Int(port)
        guard let url = components.url else { preconditionFailure("\(host) is a host that no URL can have") }
        return url
    }

    /// Begins to listen and to answer; returns once connections are accepted.
    ///
    /// - Throws: ``HTTPServerError``, with the code `portInUse` when another socket listens there.
    package func start() throws(HTTPServerError) {
        let result = state.withLock { state -> Result<Void, HTTPServerError> in
            guard case .new = state else { return .failure(.alreadyStarted) }
            do throws(HTTPServerError) {
                let context = ServerContext(
                    limits: limits, watch: try HangupWatch(isPlain: identity == nil), onError: onError,
                    onRefusal: onRefusal,
                    handler: handler)
                let socket = try ListeningSocket(host: host, port: requestedPort)
                state = .running(try Daemon(socket, context: context, identity: identity, clock: clock), context)
                boundPort.withLock { $0 = socket.port }
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    /// Stops the server; a second call waits for the first.
    ///
    /// No connection is accepted any more, and streams and the handlers that called
    /// ``HTTPRequest/allowCancellationByShutdown()`` are ended at once. The other requests in flight get the grace
    /// period to be answered and are cancelled after it; when this returns, every connection is closed.
    ///
    /// - Parameters:
    ///   - gracePeriod: How long requests in flight may take.
    ///   - clock: Measures the grace period.
    package func shutdown(
        gracePeriod: Duration = .seconds(5), clock: any Clock<Duration> = ContinuousClock()
    ) async {
        let task = state.withLock { state in
            switch state {
            case .new:
                state = .stopping(Task {})
            case .running(let daemon, let context):
                state = .stopping(Task { await Self.stop(daemon, context, gracePeriod: gracePeriod, clock: clock) })
            case .stopping:
                break
            }
            guard case .stopping(let task) = state else { return Task {} }
            return task
        }
        await task.value
    }

    private static func stop(
        _ daemon: Daemon, _ context: ServerContext, gracePeriod: Duration, clock: any Clock<Duration>
    ) async {
        let registry = context.registry
        daemon.stopAccepting()
        registry.stop()
        for exchange in registry.exchanges { exchange.stop() }
        await drain(registry, within: gracePeriod, clock: clock)
        for exchange in registry.exchanges { exchange.cancel() }
        await drain(registry, within: cancellationPeriod, clock: clock)
        for exchange in registry.exchanges { exchange.abandon() }
        await daemon.stop()
    }

    private static func drain(_ registry: ExchangeRegistry, within period: Duration, clock: any Clock<Duration>) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in registry.drained() {} }
            group.addTask { try? await clock.sleep(for: period) }
            await group.next()
            group.cancelAll()
        }
    }
}
