// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService

// What the App Store's review does about retention messages.
extension ControlAPI {
    var retentionRoutes: [Route] {
        let states = Schema.choice(["PENDING", "APPROVED", "REJECTED"])
        return [
            route(
                .post, "/retention/images/{id}", "Decides about an image of a retention message",
                request: [.required("state", states)], response: .object([])
            ) { request, parameters in
                let decision: Decision<ImageState> = try Self.body(request)
                try decide(parameters) { id throws(APIError) in try retention.decide(image: id, decision.state) }
                return Done()
            },
            route(
                .post, "/retention/messages/{id}", "Decides about a retention message",
                request: [.required("state", states)], response: .object([])
            ) { request, parameters in
                let decision: Decision<MessageState> = try Self.body(request)
                try decide(parameters) { id throws(APIError) in try retention.decide(message: id, decision.state) }
                return Done()
            },
        ]
    }

    private struct Decision<State: Decodable>: Decodable {
        var state: State
    }

    private func decide(_ parameters: PathParameters, _ body: (UUID) throws(APIError) -> Void) throws(ControlFailure) {
        let text = parameters["id"] ?? ""
        let isDone: Bool? = UUID(uuidString: text).map { id in (try? body(id)) != nil }
        guard isDone == true else {
            throw ControlFailure(
                code: "unknownUpload", message: "Nothing was uploaded as \(text)",
                fix: "Take an identifier from the lists of the Retention Messaging API.", status: 404)
        }
    }
}
