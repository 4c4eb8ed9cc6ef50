// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPService
import SignedData

/// Lets requests in that carry a token of a registered key, and tells the log why it kept others out.
struct TokenGate: Sendable {
    private let tokens: APITokenVerifier
    private let isReleased: Bool
    /// The real time.
    let now: @Sendable () -> Date
    private let log: @Sendable (String) -> Void

    /// Creates a gate; of two keys with one identifier the last counts.
    ///
    /// - Parameter isReleased: Whether the app was ever released; Production knows no other.
    init(
        keys: [APICredentials], bundleID: String, isReleased: Bool = true, now: @escaping @Sendable () -> Date,
        log: @escaping @Sendable (String) -> Void
    ) {
        tokens = APITokenVerifier(
            keys: Dictionary(keys.map { ($0.keyID, $0.registration) }, uniquingKeysWith: { $1 }), bundleIDs: [bundleID])
        self.isReleased = isReleased
        self.now = now
        self.log = log
    }

    /// Whether a request may pass.
    func admits(_ request: HTTPRequest) -> Bool {
        guard let token = Self.token(of: request) else {
            refuse(request, "there is no Authorization header of the form \"Bearer <token>\"")
            return false
        }
        do throws(APITokenFailure) {
            _ = try tokens.verify(token, now: now())
            guard isReleased else {
                refuse(request, "the app was never released, and Production answers for released apps only")
                return false
            }
            return true
        } catch {
            refuse(request, error.description)
            return false
        }
    }

    private func refuse(_ request: HTTPRequest, _ reason: String) {
        log("unauthenticated \(request.method) \(request.target.path): \(reason)")
    }

    /// What follows `Bearer` in a request.
    static func token(of request: HTTPRequest) -> String? {
        guard var header = request.headers.first("Authorization") else { return nil }
        // Bytes, because finding the ends of characters would take as long as all else here.
        return header.withUTF8 { bytes in
            let parts = bytes.split(separator: UInt8(ascii: " "))
            guard parts.count == 2, String(decoding: parts[0], as: UTF8.self).lowercased() == "bearer" else {
                return nil
            }
            return String(decoding: parts[1], as: UTF8.self)
        }
    }
}
