// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import StoreEngine
import StoreHost

/// Lines of the log: one event each, and no secrets.
enum LogLine {
    /// What a request came to, without its query, which may carry what nobody meant to log.
    static func request(_ request: HTTPRequest, status: Int, took duration: Duration) -> String {
        "request method=\(request.method) path=\(request.target.path) status=\(status) ms=\(milliseconds(duration))"
    }

    /// What a posting came to.
    ///
    /// - Parameter attempt: Counts from 1; `nil` for duplicates and replays, which are none.
    static func notification(
        _ draft: NotificationDraft, target: URL, attempt: Int?, result: SendAttemptResult, took duration: Duration
    ) -> String {
        let subtype = draft.record.subtype?.rawValue ?? "-"
        return
            "notification type=\(draft.record.type.rawValue) subtype=\(subtype) uuid=\(draft.body.notificationUUID ?? "-") "
            + "target=\(address(target)) attempt=\(attempt.map(String.init) ?? "-") result=\(result.rawValue) "
            + "ms=\(milliseconds(duration))"
    }

    /// What the signed strings of an answer say, a line each.
    static func payloads(in response: HTTPResponse) -> [String] {
        guard case .data(let data) = response.body, response.headers.first("Content-Type") == "application/json" else {
            return []
        }
        return payloads(in: String(decoding: data, as: UTF8.self))
    }

    /// What the signed strings in a text say, a line each, those inside others behind them.
    static func payloads(in text: String) -> [String] {
        text.matches(of: /eyJ[A-Za-z0-9_-]+\.([A-Za-z0-9_-]+)\.[A-Za-z0-9_-]+/)
            .compactMap { payload($0.1) }
            .flatMap { ["payload \($0)"] + payloads(in: $0) }
    }

    private static func payload(_ segment: Substring) -> String? {
        let text = segment.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
        return Data(base64Encoded: text + padding).map { String(decoding: $0, as: UTF8.self) }
    }

    /// An address without user, password, query and fragment.
    static func address(_ url: URL) -> String {
        var components = URLComponents()
        components.scheme = url.scheme
        components.host = url.host()
        components.port = url.port
        components.path = url.path()
        return components.string ?? "?"
    }

    /// Whole milliseconds.
    static func milliseconds(_ duration: Duration) -> Int64 {
        duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
    }

    /// Makes sure that what a client sent cannot begin a line of its own.
    static func writer(to log: @escaping @Sendable (String) -> Void) -> @Sendable (String) -> Void {
        { line in
            // Nearly every line is plain.
            if line.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return log(line) }
            let isSafe = line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            log(isSafe ? line : String(String.UnicodeScalarView(line.unicodeScalars.map(visible))))
        }
    }

    private static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar
    }
}
