// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import SignedData
import StoreEngine
import StoreLink

/// Finds the app that a request is about, where a server serves several.
///
/// Servers name it in their token, as the App Store has it; StoreKit clients and people in `?app=`. Each app has a clock
/// of its own.
struct AppDirectory: Sendable {
    let apps: [ServedApp]
    let metrics: Metrics
    let log: @Sendable (String) -> Void

    /// Answers a request, by its app if it is about one.
    func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard apps.count > 1 else { return try await apps[0].answer(request) }
        return switch request.target.segments.first {
        case "inApps", "advancedCommerce": try await answerServer(request)
        case "client": try await answerClient(request)
        case "control": try await answerControl(request)
        case "healthz": try await health(request)
        case "metrics": try await numbers(request)
        default: try await apps[0].answer(request)
        }
    }

    /// What a line of the log about a request begins with, where there are several apps: the one it names.
    func label(of request: HTTPRequest) -> String {
        guard apps.count > 1, let bundleID = bundleID(in: request), app(bundleID) != nil else { return "" }
        return "\(bundleID): "
    }

    private func bundleID(in request: HTTPRequest) -> String? {
        switch request.target.segments.first {
        case "inApps", "advancedCommerce": TokenGate.token(of: request).flatMap(APIToken.claimedBundleID)
        default: request.query.first("app")
        }
    }

    private func app(_ bundleID: String) -> ServedApp? {
        apps.first { $0.identity.bundleID == bundleID }
    }

    private var names: String { Self.list(apps.map(\.identity)) }

    /// The apps for people.
    static func list(_ apps: [AppIdentity]) -> String {
        apps.map(\.bundleID).joined(separator: ", ")
    }

    private func answerServer(_ request: HTTPRequest) async throws -> HTTPResponse {
        // A token that cannot be read is refused by any app, and one of the wrong key by the app that it names.
        guard let bundleID = bundleID(in: request) else {
            return try await apps[0].answer(request)
        }
        guard let app = app(bundleID) else {
            log(
                "unauthenticated \(request.method) \(request.target.path): bid is \(bundleID), and the apps are \(names)"
            )
            return .text("Unauthenticated", status: 401)
        }
        return try await app.answer(request)
    }

    private func answerClient(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let bundleID = bundleID(in: request) else {
            return try ClientAPI.answer(
                StoreFailure(
                    .appNotNamed, "The store has several apps, \(names), and the client does not say which one it is",
                    fix: "Set OPENSTOREKIT_BUNDLE_ID, or hand bundleID to StoreConnection.connect."))
        }
        guard let app = app(bundleID) else {
            return try ClientAPI.answer(
                StoreFailure(
                    .unknownApp, "The store has no app \(bundleID)", fix: "Be one of those it has: \(names)."))
        }
        return try await app.answer(request)
    }

    private func answerControl(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let bundleID = bundleID(in: request) else {
            // What is the same for all apps.
            if ControlAPI.commonPaths.contains(request.target.path) { return try await apps[0].answer(request) }
            return try ControlAPI.answer(.appNotNamed(request, apps.map(\.identity)))
        }
        // An app that is not there is any app's to refuse.
        return try await (app(bundleID) ?? apps[0]).answer(request)
    }

    private func health(_ request: HTTPRequest) async throws -> HTTPResponse {
        var answer = HTTPResponse.empty(404)
        for app in apps {
            answer = try await app.answer(request)
            if answer.status != 200 { break }
        }
        return answer
    }

    private func numbers(_ request: HTTPRequest) async throws -> HTTPResponse {
        let answer = try await apps[0].answer(request)
        guard answer.status == 200 else { return answer }
        let page = metrics.page(
            of: apps.map { app in
                Metrics.AppNumbers(
                    app: app.identity.bundleID, counts: ControlAPI.counts(of: app.host, app.dispatcher),
                    faults: app.dispatcher.faultCounts)
            })
        return .text(page, contentType: Metrics.contentType)
    }
}
