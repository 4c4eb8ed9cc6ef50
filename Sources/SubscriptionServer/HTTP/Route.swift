// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService

/// Something the server answers, with what its description says about it.
struct Route: Sendable {
    let method: HTTPMethod
    let path: String
    /// What a key must open; `nil` for what anybody may ask.
    let scope: AccessScope?
    /// What it does, in a line.
    let summary: String
    /// The parameters of the query.
    let query: [String: JSONSchema]
    /// Whether a key tells the same wish sent again from another: see ``Call/idempotencyKey()``.
    let takesKey: Bool
    /// What it takes, closed unless others decide what stands in it; `nil` for nothing.
    let body: JSONSchema?
    /// What it answers when all goes well; `nil` when that is no JSON.
    let answer: JSONSchema?
    /// The status when all goes well.
    let status: Int
    /// Whether it answers in less time than it takes to hand it over to another thread.
    let isBrief: Bool
    /// Whether it is answered without the ledger too, to keys that were admitted before.
    let outlivesLedger: Bool
    let handler: @Sendable (Call) async throws -> HTTPResponse

    init(
        _ method: HTTPMethod, _ path: String, _ scope: AccessScope?, _ summary: String,
        query: [String: JSONSchema] = [:], takesKey: Bool = false, body: JSONSchema? = nil,
        isBodyOpen: Bool = false, answer: JSONSchema? = nil, status: Int = 200, isBrief: Bool = false,
        outlivesLedger: Bool = false,
        handler: @escaping @Sendable (Call) async throws -> HTTPResponse
    ) {
        self.method = method
        self.path = path
        self.scope = scope
        self.summary = summary
        self.query = query
        self.takesKey = takesKey
        self.body = isBodyOpen ? body : body?.closed
        self.answer = answer
        self.status = status
        self.isBrief = isBrief
        self.outlivesLedger = outlivesLedger
        self.handler = handler
    }

    /// Throws when the body of a request has a name that nobody would read: what it says would be left undone without a
    /// word.
    func refuseStrangeNames(in request: HTTPRequest) throws(BackendFailure) {
        guard !request.body.isEmpty, method != .get,
            let value = try? JSONSerialization.jsonObject(with: request.body),
            let strange = (body ?? JSONSchema.object([:]).closed).strangeName(in: value)
        else { return }
        throw .badRequest(
            "The body of \(method.rawValue) \(path) has no \(strange.path)",
            fix: strange.known.isEmpty ? "Send no body." : "Take one of \(strange.known), or leave it out.")
    }
}

/// A request on its way to who answers it.
struct Call: Sendable {
    let request: HTTPRequest
    let parameters: PathParameters

    /// A segment of the path.
    subscript(name: String) -> String { parameters[name] ?? "" }

    /// Reads the body as JSON.
    func body<Body: Decodable>(_ type: Body.Type = Body.self) throws(BackendFailure) -> Body {
        do {
            return try WireJSON.decode(type, from: request.body)
        } catch {
            throw .badRequest(
                "The body of \(request.method) \(request.target.path) cannot be used: \(Self.problem(in: error))",
                fix: "Send a JSON object as /openapi.json describes it.")
        }
    }

    /// A whole number in the query.
    func number(_ name: String, in range: ClosedRange<Int64>, else standard: Int64) throws(BackendFailure) -> Int64 {
        guard let text = request.query.first(name) else { return standard }
        guard let number = Int64(text), range.contains(number) else {
            throw .badRequest(
                "\(name)=\(text) is no number from \(range.lowerBound) to \(range.upperBound)",
                fix: "Give such a number, or leave it out.")
        }
        return number
    }

    private static func problem(in error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, _): "\(key.stringValue) is missing"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            "\(context.codingPath.map(\.stringValue).joined(separator: ".")) is of another type"
        case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
            "\(context.codingPath.map(\.stringValue).joined(separator: ".")) has no possible value"
        default: "it is no JSON"
        }
    }
}

extension HTTPResponse {
    /// An answer of JSON that is written fast.
    static func encoding(_ value: some JSONWritable) throws -> HTTPResponse {
        .json(try WireJSON.encode(value))
    }

    /// An answer of JSON.
    static func encoding(_ value: some Encodable, status: Int = 200) throws -> HTTPResponse {
        .json(try WireJSON.encode(value), status: status)
    }
}
