// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation

/// The members of a request's JSON object, each of which is wrong in a way of its own.
///
/// A decoder would only say that something is wrong; the App Store names the field by the error's code.
struct RequestFields: Sendable {
    private let members: [String: Value]

    /// Reads a body; throws `generalBadRequest` when it is no JSON object.
    init(_ body: Data) throws(APIError) {
        guard let members = try? WireJSON.decode([String: Value].self, from: body) else { throw .generalBadRequest }
        self.members = members
    }

    /// A member's text; `nil` when it is not there, or null.
    func text(_ name: String, or error: APIError) throws(APIError) -> String? {
        switch members[name] {
        case nil, .null: nil
        case .text(let text): text
        default: throw error
        }
    }

    /// A member's whole number; `nil` when it is not there, or null.
    func number(_ name: String, or error: APIError) throws(APIError) -> Int64? {
        switch members[name] {
        case nil, .null: nil
        case .number(let number): number
        default: throw error
        }
    }

    /// A member's truth value; `nil` when it is not there, or null.
    func flag(_ name: String, or error: APIError) throws(APIError) -> Bool? {
        switch members[name] {
        case nil, .null: nil
        case .flag(let flag): flag
        default: throw error
        }
    }

    /// A member's list of texts; `nil` when it is not there, or null.
    func list(_ name: String, or error: APIError) throws(APIError) -> [String]? {
        switch members[name] {
        case nil, .null: nil
        case .list(let list): list
        default: throw error
        }
    }

    /// One of the values of an enumeration; `nil` when it is not there, or null.
    func value<Value: RawRepresentable<String>>(
        _ name: String, or error: APIError
    ) throws(APIError) -> Value? {
        guard let text = try text(name, or: error) else { return nil }
        guard let value = Value(rawValue: text) else { throw error }
        return value
    }

    /// One of the values of a numbered enumeration; `nil` when it is not there, or null.
    func value<Value: RawRepresentable<Int32>>(
        _ name: String, or error: APIError
    ) throws(APIError) -> Value? {
        guard let number = try number(name, or: error) else { return nil }
        guard let value = Int32(exactly: number).flatMap(Value.init(rawValue:)) else { throw error }
        return value
    }

    private enum Value: Decodable, Sendable {
        case null
        case flag(Bool)
        case number(Int64)
        case text(String)
        case list([String])
        case other

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let flag = try? container.decode(Bool.self) {
                self = .flag(flag)
            } else if let number = try? container.decode(Int64.self) {
                self = .number(number)
            } else if let number = try? container.decode(Double.self), let whole = Int64(exactly: number.rounded()) {
                // Clients whose dates are Doubles send fractions of a millisecond.
                self = .number(whole)
            } else if let text = try? container.decode(String.self) {
                self = .text(text)
            } else if let list = try? container.decode([String].self) {
                self = .list(list)
            } else {
                self = .other
            }
        }
    }
}

extension Optional {
    /// The value, or an error where the field is required.
    func required(or error: APIError) throws(APIError) -> Wrapped {
        guard let self else { throw error }
        return self
    }
}
