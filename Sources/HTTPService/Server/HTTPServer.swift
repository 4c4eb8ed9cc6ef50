// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Synchronization

/// An HTTP/1.1 server that answers each request by an async handler.
///
/// No request has a thread: while its handler works, the connection is suspended, and a brief one is answered on the spot.
/// When the client goes away meanwhile, the handler's task is cancelled. A started server runs until ``shutdown(gracePeriod:clock:)``, also
/// when nobody holds it.
package final class HTTPServer: Sendable {
    private enum State {
        case new
        /// Former ones have connections that were made under another identity.
        case running(Listener, former: [Listener])
        case stopping(Task<Void, Never>)
    }

    /// How long cancelled handlers may take to answer before their clients get a 503 in their place.
    private static let cancellationPeriod = Duration.seconds(1)
    /// How often is looked whether a former listener still has connections.
    private static let retirementPeriod = Duration.seconds(1)

    private let host: String
    private let requestedPort: UInt16
    private let limits: HTTPLimits
    private let identity: TLSIdentity?
    private let onError: @Sendable (any Error, HTTPRequest) -> Void
    private let onRefusal: @Sendable (Int) -> Void
    private let refusal: @Sendable (Int) -> HTTPResponse
    private let clock: any Clock<Duration>
    private let isBrief: @Sendable (HTTPRequest) -> Bool
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
    ///   - refusal: What such a request is answered, of the status it is given; without content unless said otherwise.
    ///   - clock: Measures how long requests take to arrive.
    ///   - isBrief: Whether a request is answered in less time than it takes to hand it over to another thread. Then its
    ///     handler begins on the thread that reads all requests, and other requests wait until it first has to wait.
    ///   - handler: Answers a request. Its task is cancelled when the client goes away.
    package init(
        host: String = "127.0.0.1", port: UInt16 = 0, limits: HTTPLimits = HTTPLimits(),
        identity: TLSIdentity? = nil, onError: @escaping @Sendable (any Error, HTTPRequest) -> Void = { _, _ in },
        onRefusal: @escaping @Sendable (Int) -> Void = { _ in },
        refusal: @escaping @Sendable (Int) -> HTTPResponse = { .empty($0) },
        clock: any Clock<Duration> = ContinuousClock(),
        isBrief: @escaping @Sendable (HTTPRequest) -> Bool = { _ in false },
        handler: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) {
        self.host = host
        self.requestedPort = port
        self.limits = limits
        self.identity = identity
        self.onError = onError
        self.onRefusal = onRefusal
        self.refusal = refusal
        self.clock = clock
        self.isBrief = isBrief
        self.handler = handler
        self.boundPort = Mutex(port)
    }

    /// Creates a server that answers by the routes of a router.
    package convenience init(
        host: String = "127.0.0.1", port: UInt16 = 0, limits: HTTPLimits = HTTPLimits(),
        onError: @escaping @Sendable (any Error, HTTPRequest) -> Void = { _, _ in }, router: Router
    ) {
        self.init(host: host, port: port, limits: limits, onError: onError, isBrief: router.isBrief) {
            try await router.respond(to: $0)
        }
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
                let context = try context()
                let socket = try ListeningSocket(host: host, port: requestedPort)
                state = .running(try listener(at: socket, context, identity), former: [])
                boundPort.withLock { $0 = socket.port }
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    private func context() throws(HTTPServerError) -> ServerContext {
        ServerContext(
            limits: limits, watch: try HangupWatch(isPlain: identity == nil), onError: onError, onRefusal: onRefusal,
            refusal: refusal, isBrief: isBrief, handler: handler)
    }

    private func listener(
        at socket: ListeningSocket, _ context: ServerContext, _ identity: TLSIdentity?
    ) throws(HTTPServerError) -> Listener {
        Listener(daemon: try Daemon(socket, context: context, identity: identity, clock: clock), context: context)
    }

    /// Lets a server with TLS be another's from now on; when that fails, nothing changes.
    ///
    /// No client is refused meanwhile. Connections that exist go on under the former identity: one is closed after the
    /// answer to its next request, or when it is idle for too long; a stream goes on until it ends.
    ///
    /// - Parameter clock: Measures how often is looked whether such connections are left.
    /// - Returns: Ends when none is left.
    /// - Throws: ``HTTPServerError`` with the code `identityUnusable` or, before the start and after the end, `notRunning`.
    @discardableResult
    package func renew(
        _ identity: TLSIdentity, clock: any Clock<Duration> = ContinuousClock()
    ) throws(HTTPServerError) -> Task<Void, Never> {
        let result = state.withLock { state -> Result<Task<Void, Never>, HTTPServerError> in
            guard self.identity != nil, case .running(var listener, let former) = state else {
                return .failure(.notRunning)
            }
            do throws(HTTPServerError) {
                let context = try context()
                let next = try self.listener(at: try listener.daemon.socket.duplicate(), context, identity)
                listener.daemon.stopAccepting()
                listener.context.registry.retire()
                let retirement = Task { [listener] in await retire(listener, clock) }
                listener.retirement = retirement
                state = .running(next, former: former + [listener])
                return .success(retirement)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Ends a former listener once it has no connections; one that a shutdown ends first is left to that.
    private func retire(_ listener: Listener, _ clock: any Clock<Duration>) async {
        repeat {
            // Also before the first look: what was accepted last may not be known yet.
            guard (try? await clock.sleep(for: Self.retirementPeriod)) != nil else { return }
        } while !listener.context.watch.isEmpty
        let isMine = state.withLock { state in
            guard case .running(let current, let former) = state else { return false }
            state = .running(current, former: former.filter { $0.context !== listener.context })
            return true
        }
        guard isMine else { return }
        await listener.daemon.stop()
        listener.daemon.closeSocket()
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
            case .running(let listener, let former):
                state = .stopping(
                    Task {
                        await withTaskGroup(of: Void.self) { group in
                            for listener in [listener] + former {
                                group.addTask { await Self.stop(listener, gracePeriod: gracePeriod, clock: clock) }
                            }
                        }
                    })
            case .stopping:
                break
            }
            guard case .stopping(let task) = state else { return Task {} }
            return task
        }
        await task.value
    }

    private static func stop(
        _ listener: Listener, gracePeriod: Duration, clock: any Clock<Duration>
    ) async {
        let (daemon, registry) = (listener.daemon, listener.context.registry)
        if let retirement = listener.retirement { retirement.cancel() } else { daemon.stopAccepting() }
        daemon.closeSocket()
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
