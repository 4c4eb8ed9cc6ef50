// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Testing

@testable import AppStoreServerLibrary

/// The App Store answers 401 without a reason; what can be known here is told.
@Suite struct UnauthorizedTests {
    private func explanation(
        _ environment: AppStoreEnvironment = .sandbox, baseURL: URL? = nil, date: String? = nil,
        keyID: String = Team.keyID,
        issuerID: String = Team.issuerID
    ) async throws -> AppStoreServerAPIError {
        let transport = ScriptedTransport([
            .json("Unauthenticated", status: 401, headers: date.map { ["date": $0] } ?? [:])
        ])
        let client = try Team.client(
            environment: environment, baseURL: baseURL, transport: transport, keyID: keyID, issuerID: issuerID)
        let (found, cause) = try failure(of: await client.requestTestNotification())
        #expect(found == Failure(status: 401))
        return try #require(cause as? AppStoreServerAPIError)
    }

    @Test func namesAClockThatIsWrong() async throws {
        let error = try await explanation(date: "Fri, 15 Jan 2027 09:00:00 GMT")
        #expect(error.code == .unauthorized)
        #expect(error.message.contains("2027-01-15T09:00:00Z"))
        #expect(error.message.contains("2027-01-15T08:00:00Z"))
    }

    @Test func namesAKeyIdentifierThatIsNone() async throws {
        #expect(try await explanation(keyID: "AuthKey_ABC").message.contains("AuthKey_ABC"))
    }

    @Test func namesAnIssuerThatIsNone() async throws {
        #expect(try await explanation(issuerID: "me").message.contains("\"me\""))
    }

    @Test func saysThatProductionKnowsNoUnreleasedApp() async throws {
        let date = "Fri, 15 Jan 2027 08:00:30 GMT"
        let production = try await explanation(.production, date: date)
        let sandbox = try await explanation(.sandbox, date: date)
        #expect(production.message == sandbox.message)
        #expect(production.fix != sandbox.fix)
        #expect(production.message.contains(Team.keyID) && production.message.contains(Team.bundleID))
    }

    @Test func pointsToTheLogOfALocalStore() async throws {
        #expect(try await explanation(baseURL: URL(string: "http://127.0.0.1:8080")).fix.contains("log"))
        #expect(try await !explanation().fix.contains("log"))
    }

    @Test func tellsNoSecret() async throws {
        let secret = try Team.pem().split(separator: "\n")[1]
        #expect(try await !explanation(.production).description.contains(secret))
    }

    @Test func anErrorWithANumberSpeaksForItself() async throws {
        let transport = ScriptedTransport([.json(#"{"errorCode":4010000,"errorMessage":"m"}"#, status: 401)])
        let (found, cause) = try failure(of: await Team.client(transport: transport).getImageList())
        #expect(found.code == 4_010_000)
        #expect(cause == nil)
    }
}
