// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The offer a customer asks for with a purchase; without one the introductory offer is applied by itself.
package enum OfferRequest: Codable, Sendable, Hashable {
    /// An offer the app signs for customers it chooses.
    case promotional(id: String, proof: OfferProof)
    /// An offer for customers who left.
    case winBack(id: String)
    /// A registered code, or the reference name of one of the configuration's code offers.
    case code(String)
}

/// What came of checking an app's signature; the engine holds no keys, so whoever does hands this in.
package enum OfferProof: Codable, Sendable, Hashable {
    case valid
    case invalid(Fault)

    /// What is wrong with a signature.
    package enum Fault: String, Codable, Sendable, Hashable {
        /// There is no signature, or a part that belongs to it is not there.
        case missingParameters
        /// It cannot be read.
        case malformed
        /// It names a key that is not registered.
        case unknownKey
        /// It was not made by the key it names, or covers something else.
        case wrongSignature
        /// It is older than 24 hours.
        case expired
        /// It is dated in the future.
        case notYetValid
        /// It is for another purpose.
        case wrongAudience
        case wrongBundle
        case wrongProduct
        case wrongOffer
        /// It is bound to another `appAccountToken`, or to none.
        case wrongToken
        /// It is bound to a transaction of somebody else, or to none.
        case wrongCustomer
    }
}

/// What an app claims about a customer's right to the introductory offer, in the place of the store's own judgement.
package struct IntroductoryOverride: Codable, Sendable, Hashable {
    package var isAllowed: Bool
    package var proof: OfferProof

    /// Creates a claim; one that is not proven costs the customer the offer.
    package init(isAllowed: Bool, proof: OfferProof = .valid) {
        self.isAllowed = isAllowed
        self.proof = proof
    }
}

/// Says that a purchase went through without the introductory offer it was made for, which its customer is not told.
package struct OfferNotice: Codable, Sendable, Hashable {
    package let account: AccountID
    package let product: Catalogue.ProductIndex
    package let reason: Reason

    /// Why the offer was not applied.
    package enum Reason: Codable, Sendable, Hashable {
        case invalidProof(OfferProof.Fault)
        /// The product has no introductory offer for the billing plan.
        case noIntroductoryOffer
        /// Nothing new begins now: the customer holds the product, or the change waits for the renewal.
        case nothingBegins
    }
}
