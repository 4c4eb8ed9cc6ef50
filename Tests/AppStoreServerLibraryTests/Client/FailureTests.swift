// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Testing

@testable import AppStoreServerLibrary

@Suite struct FailureTests {
    @Test func tellsTheAppStoresErrorWhateverTheContentType() async throws {
        let transport = ScriptedTransport([
            try .error(.transactionIdNotFound, headers: ["Content-Type": "application/json;charset=utf-8"])
        ])
        let result = try await Team.client(transport: transport).getTransactionInfo(transactionId: "1")
        let (found, cause) = try failure(of: result)
        #expect(
            found
                == Failure(
                    status: 404, code: 4_040_010, error: .transactionIdNotFound, message: "Transaction id not found."))
        #expect(cause == nil)
    }

    @Test func keepsErrorsNobodyKnowsYet() async throws {
        let transport = ScriptedTransport([
            .json(#"{"errorCode":4009999,"errorMessage":"New."}"#, status: 400),
            .json(#"{"errorCode":4009998}"#, status: 400),
        ])
        let client = try Team.client(transport: transport)
        var (found, _) = try failure(of: await client.finishTransaction(transactionId: "1"))
        #expect(found == Failure(status: 400, code: 4_009_999, error: nil, message: "New."))
        (found, _) = try failure(of: await client.finishTransaction(transactionId: "1"))
        #expect(found == Failure(status: 400, code: 4_009_998, error: nil, message: nil))
    }

    @Test func tellsTheStatusWhenThereIsNothingElse() async throws {
        let transport = ScriptedTransport([APIHTTPResponse(status: 500), .json("<html>", status: 502)])
        let client = try Team.client(transport: transport)
        #expect(try failure(of: await client.getImageList()).0 == Failure(status: 500))
        #expect(try failure(of: await client.getImageList()).0 == Failure(status: 502))
    }

    @Test func tellsWhyNothingCameBack() async throws {
        let transport = ScriptedTransport(failingWith: URLError(.timedOut))
        let (found, cause) = try failure(of: await Team.client(transport: transport).getImageList())
        #expect(found == Failure())
        #expect((cause as? URLError)?.code == .timedOut)
    }

    @Test func tellsWhatIsWrongWithAnAnswer() async throws {
        let transport = ScriptedTransport([.json(#"{"signedTransactionInfo":7}"#)])
        let result = try await Team.client(transport: transport).getTransactionInfo(transactionId: "1")
        let (found, cause) = try failure(of: result)
        #expect(found == Failure())
        #expect(cause is DecodingError)
    }

    @Test(arguments: ["", ".", ".."])
    func asksNothingForIdentifiersThatWouldLeadElsewhere(_ identifier: String) async throws {
        let transport = ScriptedTransport([])
        let result = try await Team.client(transport: transport).finishTransaction(transactionId: identifier)
        #expect((try failure(of: result).cause as? AppStoreServerAPIError)?.code == .identifierUnusable)
        #expect(transport.requests.isEmpty)
    }

    @Test func escapesWhatStandsInAnIdentifier() async throws {
        let transport = ScriptedTransport([.json("{}")])
        _ = try await Team.client(transport: transport).getTransactionInfo(transactionId: "../a?b=1#ä %")
        #expect(
            transport.requests.map(\.url.absoluteString) == [
                "https://api.storekit-sandbox.apple.com/inApps/v1/transactions/..%2Fa%3Fb%3D1%23%C3%A4%20%25"
            ])
    }

    @Test(arguments: [
        (AppStoreEnvironment.production, "https://api.storekit.apple.com"),
        (.sandbox, "https://api.storekit-sandbox.apple.com"), (.localTesting, "http://127.0.0.1:8080"),
    ])
    func asksTheHostOfItsEnvironment(_ environment: AppStoreEnvironment, _ host: String) async throws {
        let transport = ScriptedTransport([.json("{}")])
        _ = try await Team.client(environment: environment, transport: transport).getImageList()
        #expect(transport.requests.map(\.url.absoluteString) == [host + "/inApps/v1/messaging/image/list"])
    }

    @Test(arguments: ["http://127.0.0.1:9000/store", "http://127.0.0.1:9000/store/"])
    func asksUnderABaseURLWithAPath(_ base: String) async throws {
        let transport = ScriptedTransport([.json("{}")])
        _ = try await Team.client(environment: .xcode, baseURL: URL(string: base), transport: transport).getImageList()
        #expect(
            transport.requests.map(\.url.absoluteString) == [
                "http://127.0.0.1:9000/store/inApps/v1/messaging/image/list"
            ])
    }

    @Test func refusesABaseURLWithoutAHost() async throws {
        let transport = ScriptedTransport([])
        let client = try Team.client(baseURL: URL(string: "store"), transport: transport)
        let (_, cause) = try failure(of: await client.getImageList())
        #expect((cause as? AppStoreServerAPIError)?.code == .baseURLUnusable)
    }

    @Test func thereIsNoServerOfXcode() throws {
        #expect(throws: AppStoreServerAPIClient.ConfigurationError.invalidEnvironment) {
            try AppStoreServerAPIClient(
                signingKey: Team.pem(), keyId: Team.keyID, issuerId: Team.issuerID,
                bundleId: Team.bundleID, environment: .xcode)
        }
    }

    @Test func getThrowsWhatFailed() async throws {
        let transport = ScriptedTransport([try .error(.invalidTransactionId), .json("{}")])
        let client = try Team.client(transport: transport)
        let thrown = await #expect(throws: APIFailure.self) {
            try await client.getTransactionInfo(transactionId: "x").get()
        }
        #expect(thrown?.apiError == .invalidTransactionId)
        #expect(thrown?.description.contains("4000006") == true)
        #expect(try await client.getTransactionInfo(transactionId: "1").get().signedTransactionInfo == nil)
    }

    @Test func advancedCommerceHasErrorsOfItsOwn() async throws {
        let transport = ScriptedTransport([.json(#"{"errorCode":4000028,"errorMessage":"m"}"#, status: 400)])
        let result = try await Team.client(transport: transport).cancelSubscription(
            transactionId: "1",
            subscriptionCancelRequest: AdvancedCommerceSubscriptionCancelRequest(
                requestInfo: AdvancedCommerceRequestInfo(requestReferenceId: UUID())))
        #expect(result.advancedCommerceError == .invalidStorefront)
    }
}
