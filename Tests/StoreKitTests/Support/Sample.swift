// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import StoreLink

@testable import StoreKit

/// Products for tests that see only what apps see.
enum Sample {
    static let gems = Product(.consumable("gems"), storefront: .usa)
    static let monthly = Product(.monthly, storefront: .usa)

    static func verified<Fact: SignedFact>(_ compact: String) throws -> VerificationResult<Fact> {
        try Signing.verifier().verify(compact)
    }
}
