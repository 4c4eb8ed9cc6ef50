// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService

/// A developer's server as small as can be: it takes the notifications that a store posts.
struct NotificationReceiver: Sendable {
    /// Where to post to.
    let url: URL
    /// The signed payloads in the order in which they came, not verified.
    let payloads: AsyncStream<String>
    private let server: HTTPServer

    /// Begins to listen on any free port.
    init() throws(CommandError) {
        let (payloads, continuation) = AsyncStream.makeStream(of: String.self)
        server = HTTPServer { request in
            guard let body = try? JSONDecoder().decode(ResponseBodyV2.self, from: request.body),
                let payload = body.signedPayload
            else { return .empty(400) }
            continuation.yield(payload)
            return .empty(200)
        }
        do throws(HTTPServerError) {
            try server.start()
        } catch {
            throw CommandError(error)
        }
        self.payloads = payloads
        url = server.baseURL.appending(path: "notifications")
    }

    func stop() async {
        await server.shutdown()
    }
}
