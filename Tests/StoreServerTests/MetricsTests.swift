// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
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

    @Test("Refused requests are counted by reason")
    func countsRefusals() throws {
        let metrics = Metrics()
        let request = HTTPRequest(method: .get, target: try #require(HTTPTarget("/control/v1")))
        for status in [200, 401, 403, 403, 404, 429, 503] { metrics.note(request, status: status, took: .zero) }
        for status in [400, 408, 413, 413, 503, 599] { metrics.noteRefusal(status: status) }
        let lines = metrics.page(counts: [:]).split(separator: "\n")
            .filter { $0.hasPrefix("openstorekit_refused_requests_total") }
            .map { $0.dropFirst("openstorekit_refused_requests_total".count) }
        #expect(
            lines == [
                #"{reason="foreign"} 2"#, #"{reason="malformed"} 1"#, #"{reason="other"} 1"#,
                #"{reason="stopping"} 1"#, #"{reason="tooLarge"} 2"#, #"{reason="tooMany"} 1"#,
                #"{reason="tooSlow"} 1"#, #"{reason="unauthenticated"} 1"#,
            ])
    }

    @Test("The page is in Prometheus's text format, whatever the labels are")
    func format() throws {
        let metrics = Metrics()
        let request = HTTPRequest(method: .get, target: try #require(HTTPTarget("/client/v1/wait")))
        metrics.note(request, status: 200, took: .milliseconds(3))
        metrics.note(request, status: 401, took: .seconds(7))
        metrics.noteRefusal(status: 413)
        metrics.note(.success)
        let page = metrics.page(counts: ["a\"b\\c\nd": 1, "e": 2], faults: [.delay: 3])
        #expect(page.contains(#"openstorekit_records{kind="a\"b\\c\nd"} 1"#))
        #expect(page.hasSuffix("\n") && !page.hasSuffix("\n\n"))
        let value = #/(?<name>[a-z_:]+)(?:\{(?:[a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)+\})? [0-9.e+-]+/#
        let comment = #/# (?<kind>HELP|TYPE) (?<name>[a-z_:]+) (?<text>.+)/#
        var families: [String] = []
        var types: [String: String] = [:]
        for line in page.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
            if let match = line.wholeMatch(of: comment) {
                let name = String(match.name)
                if match.kind == "HELP" {
                    #expect(!families.contains(name))
                    families.append(name)
                } else {
                    #expect(families.last == name)
                    types[name] = String(match.text)
                }
            } else {
                let match = try #require(line.wholeMatch(of: value), "\(line)")
                let family = try #require(families.last)
                let isHistogram = types[family] == "histogram"
                let names = isHistogram ? ["_bucket", "_sum", "_count"].map { family + $0 } : [family]
                #expect(names.contains(String(match.name)))
            }
        }
        #expect(families.count == 6)
        #expect(Set(types.values) == ["counter", "gauge", "histogram"])
        #expect(types.allSatisfy { $0.key.hasSuffix("_total") == ($0.value == "counter") })
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
