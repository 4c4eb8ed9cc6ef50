// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData

/// An address that is told of events.
struct Webhook: Sendable, Hashable {
    var number: Int64
    var app: String
    var url: String
    /// What deliveries are signed with.
    var secret: String
    /// The kinds of events it is told of; empty for all.
    var kinds: Set<String>
    /// The environment it is told of; `nil` for all.
    var environment: String?
    var created: StoreInstant
    var isEnabled: Bool

    /// The header that proves where a delivery comes from: the date in milliseconds and the code over date, full stop and
    /// body.
    static func signature(of body: Data, secret: String, at date: StoreInstant) -> String {
        let signed = Data("\(date.milliseconds).".utf8) + body
        let code = HMACSHA256.code(of: signed, key: Array(secret.utf8))
        return "t=\(date.milliseconds),v1=\(code.map { String(format: "%02x", $0) }.joined())"
    }
}

/// One event on its way to one address.
struct WebhookDelivery: Sendable, Hashable {
    var number: Int64
    var webhook: Int64
    var event: Int64
    var attempts: Int
    /// When its first try was due.
    var first: StoreInstant
    var next: StoreInstant
    var state: State
    /// What the last try came to.
    var problem: String?
    /// Until when it is left to the server that took it.
    var claimed: StoreInstant?

    enum State: Int64, Sendable {
        case waiting = 0
        case delivered = 1
        /// Given up; it can be tried again by hand.
        case dead = 2

        var name: String {
            switch self {
            case .waiting: "waiting"
            case .delivered: "delivered"
            case .dead: "dead"
            }
        }
    }
}
