// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import CMicroHTTPD
import Foundation

extension Exchange {
    /// Hands a response to the library, within the access callback.
    func queue(_ response: HTTPResponse, to request: HTTPRequest, on connection: OpaquePointer) -> MHD_Result {
        if let result = queue(response, on: connection, isHead: request.method == .head) { return result }
        server.onError(
            HTTPServerError(
                code: .invalidResponse,
                message: "The handler's response has a status or a header field that HTTP does not permit",
                fix: "Use a status of 200 to 599, and fields that are not empty and have no line break."), request)
        return queue(.empty(500), on: connection) ?? .NO
    }

    /// Answers a request whose rest is not wanted, and closes the connection.
    func refuse(status: Int, on connection: OpaquePointer) -> MHD_Result {
        client.requestHasArrived()
        server.onRefusal(status)
        var response = server.refusal(status)
        response.headers.set("Connection", "close")
        return queue(response, on: connection) ?? .NO
    }

    // Returns nil when the response is one that HTTP does not permit.
    private func queue(
        _ response: HTTPResponse, on connection: OpaquePointer, isHead: Bool = false
    ) -> MHD_Result? {
        guard (200...599).contains(response.status), let answer = create(response, on: connection) else { return nil }
        defer { MHD_destroy_response(answer) }
        for field in response.headers.fields {
            guard MHD_add_response_header(answer, field.name, field.value) == .YES else { return nil }
        }
        if server.registry.closesConnections { MHD_add_response_header(answer, "Connection", "close") }
        if isHead, response.body.isStreamed {
            // The library would send the last chunk of the content that a HEAD does not get.
            _ = openstorekit_mhd_end_by_closing(answer)
        }
        let result = MHD_queue_response(connection, UInt32(response.status), answer)
        guard result == .YES, !isHead else { return result }
        switch response.body {
        case .data: break
        case .stream(let stream): startStream(stream, on: connection) { $0 }
        case .events(let events): startStream(events, on: connection) { Data($0.encoded.utf8) }
        }
        return result
    }

    private func create(_ response: HTTPResponse, on connection: OpaquePointer) -> OpaquePointer? {
        switch response.body {
        case .data(let content):
            content.withUnsafeBytes { bytes in
                MHD_create_response_from_buffer(
                    bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
            }
        case .stream, .events:
            MHD_create_response_from_callback(
                .max, 4096,
                { exchange, _, buffer, size in
                    guard let exchange, let buffer else { return Exchange.broken }
                    return Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue()
                        .fill(UnsafeMutableRawBufferPointer(start: buffer, count: size))
                }, Unmanaged.passRetained(self).toOpaque(),
                { exchange in exchange.map { Unmanaged<Exchange>.fromOpaque($0).release() } })
        }
    }
}

extension HTTPResponse.Body {
    fileprivate var isStreamed: Bool {
        switch self {
        case .data: false
        case .stream, .events: true
        }
    }
}
