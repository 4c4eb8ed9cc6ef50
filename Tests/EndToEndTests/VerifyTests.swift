// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What the command makes of notifications that Apple's sandbox signed.
@Suite(.timeLimit(.minutes(1))) struct VerifyTests {
    static let notifications = [
        "00-test", "01-did-renew", "02-subscribed-resubscribe", "03-did-change-renewal-status-auto-renew-disabled",
        "04-expired-voluntary", "05-did-change-renewal-pref-upgrade", "06-refund",
    ]

    private static func file(_ name: String) -> URL {
        Place.signedData("apple-signed/\(name).jws")
    }

    @Test(arguments: notifications)
    func `A notification of Apple's is verified and shown`(name: String) async throws {
        let outcome = try await Tool.run(["verify", Self.file(name).path])
        #expect(outcome.end == .exit(0))
        #expect(outcome.output.contains("\"notificationType\""))
        #expect(outcome.complaints.isEmpty)
    }

    @Test func `The signed texts in a notification are unfolded`() async throws {
        let outcome = try await Tool.run(["verify", Self.file("01-did-renew").path])
        for field in ["transactionId", "originalTransactionId", "expiresDate", "autoRenewStatus"] {
            #expect(outcome.output.contains("\"\(field)\""))
        }
    }

    @Test(arguments: notifications)
    func `One flipped bit is noticed`(name: String) async throws {
        let text = try String(contentsOf: Self.file(name), encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let segments = text.split(separator: ".")
        var signature = Array(segments[2].utf8)
        // In base64url, one step in the alphabet from an even place changes the last bit of the six.
        signature[20] = signature[20] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        let forged = "\(segments[0]).\(segments[1]).\(String(decoding: signature, as: UTF8.self))"
        try await withDirectory { directory in
            let file = directory.appending(path: "forged.jws")
            try Data(forged.utf8).write(to: file)
            let outcome = try await Tool.run(["verify", file.path])
            #expect(outcome.end == .exit(1))
            #expect(outcome.output.isEmpty)
            #expect(outcome.complaints.lowercased().contains("signature"))
        }
    }

    @Test(arguments: notifications)
    func `A foreign root is named as the reason`(name: String) async throws {
        let root = Place.signedData("apple-test/testCA.der")
        let outcome = try await Tool.run(["verify", Self.file(name).path, "--root", root.path])
        #expect(outcome.end == .exit(1))
        #expect(outcome.output.isEmpty)
        #expect(outcome.complaints.lowercased().contains("root"))
    }

    @Test(arguments: notifications)
    func `Another app's bundle identifier is named as the reason`(name: String) async throws {
        let outcome = try await Tool.run(["verify", Self.file(name).path, "--bundle-id", "com.example.another"])
        #expect(outcome.end == .exit(1))
        #expect(outcome.output.isEmpty)
        #expect(outcome.complaints.contains("com.example.another"))
    }

    @Test func `A file that is no signed text is refused`() async throws {
        let outcome = try await Tool.run(["verify", Place.shop.path])
        #expect(outcome.end == .exit(2))
    }
}
