// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import HTTPService
import Testing

@testable import StoreServer

@Suite struct MetricsTests {
    @Test("Requests are counted by part and status, and paths make up no series")
    func counts() throws {
        let metrics = Metrics()
        for (path, status) in [
            ("/control/v1", 200), ("/control/v1/x", 404), ("/inApps/v1/x", 200), ("/a", 404), ("/b", 404),
        ] {
            let request = HTTPRequest(method: .get, target: try #require(HTTPTarget(path)))
            metrics.note(request, status: status, took: .milliseconds(3))
        }
        let page = metrics.page(counts: ["accounts": 2])
        #expect(page.contains("openstorekit_requests_total{part=\"control\",status=\"404\"} 1\n"))
        #expect(page.contains("openstorekit_requests_total{part=\"other\",status=\"404\"} 2\n"))
        #expect(page.contains("openstorekit_request_seconds_bucket{part=\"inApps\",le=\"0.001\"} 0\n"))
        #expect(page.contains("openstorekit_request_seconds_bucket{part=\"inApps\",le=\"0.005\"} 1\n"))
        #expect(page.contains("openstorekit_request_seconds_bucket{part=\"inApps\",le=\"+Inf\"} 1\n"))
        #expect(page.contains("openstorekit_records{kind=\"accounts\"} 2\n"))
        #expect(page.hasSuffix("\n"))
    }

    @Test("The store tells its numbers")
    func serves() async throws {
        let store = try TestStore()
        try store.buy(Shop.coins)
        let answer = try await store.ask(.get, "/metrics")
        #expect(answer.contentType == "text/plain; version=0.0.4; charset=utf-8")
        #expect(
            String(decoding: answer.body, as: UTF8.self).contains("openstorekit_records{kind=\"transactions\"} 1\n"))
    }
}
