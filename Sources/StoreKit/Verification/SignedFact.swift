// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData

/// Something that a store signs for a device.
protocol SignedFact: Sendable {
    associatedtype Payload: SignedPayload, DeviceClaims

    /// What the fact is called in messages to people.
    static var kind: String { get }

    /// `nil` when a payload lacks what makes it the fact it claims to be; then there is nothing to show.
    init?(_ source: SignedSource<Payload>)

    var source: SignedSource<Payload> { get }
    var signedDate: Date { get }
    var deviceVerification: Data { get }
    var deviceVerificationNonce: UUID { get }
}

/// Where a fact was read from.
///
/// A class, so that copies of the fact share it.
final class SignedSource<Payload: SignedPayload>: Sendable {
    let text: SignedText
    let payload: Payload
    /// The connection that brought it, which alone can finish it.
    let client: StoreClient?

    init(text: SignedText, payload: Payload, client: StoreClient?) {
        self.text = text
        self.payload = payload
        self.client = client
    }
}

/// What a payload says about the device it was signed for.
protocol DeviceClaims {
    var bundleIDClaim: String? { get }
    var deviceVerification: String? { get }
    var deviceVerificationNonce: UUID? { get }
    var signedDateOptional: Date? { get }
}

extension DeviceClaims {
    /// The decoded hash, empty when there is none.
    var deviceHash: Data {
        deviceVerification.flatMap { Base64URL.decodeStandard($0) } ?? Data()
    }

    /// The nonce, all zeros when there is none.
    var deviceNonce: UUID {
        deviceVerificationNonce ?? UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    }
}

extension JWSTransactionDecodedPayload: DeviceClaims {
    var bundleIDClaim: String? { bundleId }
}

extension JWSRenewalInfoDecodedPayload: DeviceClaims {
    // A renewal info does not name its app.
    var bundleIDClaim: String? { nil }
}

extension AppStoreModel.AppTransaction: DeviceClaims {
    var bundleIDClaim: String? { bundleId }
}
