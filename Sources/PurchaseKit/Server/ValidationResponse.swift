// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What the subscription server answers.
public struct ValidationResponse: Codable, Hashable, Sendable {
    /// Something the customer may use, as the server knows it.
    public struct Entitlement: Codable, Hashable, Sendable {
        /// The entitlement's identifier.
        public let id: String
        /// Whether the customer may use it now; a server that lists only what is active leaves it out.
        public let isActive: Bool
        /// When it ends, if it does.
        public let expirationDate: Date?

        private enum CodingKeys: String, CodingKey {
            case id, isActive, expirationDate
        }

        /// Reads an entitlement.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(String.self, forKey: .id)
            isActive = try container.decodeIfPresent(Bool.self, forKey: .isActive) ?? true
            expirationDate = try container.decodeIfPresent(Date.self, forKey: .expirationDate)
        }
    }

    /// Whether the server believes the transaction.
    public let isValid: Bool
    /// How the subscription stands, in the server's words.
    public let subscriptionStatus: String?
    /// What the customer may use, this transaction counted in; `nil` when the server does not say.
    public let entitlements: [Entitlement]?

    /// Reads an answer; members that are not known are passed over.
    static func read(_ data: Data) throws -> Self {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(Self.self, from: data)
    }
}
