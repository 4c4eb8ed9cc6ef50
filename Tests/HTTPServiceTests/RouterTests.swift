// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPService
import Testing

@Suite struct RouterTests {
    private let router: Router = {
        var router = Router()
        func add(_ method: HTTPMethod, _ pattern: String) {
            router.on(method, pattern) { _, parameters in
                .text("\(pattern) \(parameters["id"] ?? "-") \(parameters["transactionId"] ?? "-")")
            }
        }
        add(.get, "/transactions/{transactionId}")
        add(.put, "/transactions/{transactionId}")
        add(.get, "/transactions/appTransactions/{id}")
        add(.get, "/transactions/last")
        add(.post, "/transactions/last")
        add(.get, "/{id}/history")
        add(.get, "/")
        return router
    }()

    private func respond(_ method: HTTPMethod, _ target: String) async throws -> HTTPResponse {
        try await router.respond(to: HTTPRequest(method: method, target: #require(HTTPTarget(target))))
    }

    private func text(_ response: HTTPResponse) -> String? {
        guard case .data(let data) = response.body else { return nil }
        return String(decoding: data, as: UTF8.self)
    }

    @Test(arguments: [
        ("/transactions/12", "/transactions/{transactionId} - 12"),
        ("/transactions/appTransactions", "/transactions/{transactionId} - appTransactions"),
        ("/transactions/appTransactions/12", "/transactions/appTransactions/{id} 12 -"),
        ("/transactions/last", "/transactions/last - -"),
        ("/transactions/history", "/transactions/{transactionId} - history"),
        ("/other/history", "/{id}/history other -"),
        ("/a%2Fb/history", "/{id}/history a/b -"),
        ("/", "/ - -"),
    ])
    func theMostLiteralRouteAnswers(target: String, expected: String) async throws {
        let response = try await respond(.get, target)
        #expect(response.status == 200)
        #expect(text(response) == expected)
    }

    @Test func aMethodFallsBackToALessLiteralRoute() async throws {
        #expect(text(try await respond(.put, "/transactions/last")) == "/transactions/{transactionId} - last")
    }

    @Test(arguments: [
        ("/transactions/12", "/transactions/{transactionId}"), ("/transactions/last", "/transactions/last"),
        ("/transactions/appTransactions/12?a=b", "/transactions/appTransactions/{id}"), ("/a%2Fb", "/{id}"),
        ("/transactions/12/more/still", "/transactions/{transactionId}/more/still"), ("/", "/"), ("//a", "//a"),
    ])
    func aPathIsDescribedWithoutWhatStandsInThePlaceOfNames(target: String, expected: String) throws {
        #expect(router.described(try #require(HTTPTarget(target))) == expected)
    }

    @Test(arguments: [
        "/nothing", "/transactions", "/transactions/", "/transactions/1/2", "//history", "/Transactions/1",
    ])
    func anUnknownPathIsNotFound(target: String) async throws {
        #expect(try await respond(.get, target).status == 404)
    }

    @Test func anotherMethodIsToldWhatIsAllowed() async throws {
        let one = try await respond(.delete, "/transactions/12")
        #expect(one.status == 405)
        #expect(one.headers.first("Allow") == "GET, HEAD, PUT")
        let several = try await respond(HTTPMethod(rawValue: "BREW"), "/transactions/last")
        #expect(several.headers.first("Allow") == "GET, HEAD, POST, PUT")
    }

    @Test func headIsAnsweredByGet() async throws {
        #expect(try await respond(.head, "/transactions/12").status == 200)
    }

    @Test func routesAreListedAsAdded() {
        #expect(router.routes.count == 7)
        #expect(router.routes[1].method == .put)
        #expect(router.routes[1].pattern == "/transactions/{transactionId}")
    }

    @Test func aRouteThatIsThereTwiceIsAMistake() async {
        await #expect(processExitsWith: .failure) {
            var router = Router()
            router.on(.get, "/a/{x}") { _, _ in .empty(204) }
            router.on(.get, "/a/{y}") { _, _ in .empty(204) }
        }
    }
}
