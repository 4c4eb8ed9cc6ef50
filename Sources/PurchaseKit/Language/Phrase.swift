// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A text in every language of the kit, side by side so that none is forgotten.
struct Phrase: Hashable, Sendable {
    private let en, it, es, fr, bg: String

    init(en: String, it: String, es: String, fr: String, bg: String) {
        self.en = en
        self.it = it
        self.es = es
        self.fr = fr
        self.bg = bg
    }

    /// The text, with each `%@` replaced by the next argument.
    func callAsFunction(_ language: Language, _ arguments: String...) -> String {
        let text =
            switch language {
            case .english: en
            case .italian: it
            case .spanish: es
            case .french: fr
            case .bulgarian: bg
            }
        var parts = text.split(separator: "%@", omittingEmptySubsequences: false).map(String.init)[...]
        var filled = parts.popFirst() ?? ""
        for (argument, part) in zip(arguments, parts) { filled += argument + part }
        return filled
    }
}
