// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
package import Foundation

/// The payload of a signed text that stands inside another, whose signature holds and covers it.
///
/// Its own header and signature are not looked at: for a notification that is already a third of the work of reading it.
package struct CoveredPayload<Payload: Decodable & Sendable>: Sendable {
    /// What was signed.
    package let payload: Payload
    /// The same as bytes.
    package let bytes: Data

    /// Reads the second segment of a compact JWS.
    ///
    /// - Throws: ``VerificationFailure`` when it is none, or when its payload cannot be read.
    package init(_ compact: String) throws(VerificationFailure) {
        bytes = try CompactSegments(compact).decode(.payload)
        payload = try UnverifiedJWS.decode(Payload.self, from: bytes).value
    }
}
