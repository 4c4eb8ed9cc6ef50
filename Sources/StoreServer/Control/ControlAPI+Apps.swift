// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import HTTPService
import StoreEngine
import StoreHost

// The apps of the server, and which of them a call is about.
extension ControlAPI {
    /// What is answered without an app being named where there are several.
    static let commonPaths: Set = ["\(basePath)/apps", "\(basePath)/openapi.json"]

    var appRoutes: [Route] {
        let app = Schema.object([
            .required("bundleId", .string()), .optional("appAppleId", .integer()), .required("environment", .string()),
        ])
        return [
            route(
                .get, "/apps", "Lists the apps of the store", response: .object([.required("apps", .array(app))])
            ) { _, _ in ["apps": apps.map(AppSummary.init)] }
        ]
    }

    private struct AppSummary: Encodable {
        var bundleId: String
        var appAppleId: Int64?
        var environment: String

        init(_ app: AppIdentity) {
            bundleId = app.bundleID
            appAppleId = app.appAppleID
            environment = app.environment.rawValue
        }
    }

    /// Refuses a call that names another app than this one.
    func checkApp(of request: HTTPRequest) throws(ControlFailure) {
        guard let name = request.query.first("app"), name != host.read({ $0.identity.bundleID }) else { return }
        throw ControlFailure(
            code: "unknownApp", message: "There is no app \(name)",
            fix: "Name one of \(AppDirectory.list(apps)), as GET /control/v1/apps lists them.", status: 404)
    }
}

extension ControlFailure {
    static func appNotNamed(_ request: HTTPRequest, _ apps: [AppIdentity]) -> Self {
        Self(
            code: "appNotNamed",
            message:
                "The store has several apps, and \(request.method) \(request.target.path) does not say which is meant",
            fix: "Add ?app= and one of \(AppDirectory.list(apps)).", status: 400)
    }
}
