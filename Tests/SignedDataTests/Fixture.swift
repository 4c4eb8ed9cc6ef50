// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Testing

@testable import SignedData

/// Files beside the tests, all made by Apple's tools.
enum Fixture {
    static let notifications = [
        "00-test", "01-did-renew", "02-subscribed-resubscribe", "03-did-change-renewal-status-auto-renew-disabled",
        "04-expired-voluntary", "05-did-change-renewal-pref-upgrade", "06-refund",
    ]
    static let notificationBundleID = "com.loki-project.loki-messenger"
    static let xcodeBundleID = "com.example.naturelab.backyardbirds.example"

    static func data(_ path: String) throws -> Data {
        let folder = try #require(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
        return try Data(contentsOf: folder.appendingPathComponent(path))
    }

    static func text(_ path: String) throws -> String {
        try String(decoding: data(path), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    static func certificate(_ path: String) throws -> Certificate {
        try Certificate(der: data(path))
    }

    static func xcode(_ name: String) throws -> (jws: String, certificate: Certificate) {
        let text = try text("xcode/xcode-signed-\(name)")
        let certificates = try #require(UnverifiedJWS(text).header.certificates)
        return (text, try Certificate(der: certificates[0]))
    }
}

/// A local store with a fixed clock, and a transaction to sign.
struct LocalStore {
    static let now = Date(timeIntervalSince1970: 1_800_000_000)
    static let bundleID = "com.example.shop"
    static let shared = Result { try CertificateAuthority.make(now: now) }

    static func authority() throws -> CertificateAuthority { try shared.get() }

    static func transaction(
        bundleID: String? = bundleID, environment: String? = "Sandbox", signedDate: Date? = now
    ) throws -> Data {
        try WireJSON.encode(
            JWSTransactionDecodedPayload(
                transactionId: "1", bundleId: bundleID, signedDate: signedDate, rawEnvironment: environment))
    }

    static func verifier(
        _ trust: Trust, expecting expectation: ExpectedApp = ExpectedApp(bundleID: bundleID), cacheCapacity: Int = 64,
        now: Date = now
    ) -> JWSVerifier {
        JWSVerifier(trust: trust, expecting: expectation, cacheCapacity: cacheCapacity) { now }
    }
}

/// Expects a refusal and returns its reason.
func refusal<Value>(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws(VerificationFailure) -> Value
) throws -> VerificationFailure.Reason {
    let failure = #expect(throws: VerificationFailure.self, sourceLocation: sourceLocation) { _ = try body() }
    let found = try #require(failure, sourceLocation: sourceLocation)
    #expect(!found.message.isEmpty && !found.fix.isEmpty && !found.code.rawValue.isEmpty)
    return found.reason
}

/// SplitMix64: a fixed sequence of well mixed numbers for a seed.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        self.state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
