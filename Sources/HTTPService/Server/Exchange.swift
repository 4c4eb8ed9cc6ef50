// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import CMicroHTTPD
import Foundation
import Synchronization

/// One request and its answer.
///
/// Ownership: the library holds one reference as the request's context, from the callback for its request line to the
/// one for its end (``end()``); a streamed response holds another until the library frees it, and a task at work a
/// third. The library frees the connection at the earliest after its end callback, and not while it is suspended.
/// Whoever takes the ``SuspendedConnection`` out of the state under the lock therefore has a valid connection and,
/// being the only one, resumes it once. A task that finishes after the end finds nothing to resume.
final class Exchange: Sendable {
    struct Upload: Sendable {
        var request: HTTPRequest
        /// The largest content that the request may have.
        let limit: Int
        /// The bytes that were thrown away, because the content is larger than permitted.
        var excess = 0
    }

    enum Phase: Sendable {
        case head
        case upload(Upload)
        /// The connection is suspended until the task has an answer.
        case handling(HTTPRequest)
        case answered(HTTPResponse, HTTPRequest)
        case streaming(Outlet)
        case ended
    }

    struct State: ~Copyable {
        var phase = Phase.head
        var suspended: SuspendedConnection?
        var task: Task<Void, Never>?
        var allowsCancellation = false
        var isStopping = false
        var isAbandoned = false
    }

    /// How often the permitted content is thrown away for the sake of an answer.
    ///
    /// The library can answer only at the end of the content. A client that sends more is cut off.
    private static let excessFactor = 16

    let server: ServerContext
    let client: ClientConnection
    private let target: String?
    private let state = Mutex(State())

    /// - Parameter target: The target as it was sent, `nil` when it was not UTF-8.
    init(server: ServerContext, client: ClientConnection, target: String?) {
        self.server = server
        self.client = client
        self.target = target
        client.requestBegins()
        server.registry.add(self)
    }

    /// Changes the state under its lock, and then performs what follows from the change.
    func change(_ body: (inout State) -> Effects) {
        let effects = state.withLock { body(&$0) }
        effects.perform()
    }

    /// Answers the access callback: first for the head, then for each piece of content, then for its end, and then,
    /// when the connection was resumed, for the answer.
    func proceed(
        _ connection: OpaquePointer, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>,
        content: UnsafeRawBufferPointer
    ) -> MHD_Result {
        guard content.isEmpty else { return receive(content) }
        return switch state.withLock({ $0.phase }) {
        case .head:
            receiveHead(connection, method: method, version: version)
        case .upload(let upload):
            upload.excess > 0
                ? refuse(status: 413, on: connection) : startHandler(upload.request, on: connection)
        case .answered(let response, let request):
            queue(response, to: request, on: connection)
        case .handling, .streaming, .ended:
            .NO
        }
    }

    private func receiveHead(
        _ connection: OpaquePointer, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>
    ) -> MHD_Result {
        guard !server.registry.isStopping else { return refuse(status: 503, on: connection) }
        guard let target else { return refuse(status: 400, on: connection) }
        let layout = HeadLayout(of: connection, method: method, targetLength: target.utf8.count, version: version)
        guard layout.isSound,
            let head = RequestHead(
                method: String(cString: method), target: target, version: String(cString: version),
                headers: layout.headers)
        else { return refuse(status: 400, on: connection) }
        let limit = server.limits.maxBodyBytes(of: head.method, head.target)
        guard head.contentLength ?? 0 <= limit else { return refuse(status: 413, on: connection) }
        let request = HTTPRequest(
            method: head.method, target: head.target, headers: head.headers, body: Data(), peer: client.peer,
            allowCancellation: { [weak self] in self?.allowCancellation() })
        state.withLock { $0.phase = .upload(Upload(request: request, limit: limit)) }
        return .YES
    }

    private func receive(_ content: UnsafeRawBufferPointer) -> MHD_Result {
        state.withLock { state in
            guard case .upload(var upload) = state.phase else { return .NO }
            // With a second reference to the content, appending would copy it.
            state.phase = .head
            defer { state.phase = .upload(upload) }
            let limit = upload.limit
            if upload.excess == 0, content.count <= limit - upload.request.body.count {
                upload.request.body.append(contentsOf: content)
            } else {
                upload.request.body = Data()
                upload.excess += content.count
            }
            return upload.excess > limit * Self.excessFactor ? .NO : .YES
        }
    }

    private func startHandler(_ request: HTTPRequest, on connection: OpaquePointer) -> MHD_Result {
        client.requestHasArrived()
        let handle = ConnectionHandle(pointer: connection)
        let isStarted = state.withLock { state in
            guard !state.isAbandoned else { return false }
            state.phase = .handling(request)
            state.suspended = handle.suspend()
            state.task = Task { await run(request) }
            return true
        }
        guard isStarted else { return .NO }
        client.attach(self)
        return .YES
    }

    private func run(_ request: HTTPRequest) async {
        let response: HTTPResponse
        do {
            response = try await server.handler(request)
        } catch {
            // What a cancelled handler throws is our doing, and none of its mistakes.
            if !Task.isCancelled { server.onError(error, request) }
            response = .empty(Task.isCancelled ? 503 : 500)
        }
        change { state in
            guard case .handling = state.phase else { return Effects() }
            state.phase = .answered(response, request)
            state.task = nil
            return Effects(suspended: state.suspended.take())
        }
    }
}
