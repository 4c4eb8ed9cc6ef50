// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A name that a customer goes by, besides the purchases themselves.
package struct CustomerKey: Sendable, Hashable {
    /// Who gives out names of this kind.
    package struct Kind: RawRepresentable, Sendable, Hashable {
        package let rawValue: String

        /// Creates a kind from its name.
        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The developer's own identifier of an account.
        package static let user = Self(rawValue: "user")
        /// The UUID that an app gives with a purchase, in lower case.
        package static let appAccountToken = Self(rawValue: "appAccountToken")
        /// What the App Store calls the customer's download of the app.
        package static let appTransaction = Self(rawValue: "appTransactionId")
    }

    /// Who gave it out.
    package let kind: Kind
    /// The name.
    package let value: String

    /// Creates a key; account tokens are the same in any case of their letters.
    package init(_ kind: Kind, _ value: String) {
        self.kind = kind
        self.value = kind == .appAccountToken ? value.lowercased() : value
    }
}
