// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Testing

@testable import AppStoreServerLibrary

@Suite struct ProductionThenSandboxTests {
    private func ask(
        production: APIHTTPResponse
    ) async throws -> (AppStoreEnvironment, APIResult<TransactionInfoResponse>, sandboxAsked: Bool) {
        let sandbox = ScriptedTransport([.json(#"{"signedTransactionInfo":"sandbox"}"#)])
        let client = ProductionThenSandboxClient(
            production: try Team.client(environment: .production, transport: ScriptedTransport([production])),
            sandbox: try Team.client(environment: .sandbox, transport: sandbox))
        let (environment, result) = await client.request { await $0.getTransactionInfo(transactionId: "1") }
        return (environment, result, !sandbox.requests.isEmpty)
    }

    @Test func sandboxIsNotAskedForWhatProductionKnows() async throws {
        let (environment, result, sandboxAsked) = try await ask(
            production: .json(#"{"signedTransactionInfo":"production"}"#))
        #expect(environment == .production)
        #expect(try result.get().signedTransactionInfo == "production")
        #expect(!sandboxAsked)
    }

    @Test func sandboxIsAskedForATransactionThatProductionDoesNotKnow() async throws {
        let (environment, result, _) = try await ask(production: try .error(.transactionIdNotFound))
        #expect(environment == .sandbox)
        #expect(try result.get().signedTransactionInfo == "sandbox")
    }

    @Test(arguments: [APIError.invalidTransactionId, .rateLimitExceeded, .generalInternal, .accountNotFound])
    func sandboxIsNotAskedAfterAnyOtherError(_ error: APIError) async throws {
        let (environment, result, sandboxAsked) = try await ask(production: try .error(error))
        #expect(environment == .production)
        #expect(try failure(of: result).0.error == error)
        #expect(!sandboxAsked)
    }

    @Test func oneKeyIsGoodForBoth() throws {
        #expect(throws: Never.self) {
            try ProductionThenSandboxClient(
                signingKey: Team.pem(), keyId: Team.keyID, issuerId: Team.issuerID,
                bundleId: Team.bundleID)
        }
    }
}
