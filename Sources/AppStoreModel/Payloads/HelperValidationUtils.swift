// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The limits the App Store sets on values a developer sends with Advanced Commerce requests.
public struct HelperValidationUtils {
    /// The most characters a description may have.
    public static let maximumDescriptionLength = 45
    /// The most characters a display name may have.
    public static let maximumDisplayNameLength = 30
    private static let maximumSKULength = 128
    private static let periodCounts = 1...12

    /// Returns a description that is not too long.
    public static func validateDescription(_ description: String) throws(ValidationError) -> String {
        try limited(description, to: maximumDescriptionLength, field: "description")
    }

    /// Returns a display name that is not too long.
    public static func validateDisplayName(_ displayName: String) throws(ValidationError) -> String {
        try limited(displayName, to: maximumDisplayNameLength, field: "displayName")
    }

    /// Returns an item identifier of at most 128 characters.
    public static func validateSku(_ sku: String) throws(ValidationError) -> String {
        try limited(sku, to: maximumSKULength, field: "SKU")
    }

    /// Returns a number of periods between 1 and 12.
    public static func validatePeriodCount(_ periodCount: Int32) throws(ValidationError) -> Int32 {
        guard periodCounts.contains(Int(periodCount)) else {
            throw .outOfRange(fieldName: "periodCount", min: periodCounts.lowerBound, max: periodCounts.upperBound)
        }
        return periodCount
    }

    /// Returns items of which there is at least one.
    public static func validateItems<T>(_ items: [T]) throws(ValidationError) -> [T] {
        guard !items.isEmpty else { throw .emptyList(fieldName: "items") }
        return items
    }

    private static func limited(_ text: String, to limit: Int, field: String) throws(ValidationError) -> String {
        guard text.count <= limit else { throw .stringTooLong(fieldName: field, maxLength: limit) }
        return text
    }

    /// A value the App Store would refuse.
    public enum ValidationError: Error, Hashable, CustomStringConvertible {
        /// The text has more characters than allowed.
        case stringTooLong(fieldName: String, maxLength: Int)
        /// The number lies outside the allowed ones.
        case outOfRange(fieldName: String, min: Int, max: Int)
        /// The list needs at least one element.
        case emptyList(fieldName: String)

        /// The field and its limit as a sentence.
        public var description: String {
            switch self {
            case .stringTooLong(let field, let limit): "\(field) has more than the \(limit) characters allowed."
            case .outOfRange(let field, let min, let max): "\(field) is not one of \(min) to \(max)."
            case .emptyList(let field): "\(field) needs at least one element."
            }
        }
    }
}
