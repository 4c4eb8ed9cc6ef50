// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A process that is asked much, and badly, stays as large as it was.
@Suite(.timeLimit(.minutes(2))) struct MemoryTests {
    @Test("Requests, good and malformed, leave nothing behind")
    func staysFlat() async throws {
        try await withDirectory { directory in
            try await OpenStore.with(["--quiet"], data: directory) { store in
                try await ask(store, times: 300)
                let before = try Self.residentMegabytes(store.tool.identifier)
                try await ask(store, times: 1500)
                let after = try Self.residentMegabytes(store.tool.identifier)
                #expect(after - before < 12, "\(before) MB before, \(after) MB after")
            }
        }
    }

    private func ask(_ store: OpenStore, times: Int) async throws {
        for number in 0..<times {
            switch number % 3 {
            case 0: _ = try await store.get("control/v1/products")
            case 1: _ = try await URLSession.shared.data(from: store.greeting.url.appending(path: "nothing/\(number)"))
            default:
                var request = URLRequest(url: store.greeting.url.appending(path: "control/v1/purchases"))
                request.httpMethod = "POST"
                request.httpBody = Data(repeating: UInt8(ascii: "{"), count: 2000)
                _ = try await URLSession.shared.data(for: request)
            }
        }
    }

    private static func residentMegabytes(_ process: pid_t) throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)
        let pages = try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) })
        return pages * 4096 / 1_048_576
    }
}
