// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData

@testable import AppStoreServerLibrary

/// A developer with a key.
enum Team {
    static let now = Date(timeIntervalSince1970: 1_800_000_000)
    static let keyID = "ABCDEFGHIJ"
    static let issuerID = "99b16628-15e4-4668-972b-eeff55eeff55"
    static let bundleID = "com.example.shop"
    private static let shared = Result { try SigningKey.generate() }

    static func key() throws -> SigningKey { try shared.get() }

    /// The contents of the key's file.
    static func pem() throws -> String { try key().pemRepresentation }

    static func client(
        environment: AppStoreEnvironment = .sandbox, baseURL: URL? = nil, retryPolicy: RetryPolicy = .none,
        transport: any APITransport = HTTPAPITransport(), keyID: String = keyID, issuerID: String = issuerID,
        surroundings: APISurroundings = APISurroundings(now: { now })
    ) throws -> AppStoreServerAPIClient {
        try AppStoreServerAPIClient(
            signingKey: pem(), keyId: keyID, issuerId: issuerID, bundleId: bundleID,
            environment: environment, baseURL: baseURL, retryPolicy: retryPolicy, transport: transport,
            surroundings: surroundings)
    }
}
