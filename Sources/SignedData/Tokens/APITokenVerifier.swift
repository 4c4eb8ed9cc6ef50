// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Checks the tokens of one server, whose keys and apps never change.
///
/// Apple advises servers to send one token with many requests. The signature of a text that was accepted before is not
/// checked again; its times are. Nothing enters the memory without a valid signature, so strangers cannot fill it.
package final class APITokenVerifier: Sendable {
    private let keys: [String: APIKeyRegistration]
    private let bundleIDs: Set<String>
    private let accepted: BoundedCache<String, APIToken>
    private let headers: TokenHeaders

    /// Creates a verifier that has seen no token.
    ///
    /// - Parameters:
    ///   - keys: The registered keys by their identifiers.
    ///   - bundleIDs: The apps the server speaks for.
    ///   - capacity: How many tokens are remembered; then the longest unused goes first.
    package init(keys: [String: APIKeyRegistration], bundleIDs: Set<String>, capacity: Int = 32) {
        self.keys = keys
        self.bundleIDs = bundleIDs
        self.accepted = BoundedCache(capacity: capacity)
        self.headers = TokenHeaders(capacity: capacity)
    }

    /// How many tokens are remembered.
    var count: Int { accepted.count }

    /// Checks a token as ``APIToken/verify(_:now:bundleIDs:registration:)`` does.
    package func verify(_ compact: String, now: Date) throws(APITokenFailure) -> APIToken {
        if let token = accepted.value(for: compact) {
            do throws(APITokenFailure) {
                try token.checkTimes(now: now)
            } catch {
                accepted.remove(compact)
                throw error
            }
            return token
        }
        let token = try APIToken.verify(compact, now: now, bundleIDs: bundleIDs, headers: headers) { keys[$0] }
        accepted.insert(token, for: compact)
        return token
    }
}
