// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import HTTPService

extension Call {
    /// The header by which clients say that they ask for the same again.
    static let keyHeader = "Idempotency-Key"

    /// What tells this wish from others, also when it is sent again; `nil` when the client does not mind what comes of that.
    func idempotencyKey() throws(BackendFailure) -> String? {
        guard let key = request.headers.first(Self.keyHeader) else { return nil }
        guard (1...255).contains(key.utf8.count) else {
            throw .badRequest(
                "\(Self.keyHeader) has \(key.utf8.count) bytes",
                fix: "Make up a key of 1 to 255 bytes for each wish, and use it when trying again.")
        }
        return key
    }
}

extension BackendFailure {
    /// The same key came with another wish.
    static func keyUsed(forAnother thing: String) -> Self {
        .conflict("keyUsed", "The key stands for another \(thing)", fix: "Make up a new key for each \(thing).")
    }
}
