// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Asks Production, and Sandbox when Production does not know the transaction.
///
/// A server that gets transactions of both kinds, from customers and from Apple's reviewers and testers, cannot tell
/// them apart by their identifiers; this is the order in which Apple advises to ask.
public struct ProductionThenSandboxClient: Sendable {
    /// Asked first.
    public let production: AppStoreServerAPIClient
    /// Asked when Production answers with the error 4040010.
    public let sandbox: AppStoreServerAPIClient

    /// Creates a client from two.
    public init(production: AppStoreServerAPIClient, sandbox: AppStoreServerAPIClient) {
        self.production = production
        self.sandbox = sandbox
    }

    /// Creates a client for both environments; an In-App Purchase key is good for either.
    ///
    /// - Throws: An error that says why the key cannot be used.
    public init(
        signingKey: String, keyId: String, issuerId: String, bundleId: String, retryPolicy: RetryPolicy = .standard
    ) throws {
        let transport = HTTPAPITransport()
        func client(_ environment: AppStoreEnvironment) throws -> AppStoreServerAPIClient {
            try AppStoreServerAPIClient(
                signingKey: signingKey, keyId: keyId, issuerId: issuerId, bundleId: bundleId, environment: environment,
                retryPolicy: retryPolicy, transport: transport)
        }
        try self.init(production: client(.production), sandbox: client(.sandbox))
    }

    /// Makes a call, such as `{ await $0.getTransactionInfo(transactionId: id) }`, where the transaction is known.
    ///
    /// - Returns: The answer, and which environment gave it.
    public func request<Response>(
        _ call: @Sendable (AppStoreServerAPIClient) async -> APIResult<Response>
    ) async -> (environment: AppStoreEnvironment, result: APIResult<Response>) {
        let result = await call(production)
        guard case .failure(_, _, .transactionIdNotFound, _, _) = result else { return (.production, result) }
        return (.sandbox, await call(sandbox))
    }
}
