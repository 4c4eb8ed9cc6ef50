// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension StoreKitConfiguration {
    /// The key that signs promotional offers locally; nothing that describes it shows the private key.
    public struct OffersKeyPair: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
        CustomReflectable
    {
        /// The key identifier apps pass with a signature.
        public var id: String
        /// A P-256 private key, PKCS #8 in DER.
        public var privateKey: Data

        /// Creates a key pair.
        public init(id: String, privateKey: Data) {
            self.id = id
            self.privateKey = privateKey
        }

        /// The key identifier, with the private key left out.
        public var description: String { "key \(id) (private key not shown)" }
        /// The same as the description.
        public var debugDescription: String { description }
        /// Only the key identifier, so that dumps and test failures do not show the key either.
        public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
    }
}
