// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Says where JSON was not as expected, without repeating its values.
enum DecodingProblem {
    static func text(_ error: any Error) -> String {
        switch error as? DecodingError {
        case .typeMismatch(let type, let context): "\(path(context)) is no \(type)"
        case .valueNotFound(let type, let context): "\(path(context)) is null, expected \(type)"
        case .keyNotFound(let key, _): "\(key.stringValue) is missing"
        case .dataCorrupted(let context): context.codingPath.isEmpty ? "no JSON" : "\(path(context)) is malformed"
        default: "no JSON"
        }
    }

    private static func path(_ context: DecodingError.Context) -> String {
        context.codingPath.isEmpty ? "the whole" : context.codingPath.map(\.stringValue).joined(separator: ".")
    }
}
