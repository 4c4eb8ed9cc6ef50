// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// New texts for a subscription that is modified; what is left out stays as it is.
public struct AdvancedCommerceSubscriptionModifyDescriptors: Codable, Hashable, Sendable {
    /// ``effective`` as it stands on the wire, also when the value is unknown.
    public var rawEffective: String

    /// The description the customer sees, at most 45 characters.
    public var description: String?

    /// The name the customer sees, at most 30 characters.
    public var displayName: String?

    /// Creates one from known values.
    public init(effective: AdvancedCommerceEffective, description: String? = nil, displayName: String? = nil)
        throws(HelperValidationUtils.ValidationError)
    {
        try self.init(rawEffective: effective.rawValue, description: description, displayName: displayName)
    }

    /// Creates one from raw values, known or not.
    @_disfavoredOverload
    public init(rawEffective: String, description: String? = nil, displayName: String? = nil)
        throws(HelperValidationUtils.ValidationError)
    {
        self.rawEffective = rawEffective
        self.description = try description.map(HelperValidationUtils.validateDescription)
        self.displayName = try displayName.map(HelperValidationUtils.validateDisplayName)
    }

    private enum CodingKeys: String, CodingKey {
        case rawEffective = "effective"
        case description, displayName
    }

    /// When the change takes effect.
    public var effective: AdvancedCommerceEffective? {
        get { AdvancedCommerceEffective(rawValue: rawEffective) }
        set { rawEffective = newValue?.rawValue ?? rawEffective }
    }
}
