// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import SignedData

/// A client of the App Store Server API, of Retention Messaging and of the Advanced Commerce API for one app in one
/// environment.
///
/// Every call makes a token of its own, good for five minutes. A call never throws: see ``APIResult``.
public actor AppStoreServerAPIClient {
    /// Why there can be no client.
    public enum ConfigurationError: Error, Hashable, Sendable {
        /// StoreKit testing in Xcode has no server to ask; give the base URL of a local store instead.
        case invalidEnvironment
    }

    /// Sends the requests.
    let connection: APIConnection

    /// Creates a client that never repeats a request.
    ///
    /// - Parameters:
    ///   - signingKey: The contents of the `.p8` file of an In-App Purchase key.
    ///   - keyId: The key's identifier, also in the name of the file.
    ///   - issuerId: The issuer identifier that App Store Connect shows beside the keys.
    ///   - bundleId: The app's bundle identifier.
    ///   - environment: Whom to ask. `localTesting` is a local store on port 8080 of this machine.
    /// - Throws: ``ConfigurationError``, or an error that says why the key cannot be used.
    public init(signingKey: String, keyId: String, issuerId: String, bundleId: String, environment: AppStoreEnvironment)
        throws
    {
        try self.init(
            signingKey: signingKey, keyId: keyId, issuerId: issuerId, bundleId: bundleId, environment: environment,
            retryPolicy: .none)
    }

    /// Creates a client with a say in how requests travel.
    ///
    /// - Parameters:
    ///   - signingKey: The contents of the `.p8` file of an In-App Purchase key.
    ///   - keyId: The key's identifier, also in the name of the file.
    ///   - issuerId: The issuer identifier that App Store Connect shows beside the keys.
    ///   - bundleId: The app's bundle identifier.
    ///   - environment: Whom to ask.
    ///   - baseURL: Where to ask instead: a local store, or a proxy.
    ///   - retryPolicy: Whether to repeat what the App Store could not answer just then.
    ///   - transport: Carries the requests.
    ///   - surroundings: Clock, pauses and randomness.
    /// - Throws: ``ConfigurationError``, or an error that says why the key cannot be used.
    public init(
        signingKey: String, keyId: String, issuerId: String, bundleId: String, environment: AppStoreEnvironment,
        baseURL: URL? = nil, retryPolicy: RetryPolicy, transport: any APITransport = HTTPAPITransport(),
        surroundings: APISurroundings = APISurroundings()
    ) throws {
        guard let url = baseURL ?? Self.baseURL(of: environment) else { throw ConfigurationError.invalidEnvironment }
        connection = APIConnection(
            credentials: APICredentials(keyID: keyId, issuerID: issuerId, key: try SigningKey(es256PEM: signingKey)),
            bundleID: bundleId, environment: baseURL == nil ? environment : nil, baseURL: url, transport: transport,
            retryPolicy: retryPolicy, surroundings: surroundings)
    }

    private static func baseURL(of environment: AppStoreEnvironment) -> URL? {
        switch environment {
        case .production: URL(string: "https://api.storekit.apple.com")
        case .sandbox: URL(string: "https://api.storekit-sandbox.apple.com")
        case .localTesting: URL(string: "http://127.0.0.1:8080")
        case .xcode: nil
        }
    }
}
