// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SignedData

/// A key that opens the Server API besides the store's own: `FILE`, or `ISSUER=FILE`.
struct APIKeyOption: Sendable {
    /// The team's UUID; `nil` means the same as of the store's own key.
    var issuerID: String?
    var keyID: String
    var key: SigningKey

    static let name = "--api-key"

    static let usage = """
          --api-key FILE       also let this key, AuthKey_<key id>.p8, open the Server API and sign offers; its issuer is
                               the store's, or stands before it: ISSUER=FILE. May be given several times
        """

    /// Reads the file of a key.
    init(_ text: String) throws(CommandError) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        let isNamed = parts.count == 2 && UUID(uuidString: parts[0]) != nil
        issuerID = isNamed ? parts[0] : nil
        let path = isNamed ? parts[1] : text
        guard let name = URL(fileURLWithPath: path).lastPathComponent.wholeMatch(of: /AuthKey_([A-Za-z0-9]+)\.p8/)
        else {
            throw CommandError(
                .keyUnusable, "\(path) does not say what its key is called",
                fix: "Call it AuthKey_<key id>.p8, as App Store Connect does.")
        }
        keyID = String(name.1)
        guard let pem = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw CommandError(
                .fileNotFound, "The key \(path) cannot be read", fix: "Check the path and its permissions.")
        }
        guard let key = try? SigningKey(pem: pem), key.curve == .p256 else {
            throw CommandError(
                .keyUnusable, "\(path) is no private key on P-256",
                fix: "Give the file of an In-App Purchase key, or make one with openssl genpkey -algorithm EC "
                    + "-pkeyopt ec_paramgen_curve:P-256.")
        }
        self.key = key
    }
}
