// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService

/// Keeps out who is not meant: web pages that a developer has open, and strangers on the network.
///
/// A page of another origin can make a browser send requests here; the browser says so in `Origin` and `Sec-Fetch-Site`.
/// A page that lets its name point to this machine is known by the `Host` it asks for.
package struct RequestGuard: Sendable {
    /// What opens the control API; `nil` when everybody may who can reach it.
    let controlToken: String?
    /// What opens the store to StoreKit clients on other machines; `nil` when only this machine has any.
    var clientToken: String?
    /// Whether only this machine can reach the store.
    let isLocal: Bool

    /// Why a request is not answered, or `nil` when it may be.
    func refusal(of request: HTTPRequest) -> HTTPResponse? {
        let part = request.target.segments.first ?? ""
        guard part == "control" || part == "client" else { return nil }
        if isLocal, let host = request.headers.first("Host"), !Self.isLocal(host: host) {
            return Self.answer(
                403, "foreignHost", "The store was asked for by the name \(host)",
                fix: "Use the address that the store printed when it opened.")
        }
        if Self.isForeign(request) {
            return Self.answer(
                403, "foreignOrigin", "A web page of another origin may not use the store",
                fix: "Call the store from a program, or from a page that it serves itself.")
        }
        if part == "control" {
            guard let controlToken, !Self.carries(controlToken, request) else { return nil }
            return Self.answer(
                401, "unauthenticated", "The control API needs the control token",
                fix: "Send the header Authorization: Bearer with what --control-token was given.")
        }
        guard !isLocal, !(clientToken.map { Self.carries($0, request) } ?? false) else { return nil }
        return Self.answer(
            401, "unauthenticated", "A store that other machines can reach serves StoreKit clients only with its token",
            fix: clientToken == nil
                ? "Start the store with --client-token and give clients the same in OPENSTOREKIT_TOKEN."
                : "Set OPENSTOREKIT_TOKEN to what --client-token was given, or hand it to StoreConnection.connect.")
    }

    /// Whether an address is one that only this machine can reach.
    package static func isLoopback(_ address: String) -> Bool {
        ["localhost", "::1"].contains(address) || address.wholeMatch(of: /127(\.[0-9]{1,3}){3}/) != nil
    }

    private static func isLocal(host: String) -> Bool {
        if host.hasPrefix("[") { return host == "[::1]" || host.hasPrefix("[::1]:") }
        return isLoopback(String(host.prefix { $0 != ":" }).lowercased())
    }

    private static func isForeign(_ request: HTTPRequest) -> Bool {
        if let site = request.headers.first("Sec-Fetch-Site"), !["same-origin", "none"].contains(site) { return true }
        guard let origin = request.headers.first("Origin") else { return false }
        return origin != "http://\(request.headers.first("Host") ?? "")"
    }

    private static func carries(_ token: String, _ request: HTTPRequest) -> Bool {
        isSame(request.headers.first("Authorization") ?? "", "Bearer \(token)")
    }

    /// Compares without telling by the time it takes how much is right.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        return one.count == other.count && zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func answer(_ status: Int, _ code: String, _ message: String, fix: String) -> HTTPResponse {
        let failure = ControlFailure(code: code, message: message, fix: fix, status: status)
        return .json((try? WireJSON.encode(failure)) ?? Data(), status: status)
    }
}
