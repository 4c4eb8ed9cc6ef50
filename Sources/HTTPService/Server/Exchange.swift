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
        /// The connection is suspended until the task has an answer, unless the task is still in its first step.
        case handling(HTTPRequest)
        case answered(HTTPResponse, HTTPRequest)
        case streaming(Outlet)
        case ended
    }

    struct State: ~Copyable {
        var phase = Phase.head
        var suspended: SuspendedConnection?
        var task: Task<Void, Never>?
        /// Whether the task is to be cancelled, also when it is not known yet.
        var isCancelled = false
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

    /// What a call of the access callback is for.
    private enum Step {
        case head
        case excess
        case handler(HTTPRequest)
        case answer(HTTPResponse, HTTPRequest)
        case nothing
    }

    /// Answers the access callback: first for the head, then for each piece of content, then for its end, and then,
    /// when the connection was resumed, for the answer.
    func proceed(
        _ connection: OpaquePointer, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>,
        content: UnsafeRawBufferPointer
    ) -> MHD_Result {
        guard content.isEmpty else { return receive(content) }
        return switch state.withLock({ Self.step(&$0) }) {
        case .head: receiveHead(connection, method: method, version: version)
        case .excess: refuse(status: 413, on: connection)
        case .handler(let request): startHandler(request, on: connection)
        case .answer(let response, let request): queue(response, to: request, on: connection)
        case .nothing: .NO
        }
    }

    private static func step(_ state: inout State) -> Step {
        switch state.phase {
        case .head: return .head
        case .upload(let upload):
            guard upload.excess == 0 else { return .excess }
            guard !state.isAbandoned else { return .nothing }
            state.phase = .handling(upload.request)
            return .handler(upload.request)
        case .answered(let response, let request): return .answer(response, request)
        case .handling, .streaming, .ended: return .nothing
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
            // The state holds the request no longer than until the end.
            allowCancellation: { self.allowCancellation() })
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
        let task = begin(request)
        let handle = ConnectionHandle(pointer: connection)
        var answer: HTTPResponse?
        change { state in
            if case .answered(let response, _) = state.phase {
                answer = response
            } else {
                state.suspended = handle.suspend()
                state.task = task
            }
            return Effects(task: state.isCancelled ? task : nil)
        }
        if let answer { return queue(answer, to: request, on: connection) }
        client.attach(self)
        return .YES
    }

    /// Starts the task that asks the handler; where that takes no time, it has ended when this returns.
    private func begin(_ request: HTTPRequest) -> Task<Void, Never> {
        guard server.isBrief(request), #available(macOS 26, iOS 26, *) else { return Task { await run(request) } }
        return Task.immediate { await run(request) }
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
