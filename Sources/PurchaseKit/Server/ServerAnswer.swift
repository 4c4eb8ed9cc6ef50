// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Reads an answer of HTTP: a pure decision.
struct ServerAnswer: Sendable {
    var verdict: ValidationVerdict
    /// Whether the same request may get a better answer in a moment.
    var isCurable = false
    /// How long the server wants to be left alone.
    var retryAfter: Duration = .zero

    init(_ data: Data, _ response: HTTPURLResponse) {
        let status = response.statusCode
        switch status {
        case 200..<300:
            guard let answer = try? ValidationResponse.read(data) else {
                // A page of something in between, such as the login of a network, is not the server's answer.
                self = .silent(.unreadable, status)
                return
            }
            verdict =
                switch (answer.isValid, answer.isEntitled) {
                case (false, _): .refused(.invalid(answer))
                case (true, false?): .refused(.noAccess(answer))
                case (true, _): .accepted(answer)
                }
        case 401, 403, 407:
            verdict = .unanswered(ServerSilence(code: .notAuthorized, status: status))
        case 404, 405:
            // Somebody else lives at that address, or the server does not know this app: the operator can put it right.
            verdict = .unanswered(ServerSilence(code: .wrongAddress, status: status))
        case 408, 425, 429, 500...:
            self = .silent(.serverTrouble, status)
            retryAfter = Self.pause(response.value(forHTTPHeaderField: "Retry-After"))
        case 400..<500:
            verdict = .refused(.rejected(status: status))
        default:
            self = .silent(.unreadable, status)
        }
    }

    static func silent(_ code: ServerSilence.Code, _ status: Int? = nil) -> Self {
        Self(verdict: .unanswered(ServerSilence(code: code, status: status)), isCurable: true)
    }

    private init(verdict: ValidationVerdict, isCurable: Bool) {
        self.verdict = verdict
        self.isCurable = isCurable
    }

    /// Seconds, as servers write them, and at most a minute: the queue is for what takes longer.
    ///
    /// A date is not read, for it would need a clock that agrees with the server's.
    private static func pause(_ header: String?) -> Duration {
        guard let seconds = header.flatMap(Int.init), seconds > 0 else { return .zero }
        return .seconds(min(seconds, 60))
    }
}
