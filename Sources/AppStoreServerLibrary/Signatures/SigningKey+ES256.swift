// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SignedData

extension SigningKey {
    /// Reads a key from the contents of a `.p8` file; throws `keyMalformed`, or `keyUnsupported` unless it is on P-256.
    init(es256PEM pem: String) throws(SignedDataError) {
        try self.init(pem: pem)
        // Signing once tells now whether the key will do, rather than with the first customer.
        _ = try APICredentials(keyID: "", issuerID: "", key: self).token(bundleID: "", now: .distantPast)
    }
}
