// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A key of an app for the App Store Server API, with which offers are signed too.
package struct ServerAPIKey: Sendable, Hashable {
    /// The contents of the `.p8` file.
    package var pem: String
    /// The key's identifier.
    package var keyID: String
    /// The identifier of who issued it.
    package var issuerID: String

    /// Describes a key.
    package init(pem: String, keyID: String, issuerID: String) {
        self.pem = pem
        self.keyID = keyID
        self.issuerID = issuerID
    }
}
