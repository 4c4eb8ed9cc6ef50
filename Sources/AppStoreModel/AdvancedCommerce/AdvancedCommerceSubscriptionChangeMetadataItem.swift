// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// New texts or a new identifier for one item; what is left out stays as it is.
public struct AdvancedCommerceSubscriptionChangeMetadataItem: Codable, Hashable, Sendable {
    /// ``effective`` as it stands on the wire, also when the value is unknown.
    public var rawEffective: String

    /// The item's identifier before the change, at most 128 characters.
    public var currentSku: String

    /// The description the customer sees, at most 45 characters.
    public var description: String?

    /// The name the customer sees, at most 30 characters.
    public var displayName: String?

    /// The item's identifier from now on, at most 128 characters.
    public var sku: String?

    /// Creates one from known values.
    public init(
        effective: AdvancedCommerceEffective, currentSku: String, description: String? = nil,
        displayName: String? = nil, sku: String? = nil
    ) throws(HelperValidationUtils.ValidationError) {
        try self.init(
            rawEffective: effective.rawValue, currentSku: currentSku, description: description,
            displayName: displayName, sku: sku)
    }

    /// Creates one from raw values, known or not.
    @_disfavoredOverload
    public init(
        rawEffective: String, currentSku: String, description: String? = nil, displayName: String? = nil,
        sku: String? = nil
    ) throws(HelperValidationUtils.ValidationError) {
        self.rawEffective = rawEffective
        self.currentSku = try HelperValidationUtils.validateSku(currentSku)
        self.description = try description.map(HelperValidationUtils.validateDescription)
        self.displayName = try displayName.map(HelperValidationUtils.validateDisplayName)
        self.sku = try sku.map(HelperValidationUtils.validateSku)
    }

    private enum CodingKeys: String, CodingKey {
        case rawEffective = "effective"
        case currentSku = "currentSKU"
        case description, displayName
        case sku = "SKU"
    }

    /// When the change takes effect.
    public var effective: AdvancedCommerceEffective? {
        get { AdvancedCommerceEffective(rawValue: rawEffective) }
        set { rawEffective = newValue?.rawValue ?? rawEffective }
    }
}
