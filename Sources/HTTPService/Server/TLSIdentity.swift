// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// What a server proves to its clients who it is with.
package struct TLSIdentity: Sendable, Hashable {
    /// The server's certificate and those between it and a root, in PEM.
    package var certificates: String
    /// The key of the first, in PEM, without a password.
    package var key: String

    /// Takes both as they stand in files; whether they belong together is found out when a server starts.
    package init(certificates: String, key: String) {
        self.certificates = certificates
        self.key = key
    }
}
