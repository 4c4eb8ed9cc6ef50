// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The locales that App Store Connect describes apps in, which messages are chosen by.
enum RetentionLocale {
    /// Source: the locale shortcodes of the App Store Connect API.
    static let all: Set<String> = [
        "ar-SA", "ca", "cs", "da", "de-DE", "el", "en-AU", "en-CA", "en-GB", "en-US", "es-ES", "es-MX", "fi", "fr-CA",
        "fr-FR", "he", "hi", "hr", "hu", "id", "it", "ja", "ko", "ms", "nl-NL", "no", "pl", "pt-BR", "pt-PT", "ro",
        "ru", "sk", "sv", "th", "tr", "uk", "vi", "zh-Hans", "zh-Hant",
    ]

    /// The one a customer's locale stands for, such as `ja` for `ja_JP`; the locale itself where there is none.
    static func shortcode(of locale: String) -> String {
        let locale = locale.replacing("_", with: "-")
        if all.contains(locale) { return locale }
        let language = String(locale.prefix { $0 != "-" })
        if all.contains(language) { return language }
        return locale
    }
}
