// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
package import Foundation
package import SignedData
package import StoreConfiguration
package import StoreEngine

/// Checks the signatures an app hands to StoreKit with an offer, against the keys the developer registered.
///
/// Times are those of the signing server, so the store's own clock, which may have been moved ahead, does not count.
package struct OfferVerifier: Sendable {
    let bundleID: String
    private var keys: [String: PublicKey] = [:]

    /// How long a signature is accepted.
    static let lifetime: Int64 = 24 * 3_600_000
    /// How far the clocks of two machines may be apart.
    static let clockTolerance: Int64 = 5 * 60_000

    /// Creates a verifier that knows no keys.
    package init(bundleID: String) {
        self.bundleID = bundleID
    }

    /// Creates a verifier that knows the key pair of a configuration; throws `keyMalformed` or `keyUnsupported`.
    package init(bundleID: String, keyPair: StoreKitConfiguration.OffersKeyPair?) throws(SignedDataError) {
        self.init(bundleID: bundleID)
        guard let keyPair else { return }
        register(try SigningKey(der: keyPair.privateKey).publicKey, id: keyPair.id)
    }

    /// Lets a key sign offers.
    package mutating func register(_ key: PublicKey, id: String) {
        keys[id] = key
    }

    func key(_ id: String) throws(OfferFault) -> PublicKey {
        guard let key = keys[id] else { throw OfferFault(.unknownKey) }
        return key
    }

    func checkTime(_ signed: StoreInstant, now: StoreInstant) throws(OfferFault) {
        guard signed <= now + Self.clockTolerance else { throw OfferFault(.notYetValid) }
        guard signed.milliseconds > now.milliseconds - Self.lifetime else { throw OfferFault(.expired) }
    }

    static func proof(_ check: () throws(OfferFault) -> Void) -> OfferProof {
        do throws(OfferFault) {
            try check()
            return .valid
        } catch {
            return .invalid(error.fault)
        }
    }
}

/// A fault on its way out of a check.
struct OfferFault: Error {
    let fault: OfferProof.Fault

    init(_ fault: OfferProof.Fault) {
        self.fault = fault
    }
}

/// The purchase that a signature must be made for.
package struct OfferClaim: Sendable, Hashable {
    package var productID: String
    /// The promotional offer; an introductory offer has no identifier.
    package var offerID: String?
    package var appAccountToken: UUID?
    /// The transactions and app transactions of the customer, as identifiers on the wire.
    package var customerIDs: Set<String>

    /// Creates a claim.
    package init(productID: String, offerID: String? = nil, appAccountToken: UUID? = nil, customerIDs: Set<String> = [])
    {
        self.productID = productID
        self.offerID = offerID
        self.appAccountToken = appAccountToken
        self.customerIDs = customerIDs
    }
}

extension Engine {
    /// The identifiers that a signature may bind an offer to, to mean this customer.
    package func offerIdentifiers(of account: AccountID) -> Set<String> {
        var identifiers = Set(transactions(of: account).map(identifier))
        identifiers.insert(self[account].appTransactionID)
        return identifiers
    }
}
