// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A language that the kit speaks to customers.
public enum Language: String, CaseIterable, Hashable, Sendable, Codable {
    /// English.
    case english = "en"
    /// Italian.
    case italian = "it"
    /// Spanish.
    case spanish = "es"
    /// French.
    case french = "fr"
    /// Bulgarian.
    case bulgarian = "bg"

    /// The first language of a list of identifiers such as `it-IT` that the kit speaks; English if it speaks none.
    public init(preferring identifiers: [String]) {
        let spoken = identifiers.lazy.compactMap { identifier in
            Locale(identifier: identifier).language.languageCode.flatMap { Self(rawValue: $0.identifier) }
        }
        self = spoken.first ?? .english
    }

    /// The customer's language, as far as the kit speaks it.
    public static var current: Self { Self(preferring: Locale.preferredLanguages) }

    /// The locale that numbers and dates are written in.
    public var locale: Locale { Locale(identifier: rawValue) }
}
