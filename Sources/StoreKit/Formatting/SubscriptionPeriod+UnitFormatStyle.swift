// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Product.SubscriptionPeriod.Unit {
    /// Writes a unit as a word of a language, such as "month".
    public struct FormatStyle: Foundation.FormatStyle, Hashable, Sendable {
        /// What is written.
        public typealias FormatInput = Product.SubscriptionPeriod.Unit
        /// What comes of it.
        public typealias FormatOutput = String

        let locale: Locale

        /// The unit's name, in small letters where the language writes nouns so.
        public func format(_ value: Product.SubscriptionPeriod.Unit) -> String {
            UnitWords.name(value, locale: locale) ?? value.debugDescription
        }

        /// The style in another language.
        public func locale(_ locale: Locale) -> Self {
            Self(locale: locale)
        }

        private enum CodingKeys: String, CodingKey {
            case locale
        }

        /// Writes the style for keeping.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(locale, forKey: .locale)
        }

        /// Reads a style that was kept.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            locale = try container.decode(Locale.self, forKey: .locale)
        }

        init(locale: Locale) {
            self.locale = locale
        }
    }
}
