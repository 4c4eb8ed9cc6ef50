// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData

/// Whether a verifier's memory stays what it was when more signers come by than it remembers.
enum MemoryBenchmark {
    /// Verifies transactions of many signers in turns and compares the process's memory late in the run with early.
    ///
    /// - Parameters:
    ///   - verifications: How many in all.
    ///   - chains: How many signers, each with a leaf of its own.
    static func run(verifications: Int, chains: Int) throws -> Outcome {
        let texts = try (0..<chains).map { _ in
            try JWSSigner(CertificateAuthority.make(now: Sample.now)).signedWithRoot()
        }
        let verifier = JWSVerifier(
            trust: .appStore(roots: texts.map(\.root)),
            expecting: ExpectedApp(bundleID: Sample.bundleID, environments: [.sandbox])
        ) { Sample.now }
        // Runs of one signer, as in a server, so that most are remembered and the rest push others out.
        let burst = 100
        var done = 0
        var early = 0.0
        while done < verifications {
            let text = texts[done / burst % chains].jws
            for _ in 0..<burst { _ = try verifier.verify(text, as: JWSTransactionDecodedPayload.self) }
            done += burst
            if early == 0, done >= verifications / 10 { early = residentMegabytes() }
        }
        return Outcome(
            value: residentMegabytes(), unit: "MB resident after \(done) verifications of \(chains) chains",
            reference: "MB resident after a tenth of them", referenceValue: early)
    }

    private static func residentMegabytes() -> Double {
        let status = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let pages = status.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
        return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
    }
}

extension JWSSigner {
    fileprivate func signedWithRoot() throws -> (jws: String, root: Certificate) {
        (try sign(Sample.payload()), chain[2])
    }
}
