// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import SignedData
import StoreEngine
import StoreHost
import StoreLink
import Testing

@testable import StoreServer

@Suite struct SeveralAppsTests {
    // MARK: - The Server API

    @Test("A token opens the store of its app, and no other knows that app's transactions")
    func routesTokens() async throws {
        let apps = try TwoApps()
        for name in [TwoApps.one, TwoApps.two] {
            let id = try await apps.buy(Shop.monthly, in: name)
            let other = name == TwoApps.one ? TwoApps.two : TwoApps.one
            #expect(try await apps.server("/inApps/v1/transactions/\(id)", for: name).status == 200)
            let foreign = try await apps.server("/inApps/v1/transactions/\(id)", for: other)
            #expect(foreign.status == 404)
            #expect(foreign.errorCode == APIError.transactionIdNotFound.rawValue)
        }
    }

    @Test(
        "A token for an app that the store does not have is answered 401 without JSON, and the log names those it has")
    func refusesForeignApps() async throws {
        let apps = try TwoApps()
        let id = try await apps.buy(Shop.monthly, in: TwoApps.two)
        for path in ["/inApps/v1/transactions/\(id)", "/advancedCommerce/v1/subscription/cancel/\(id)"] {
            let answer = try await apps.server(path, for: "com.example.three")
            #expect(answer.status == 401)
            #expect(answer.contentType?.contains("json") != true)
            let line = try #require(apps.log.lines.last)
            #expect(line.contains("com.example.three") && line.contains(TwoApps.one) && line.contains(TwoApps.two))
        }
    }

    @Test("Who names an app and has another key is answered 401, as is who has no token")
    func refusesForeignKeys() async throws {
        let apps = try TwoApps()
        let id = try await apps.buy(Shop.monthly, in: TwoApps.two)
        var random = SeededGenerator(seed: 2)
        let stranger = try APICredentials.make(random: &random)
        #expect(try await apps.server("/inApps/v1/transactions/\(id)", for: TwoApps.two, key: stranger).status == 401)
        #expect(apps.log.lines.last?.contains(TwoApps.two) == true)
        #expect(try await apps.ask(.get, "/inApps/v1/transactions/\(id)").status == 401)
        let headers: HTTPHeaders = ["Authorization": "Bearer a.b.c"]
        #expect(try await apps.ask(.get, "/inApps/v1/transactions/\(id)", headers: headers).status == 401)
    }

    @Test("A line of the log about a request begins with the app that it names")
    func labelsLines() async throws {
        let apps = try TwoApps()
        func label(_ target: String, tokenFor name: String? = nil) throws -> String {
            let token = try name.map { try apps.credentials.token(bundleID: $0, now: TestStore.start.date) }
            let headers: HTTPHeaders = token.map { ["Authorization": "Bearer \($0)"] } ?? [:]
            let target = try #require(HTTPTarget(target))
            return apps.directory.label(of: HTTPRequest(method: .get, target: target, headers: headers))
        }
        #expect(try label("/control/v1/clock?app=\(TwoApps.two)") == "\(TwoApps.two): ")
        #expect(try label("/inApps/v1/transactions/1", tokenFor: TwoApps.one) == "\(TwoApps.one): ")
        #expect(try label("/control/v1/clock?app=com.example.three") == "")
        #expect(try label("/inApps/v1/transactions/1", tokenFor: "com.example.three") == "")
        #expect(try label("/healthz") == "")
        let alone = try TwoApps([TwoApps.one])
        let request = HTTPRequest(
            method: .get, target: try #require(HTTPTarget("/control/v1/clock?app=\(TwoApps.one)")))
        #expect(alone.directory.label(of: request) == "")
    }

    @Test("Each app has limits of its own")
    func limitsEach() async throws {
        let apps = try TwoApps(hasRateLimits: true)
        // A tenth of one a second, by the hour.
        for _ in 0..<360 {
            #expect(try await apps.server("/inApps/v1/messaging/image/list", for: TwoApps.one).status == 200)
            await Task.yield()
        }
        #expect(try await apps.server("/inApps/v1/messaging/image/list", for: TwoApps.one).status == 429)
        #expect(try await apps.server("/inApps/v1/messaging/image/list", for: TwoApps.two).status == 200)
    }

    // MARK: - StoreKit clients

    private func connect(_ apps: TwoApps, _ query: String) async throws -> TestStore.Answer {
        let body = String(decoding: try JSONEncoder().encode(ConnectRequest(device: UUID())), as: UTF8.self)
        return try await apps.ask(.post, "/client/v1/connect\(query)", body: body)
    }

    @Test("A client that says which app it is talks to that app's store", arguments: [TwoApps.one, TwoApps.two])
    func routesClients(name: String) async throws {
        let apps = try TwoApps()
        let answer: ConnectAnswer = try await connect(apps, "?app=\(name)").decode()
        #expect(answer.bundleID == name)
        for other in [TwoApps.one, TwoApps.two] {
            #expect(try apps.host(other).devices.count == (other == name ? 1 : 0))
        }
    }

    @Test(
        "A client that does not say it, or says another, is told which apps there are",
        arguments: [
            ("", StoreFailure.Code.appNotNamed, 400), ("?app=com.example.three", .unknownApp, 404),
        ])
    func refusesClients(query: String, code: StoreFailure.Code, status: Int) async throws {
        let answer = try await connect(TwoApps(), query)
        #expect(answer.status == status)
        let failure: StoreFailure = try answer.decode()
        #expect(failure.code == code)
        #expect((failure.message + failure.fix).contains("\(TwoApps.one), \(TwoApps.two)"))
    }

    @Test("A store of one app serves whoever comes")
    func oneAppDoesNotAsk() async throws {
        let apps = try TwoApps([TwoApps.one])
        for query in ["", "?app=\(TwoApps.one)", "?app=com.example.three"] {
            let answer: ConnectAnswer = try await connect(apps, query).decode()
            #expect(answer.bundleID == TwoApps.one)
        }
    }

    // MARK: - Control

    @Test("A control call reaches the app it names, whose clock and records are its own")
    func routesControl() async throws {
        let apps = try TwoApps()
        _ = try await apps.buy(Shop.coins, in: TwoApps.two)
        #expect(try apps.host(TwoApps.one).read(\.transactions.count) == 0)
        #expect(try apps.host(TwoApps.two).read(\.transactions.count) == 1)
        let moved = try await apps.ask(.post, "/control/v1/clock?app=\(TwoApps.two)", body: #"{"advance":"P1D"}"#)
        #expect(moved.status == 200)
        #expect(try apps.host(TwoApps.one).offset == 0)
        #expect(try apps.host(TwoApps.two).offset == 86_400_000)
    }

    @Test(
        "A control call that names no app does nothing where there are several",
        arguments: [
            ("POST", "/control/v1/purchases"), ("GET", "/control/v1/transactions"), ("GET", "/control/v1"),
        ])
    func asksForTheApp(method: String, path: String) async throws {
        let apps = try TwoApps()
        let answer = try await apps.ask(
            HTTPMethod(rawValue: method), path, body: method == "POST" ? #"{"productId":"\#(Shop.coins)"}"# : "")
        #expect(answer.status == 400)
        #expect(answer.code == "appNotNamed")
        #expect(try (answer.json()["fix"] as? String)?.contains("\(TwoApps.one), \(TwoApps.two)") == true)
        #expect(try apps.host(TwoApps.one).read(\.transactions.count) == 0)
    }

    @Test("An app that is not there is refused, also by a store of one app")
    func refusesUnknownApps() async throws {
        for names in [[TwoApps.one, TwoApps.two], [TwoApps.one]] {
            let answer = try await TwoApps(names).ask(.get, "/control/v1/clock?app=com.example.three")
            #expect(answer.status == 404)
            #expect(answer.code == "unknownApp")
            #expect(try await TwoApps(names).ask(.get, "/control/v1/clock?app=\(TwoApps.one)").status == 200)
        }
        #expect(try await TwoApps([TwoApps.one]).ask(.get, "/control/v1/clock").status == 200)
    }

    @Test("What is the same for all apps is answered without one being named")
    func answersCommonPaths() async throws {
        let apps = try TwoApps()
        let list = try await apps.ask(.get, "/control/v1/apps").json()["apps"] as? [[String: Any]]
        #expect(list?.compactMap { $0["bundleId"] as? String } == [TwoApps.one, TwoApps.two])
        #expect(list?.compactMap { $0["appAppleId"] as? Int } == [1, 2])
        for path in ["/control/v1/openapi.json", "/healthz", "/metrics", "/root.der", "/"] {
            #expect(try await apps.ask(.get, path).status == 200, "\(path)")
        }
    }

    @Test("Numbers of several apps are told apart")
    func numbers() async throws {
        let apps = try TwoApps()
        _ = try await apps.buy(Shop.coins, in: TwoApps.two)
        let page = String(decoding: try await apps.ask(.get, "/metrics").body, as: UTF8.self)
        #expect(page.contains("openstorekit_records{app=\"\(TwoApps.one)\",kind=\"transactions\"} 0\n"))
        #expect(page.contains("openstorekit_records{app=\"\(TwoApps.two)\",kind=\"transactions\"} 1\n"))
        let alone = String(decoding: try await TwoApps([TwoApps.one]).ask(.get, "/metrics").body, as: UTF8.self)
        #expect(alone.contains("openstorekit_records{kind=\"transactions\"} 0\n"))
    }

    // MARK: - Notifications and scripts

    @Test("Each app tells its own targets")
    func notifiesEach() async throws {
        let targets = [
            TwoApps.one: [URL(fileURLWithPath: "/one")], TwoApps.two: [URL(fileURLWithPath: "/two")],
        ]
        let client = TestClient()
        let apps = try TwoApps(client: client, notifying: targets)
        for name in [TwoApps.two, TwoApps.one] {
            try apps.host(name).perform(.requestTestNotification)
            await apps.directory.apps.first { $0.identity.bundleID == name }?.close(within: .seconds(30))
        }
        let posts = await client.posts(2)
        #expect(posts.map(\.url.path) == ["/two", "/one"])
        let names = try posts.map { post in
            let body = try UnverifiedJWS(post.signedPayload).unsafePayload(as: ResponseBodyV2DecodedPayload.self)
            return body.data?.bundleId
        }
        #expect(names == [TwoApps.two, TwoApps.one])
        let lines = apps.log.lines.filter { $0.contains("notification type=TEST") }
        #expect(lines.map { $0.prefix(15) } == ["\(TwoApps.two)", "\(TwoApps.one)"])
    }

    private func play(_ steps: String, _ stages: [ScenarioStage]) async throws -> ScenarioReport {
        var player = await ScenarioPlayer(stages)
        return await player.play(try Scenario(Data(#"{"steps":[\#(steps)]}"#.utf8)))
    }

    @Test("A script acts in the app and the environment that a step names")
    func scripts() async throws {
        let apps = try TwoApps()
        let production = try TestStore(environment: .production)
        let beside = ScenarioStage(
            identity: production.host.read { $0.identity },
            answer: { [router = production.router] in try await router.respond(to: $0) },
            notifications: { _ in [] })
        let report = try await play(
            """
            {"app":"\(TwoApps.two)","call":"POST /purchases","with":{"productId":"\(Shop.coins)"}},
            {"app":"\(TwoApps.one)","call":"GET /transactions","expect":{"transactions":[]}},
            {"app":"\(TwoApps.two)","environment":"Sandbox","call":"GET /transactions","expect":{"transactions":[{}]}},
            {"app":"\(TwoApps.one)","notifications":[]},
            {"environment":"Production","call":"GET /transactions","expect":{"transactions":[]}}
            """, apps.directory.apps.map(ScenarioStage.init) + [beside])
        #expect(report.passed, "\(report.text)")
    }

    @Test(
        "A step that does not say which app or environment is meant fails, and says what there is",
        arguments: [
            #"{"call":"GET /clock"}"#, #"{"app":"com.example.three","call":"GET /clock"}"#,
            #"{"app":"com.example.one","environment":"Production","call":"GET /clock"}"#, #"{"notifications":[]}"#,
        ])
    func ambiguousScripts(step: String) async throws {
        let apps = try TwoApps()
        let report = try await play(step, apps.directory.apps.map(ScenarioStage.init))
        #expect(!report.passed)
        #expect(report.lines.first?.problem?.contains("\(TwoApps.two) in Sandbox") == true)
    }
}
