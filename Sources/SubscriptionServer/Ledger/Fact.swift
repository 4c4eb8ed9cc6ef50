// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel

/// Something the App Store signed, with its place among other versions of the same thing.
///
/// The App Store signs a transaction or a renewal info anew whenever it changes or is asked for. Which version counts must
/// not depend on the order in which versions arrive, so versions have a total order and the greatest counts.
package struct Fact<Payload: FactPayload>: Sendable, Hashable {
    /// What was signed.
    package let payload: Payload
    /// Its place in the order of versions.
    package let version: FactVersion

    /// Takes a payload in, with the bytes that were signed.
    ///
    /// Only verified payloads belong here; the ledger does not ask.
    package init(_ payload: Payload, signedBytes: some Sequence<UInt8>) {
        self.payload = payload
        version = FactVersion(
            signed: payload.signedDateOptional.map { StoreInstant($0) } ?? StoreInstant(milliseconds: 0),
            rank: payload.rankAmongSimultaneous, bytes: Array(signedBytes))
    }

    /// The later of two versions.
    package func joined(with other: Self) -> Self {
        other.version > version ? other : self
    }
}

/// A payload of which the newest version counts.
package protocol FactPayload: DecodedSignedData, Hashable {
    /// Decides between versions signed in the same millisecond; the greater is what the other turned into.
    var rankAmongSimultaneous: [Int64] { get }
}

/// The place of a fact among its versions: by the date it was signed, and by what it says where dates are the same.
package struct FactVersion: Sendable, Hashable, Comparable {
    /// When it was signed.
    package let signed: StoreInstant
    let rank: [Int64]
    let bytes: [UInt8]

    /// Orders versions; two that are neither before nor after one another were signed over the same bytes.
    package static func < (earlier: Self, later: Self) -> Bool {
        guard earlier.signed == later.signed else { return earlier.signed < later.signed }
        guard earlier.rank == later.rank else { return earlier.rank.lexicographicallyPrecedes(later.rank) }
        return earlier.bytes.lexicographicallyPrecedes(later.bytes)
    }
}

extension JWSTransactionDecodedPayload: FactPayload {
    /// A transaction is bought, then perhaps extended, then perhaps left by an upgrade or revoked.
    package var rankAmongSimultaneous: [Int64] {
        [
            revocationDate == nil ? 0 : 1, isUpgraded == true ? 1 : 0,
            expiresDate.map { StoreInstant($0).milliseconds } ?? 0,
        ]
    }
}

extension JWSRenewalInfoDecodedPayload: FactPayload {
    /// A subscription comes to a period, then perhaps into trouble, then to its end.
    package var rankAmongSimultaneous: [Int64] {
        [
            renewalDate.map { StoreInstant($0).milliseconds } ?? 0, isInBillingRetryPeriod == true ? 1 : 0,
            rawExpirationIntent == nil ? 0 : 1,
        ]
    }
}
