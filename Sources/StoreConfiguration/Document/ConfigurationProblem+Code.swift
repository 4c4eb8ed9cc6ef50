// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension ConfigurationProblem {
    /// The kinds of problems; later versions add to them.
    public struct Code: RawRepresentable, Sendable, Hashable {
        // The file as a whole.

        /// The file starts with a byte order mark.
        public static let byteOrderMark = Code(rawValue: "byteOrderMark")
        /// An object has a key twice; the first one counts.
        public static let duplicateKey = Code(rawValue: "duplicateKey")
        /// A text has half a character, for which a replacement stands.
        public static let unpairedSurrogate = Code(rawValue: "unpairedSurrogate")
        /// A key that Xcode's files do not have; it is kept and not used.
        public static let unknownKey = Code(rawValue: "unknownKey")
        /// Content that is kept and not used, because the store cannot do it.
        public static let unsupportedContent = Code(rawValue: "unsupportedContent")
        /// The format is newer than the newest known, or no known one at all.
        public static let unknownVersion = Code(rawValue: "unknownVersion")
        /// There are more problems than are listed.
        public static let tooManyProblems = Code(rawValue: "tooManyProblems")

        // Single values.

        /// A value that belongs there is not there; a default stands for it.
        public static let missingValue = Code(rawValue: "missingValue")
        /// A value is of another kind than it should be.
        public static let wrongType = Code(rawValue: "wrongType")
        /// A price is written as a number instead of as text.
        public static let priceIsNumber = Code(rawValue: "priceIsNumber")
        /// A price is no decimal number.
        public static let invalidPrice = Code(rawValue: "invalidPrice")
        /// A price is below zero.
        public static let negativePrice = Code(rawValue: "negativePrice")
        /// A price has a comma.
        public static let commaInPrice = Code(rawValue: "commaInPrice")
        /// A price has more than three decimals.
        public static let tooPrecisePrice = Code(rawValue: "tooPrecisePrice")
        /// A period is not one of days, weeks, months or years.
        public static let unknownPeriod = Code(rawValue: "unknownPeriod")
        /// A subscription has a period for which the App Store sells none.
        public static let unusualPeriod = Code(rawValue: "unusualPeriod")

        // Products, groups and subscriptions.

        /// A product has no product identifier and is left out.
        public static let missingProductID = Code(rawValue: "missingProductID")
        /// A product identifier was given away before; the first product has it.
        public static let duplicateProductID = Code(rawValue: "duplicateProductID")
        /// A product's type is unknown and the product is left out.
        public static let unknownProductType = Code(rawValue: "unknownProductType")
        /// A product stands in a list for other types.
        public static let misplacedProduct = Code(rawValue: "misplacedProduct")
        /// A product is marked as shared with the family though its type cannot be.
        public static let impossibleFamilySharing = Code(rawValue: "impossibleFamilySharing")
        /// A locale has several localizations; the first one counts.
        public static let duplicateLocale = Code(rawValue: "duplicateLocale")
        /// Two groups have one identifier and were put together.
        public static let duplicateGroupID = Code(rawValue: "duplicateGroupID")
        /// A subscription names another group than the one it stands in.
        public static let groupMismatch = Code(rawValue: "groupMismatch")
        /// A level is below 1.
        public static let invalidGroupNumber = Code(rawValue: "invalidGroupNumber")

        // Offers.

        /// An offer has nothing to name it by and is left out.
        public static let missingOfferID = Code(rawValue: "missingOfferID")
        /// An offer's name was given away before on the same subscription; the first offer has it.
        public static let duplicateOfferID = Code(rawValue: "duplicateOfferID")
        /// An offer's payment mode is unknown and the offer is left out.
        public static let unknownPaymentMode = Code(rawValue: "unknownPaymentMode")
        /// A free offer has a price, which does not count.
        public static let ignoredPrice = Code(rawValue: "ignoredPrice")
        /// Both introductory keys are there, and only the array counts.
        public static let ignoredIntroductoryOffer = Code(rawValue: "ignoredIntroductoryOffer")
        /// A number of periods is missing where it matters, or not between 1 and 999.
        public static let invalidPeriodCount = Code(rawValue: "invalidPeriodCount")
        /// An offer paid as one goes has another period than its subscription.
        public static let offerPeriodMismatch = Code(rawValue: "offerPeriodMismatch")
        /// A code is for nobody, or for a group of customers that is not known.
        public static let doubtfulEligibility = Code(rawValue: "doubtfulEligibility")

        // Settings.

        /// A time rate is none of those StoreKitTest has.
        public static let unknownTimeRate = Code(rawValue: "unknownTimeRate")
        /// A storefront is not written as three capital letters.
        public static let invalidStorefront = Code(rawValue: "invalidStorefront")
        /// The key pair for promotional offers cannot be used.
        public static let invalidKeyPair = Code(rawValue: "invalidKeyPair")

        /// The code's name.
        public var rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }
}
