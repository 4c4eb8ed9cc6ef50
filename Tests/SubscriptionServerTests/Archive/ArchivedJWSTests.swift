// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData
import SubscriptionServer
import Testing

@Suite struct ArchivedJWSTests {
    private static let long = "eyJ" + String(repeating: "x", count: 300)

    @Test(
        "What comes back is the text byte for byte, whatever its strings look like",
        arguments: [
            ([], 1), (["eyJshort.a"], 1), ([long], 1), ([long + ".a.b"], 2), ([long + ".a.b", long + ".c"], 2),
            ([long + ".a", long + "y.a", long + ".b"], 3), ([String(repeating: "x", count: 300) + ".a"], 1),
            ([long + #"\"."#, ". eyJ"], 1), ([#"\"eyJ"# + String(repeating: "z", count: 300) + "."], 2),
        ] as [([String], Int)])
    func roundTrip(strings: [String], headers: Int) throws {
        let signer = JWSSigner(try CertificateAuthority.make(now: SignedHistory.opening.date))
        let payload = "{" + strings.enumerated().map { "\"f\($0)\":\"\($1)\"" }.joined(separator: ",") + "}"
        let text = try signer.sign(Data(payload.utf8))
        var known: [String] = []
        let archive = ArchivedJWS(try UnverifiedJWS(text)) { bytes in
            let header = String(decoding: bytes, as: UTF8.self)
            if let place = known.firstIndex(of: header) { return UInt32(place) }
            known.append(header)
            return UInt32(known.count - 1)
        }
        #expect(Set(known).count == headers)
        #expect(archive.text { known.indices.contains(Int($0)) ? known[Int($0)] : nil } == text)
    }
}
