// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What the subscription server answers.
public struct ValidationResponse: Codable, Hashable, Sendable {
    /// Something the customer may use now, as the server knows it.
    public struct Entitlement: Codable, Hashable, Sendable {
        /// The entitlement's identifier.
        public let id: String
        /// When it ends, as far as is known.
        public let expirationDate: Date?
        /// Whether what grants it is to renew; `nil` where nothing renews, or the server does not say.
        public let willRenew: Bool?

        private enum CodingKeys: String, CodingKey {
            case id
            case expirationDate = "expires"
            case willRenew
        }
    }

    /// Whether the App Store signed the transaction for this app: a genuine one may still give no access.
    public let isValid: Bool
    /// How the subscription stands, in the server's words; `nil` for what does not renew.
    public let subscriptionStatus: String?
    /// Whether what was bought gives access now; `nil` when the server does not say.
    public let isEntitled: Bool?
    /// When that access ends or ended.
    public let expirationDate: Date?
    /// The server's customer.
    public let customerID: String?
    /// Everything the customer may use, this transaction counted in; `nil` when the server does not say.
    public let entitlements: [Entitlement]?
    /// Why the transaction is not valid, for programs: a code of the server.
    public let code: String?
    /// The same for people who look after the app; customers are told something else.
    public let message: String?

    private enum CodingKeys: String, CodingKey {
        case isValid, subscriptionStatus, isEntitled
        case expirationDate = "expires"
        case customerID = "customerId"
        case entitlements, code, message
    }

    /// Reads an answer; members that are not known are passed over.
    static func read(_ data: Data) throws -> Self {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .millisecondsSince1970
        return try decoder.decode(Self.self, from: data)
    }
}
