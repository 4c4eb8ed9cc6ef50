// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel

/// What the server keeps of a key.
package struct AccessKeyRecord: Sendable, Hashable {
    /// What names the key.
    package var id: String
    /// What people call it.
    package var name: String
    /// What it opens.
    package var scopes: AccessScope
    /// The hash of its secret.
    package var hash: [UInt8]
    /// When it was made.
    package var created: StoreInstant
    /// From when on it opens nothing; `nil` for never.
    package var expires: StoreInstant?
    /// How many requests it may make in a minute; `nil` for any number.
    package var requestsPerMinute: Int?

    /// Describes a key.
    package init(
        _ key: AccessKey, name: String, scopes: AccessScope, created: StoreInstant, expires: StoreInstant? = nil,
        requestsPerMinute: Int? = nil
    ) {
        self.init(
            id: key.id, name: name, scopes: scopes, hash: key.hash, created: created, expires: expires,
            requestsPerMinute: requestsPerMinute)
    }

    init(
        id: String, name: String, scopes: AccessScope, hash: [UInt8], created: StoreInstant, expires: StoreInstant?,
        requestsPerMinute: Int?
    ) {
        self.id = id
        self.name = name
        self.scopes = scopes
        self.hash = hash
        self.created = created
        self.expires = expires
        self.requestsPerMinute = requestsPerMinute
    }

    func isValid(at date: StoreInstant) -> Bool {
        expires.map { date < $0 } ?? true
    }
}
