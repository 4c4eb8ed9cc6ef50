// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Why a store did not do what a client asked.
package struct StoreFailure: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The kind of failure; codes of newer stores are kept as they come.
    package struct Code: RawRepresentable, Hashable, Sendable, Codable {
        package let rawValue: String

        package init(rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// The kind of failure, for programs.
    package let code: Code
    /// What was found and what was expected, for people.
    package let message: String
    /// What the reader can do now.
    package let fix: String
    /// The number under which Apple documents why a signed request of the Advanced Commerce API is refused.
    package var requestError: Int64?
    /// The very error that a test wants to see; it does not travel to another process.
    package var simulated: (any Error)?

    private enum CodingKeys: String, CodingKey {
        case code, message, fix, requestError
    }

    /// Creates a failure from its three parts.
    package init(_ code: Code, _ message: String, fix: String) {
        self.code = code
        self.message = message
        self.fix = fix
    }

    /// Whether two failures say the same.
    package static func == (one: Self, other: Self) -> Bool {
        one.code == other.code && one.message == other.message && one.fix == other.fix
            && one.requestError == other.requestError
    }

    /// Hashes what a failure says.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(message)
        hasher.combine(fix)
    }

    package var description: String {
        "\(message). \(fix)"
    }
}

// The codes are spelled like the StoreKit errors they become, so that the client needs no second vocabulary.
extension StoreFailure.Code {
    /// The store cannot be reached, or the answer did not arrive.
    package static let network = Self(rawValue: "network")
    /// The calling task was cancelled while it waited.
    package static let cancelled = Self(rawValue: "cancelled")
    /// The store did not understand the request.
    package static let badRequest = Self(rawValue: "badRequest")
    /// The client did not understand the answer.
    package static let badAnswer = Self(rawValue: "badAnswer")
    /// The store has several apps, and the client does not say which one it is.
    package static let appNotNamed = Self(rawValue: "appNotNamed")
    /// The store has no such app.
    package static let unknownApp = Self(rawValue: "unknownApp")
    /// The device has not connected, or the store has forgotten it.
    package static let unknownDevice = Self(rawValue: "unknownDevice")
    /// The store failed for a reason of its own.
    package static let unknown = Self(rawValue: "unknown")
    /// The customer is not in a storefront that sells the product.
    package static let notAvailableInStorefront = Self(rawValue: "notAvailableInStorefront")
    /// The quantity is less than one, or more than one for a product that allows only one.
    package static let invalidQuantity = Self(rawValue: "invalidQuantity")
    /// The product is not on sale.
    package static let productUnavailable = Self(rawValue: "productUnavailable")
    /// The customer may not buy.
    package static let purchaseNotAllowed = Self(rawValue: "purchaseNotAllowed")
    /// The customer may not have this offer.
    package static let ineligibleForOffer = Self(rawValue: "ineligibleForOffer")
    /// The product has no offer of that identifier.
    package static let invalidOfferIdentifier = Self(rawValue: "invalidOfferIdentifier")
    /// The offer's signature does not verify.
    package static let invalidOfferSignature = Self(rawValue: "invalidOfferSignature")
    /// A parameter of the offer is missing.
    package static let missingOfferParameters = Self(rawValue: "missingOfferParameters")
    /// The customer shops in another storefront than the one whose price was agreed to.
    package static let storefrontChanged = Self(rawValue: "storefrontChanged")
    /// The signed request of an Advanced Commerce purchase cannot be carried out; `requestError` has the reason.
    package static let invalidRequest = Self(rawValue: "invalidRequest")
    /// Somebody asked for the refund before, or it was given.
    package static let duplicateRequest = Self(rawValue: "duplicateRequest")
    /// The refund cannot be asked for.
    package static let refundRequestFailed = Self(rawValue: "failed")
}
