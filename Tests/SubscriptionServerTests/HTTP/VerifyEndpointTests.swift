// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import SignedData
import Testing

@Suite struct VerifyEndpointTests {
    /// As the articles' apps send it.
    @Test func aTransactionPayloadIsComparedWithWhatWasSigned() async throws {
        let backend = try await Backend()
        let signed = try backend.sign(Sale.transaction())
        let right =
            #","transactionID":"1000","originalTransactionID":"1000","productID":"monthly","#
            + #""purchaseDate":"2026-02-02T02:40:00Z""#
        let answer = try await backend.verify(signed, right)
        #expect(answer.status == 200 && answer["isValid"].bool == true)
        for wrong in [#","transactionID":"1001""#, #","productID":"pro""#, #","originalTransactionID":"9""#] {
            let answer = try await backend.verify(signed, wrong)
            #expect(answer["isValid"].bool == false && answer["code"].string == "payloadMismatch")
        }
    }

    @Test func whatTheAppStoreDidNotSignIsNotValid() async throws {
        let backend = try await Backend()
        let stranger = JWSSigner(try CertificateAuthority.make(now: SignedHistory.opening.date))
        for text in ["", "a.b.c", try stranger.sign(WireJSON.encode(Sale.transaction()))] {
            let answer = try await backend.verify(text)
            #expect(answer.status == 200 && answer["isValid"].bool == false && answer["code"].string != nil)
        }
        #expect(try await backend.ask(.get, "/v1/customers/1000").status == 404)
    }

    @Test func aBatchIsValidWhenEverythingInItIs() async throws {
        let backend = try await Backend()
        let one = try backend.sign(Sale.transaction())
        let other = try backend.sign(Sale.coins(id: "7"))
        func post(_ texts: [String]) async throws -> Backend.Answer {
            let list = texts.map { #"{"jwsRepresentation": "\#($0)"}"# }.joined(separator: ",")
            return try await backend.ask(.post, "/v1/verify/batch", #"{"transactions": [\#(list)]}"#)
        }
        let good = try await post([one, other])
        #expect(good["isValid"].bool == true && good["results"].array.count == 2)
        let bad = try await post([one, "x"])
        #expect(bad["isValid"].bool == false)
        #expect(bad["results"].array.map { $0["isValid"].bool } == [true, false])
    }

    @Test func anAppTransactionLeadsToItsCustomer() async throws {
        let backend = try await Backend()
        var bought = Sale.transaction()
        bought.appTransactionId = "704"
        _ = try await backend.verify(try backend.sign(bought))
        let download = AppTransaction(
            receiptType: .sandbox, bundleId: Backend.bundleID, receiptCreationDate: SignedHistory.opening.date,
            appTransactionId: "704")
        let answer = try await backend.verify(try backend.sign(download))
        #expect(answer["isValid"].bool == true)
        #expect(answer["entitlements"].array.map { $0["id"].string } == ["monthly"])
        #expect(answer["customerId"].string == (try await backend.ask(.get, "/v1/customers/704"))["id"].string)
    }

    @Test func aRenewalInfoTellsOfTheSubscription() async throws {
        let backend = try await Backend()
        _ = try await backend.verify(try backend.sign(Sale.transaction()))
        let info = Sale.renewalInfo(signedAt: SignedHistory.opening + 5, isOn: false)
        let answer = try await backend.verify(try backend.sign(info))
        #expect(answer["isValid"].bool == true && answer["entitlements"][0]["willRenew"].bool == false)
    }

    @Test(arguments: ["", "[]", "{}", #"{"transactions": 3}"#])
    func `What is no request is answered 400`(body: String) async throws {
        let backend = try await Backend()
        #expect(try await backend.ask(.post, "/v1/verify", body).status == 400)
    }
}
