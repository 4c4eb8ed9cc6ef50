// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import SignedData
import Testing

/// Case 53: Xcode signs with one certificate, which counts only where it was given, and only for its own environment.
@Suite struct XcodeCaseTests {
    private func transaction(_ environment: AppStoreEnvironment) throws -> Data {
        var transaction = Sale.transaction()
        transaction.environment = environment
        return try WireJSON.encode(transaction)
    }

    @Test func xcodesCertificateCountsInXcode() async throws {
        let xcode = try XcodeAuthority.make(now: SignedHistory.opening.date)
        let backend = try await Backend(xcode: xcode.certificate)
        let answer = try await backend.verify(try JWSSigner(xcode).sign(transaction(.xcode)))
        #expect(answer["isValid"].bool == true && answer["environment"].string == "Xcode")
        let customer = "/v1/customers/1000/entitlements?environment="
        #expect(try await backend.ask(.get, customer + "Xcode")["entitlements"].array.count == 1)
        #expect(try await backend.ask(.get, customer + "Sandbox")["entitlements"].array.isEmpty)
    }

    @Test(arguments: [AppStoreEnvironment.sandbox, .production])
    func `It says nothing about where money is paid`(environment: AppStoreEnvironment) async throws {
        let xcode = try XcodeAuthority.make(now: SignedHistory.opening.date)
        let backend = try await Backend(environments: [.sandbox, .production], xcode: xcode.certificate)
        let answer = try await backend.verify(try JWSSigner(xcode).sign(transaction(environment)))
        #expect(answer["isValid"].bool == false && answer["code"].string == "untrustedRoot")
    }

    @Test func anotherXcodeIsNotBelieved() async throws {
        let (mine, other) = (
            try XcodeAuthority.make(now: SignedHistory.opening.date),
            try XcodeAuthority.make(now: SignedHistory.opening.date)
        )
        let text = try JWSSigner(other).sign(transaction(.xcode))
        for backend in [try await Backend(xcode: mine.certificate), try await Backend()] {
            #expect(try await backend.verify(text)["isValid"].bool == false)
        }
    }
}
