// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The texts of a subscription that moves to the Advanced Commerce API.
public struct AdvancedCommerceSubscriptionMigrateDescriptors: Codable, Hashable, Sendable {
    /// The description the customer sees, at most 45 characters.
    public var description: String?

    /// The name the customer sees, at most 30 characters.
    public var displayName: String?

    /// Creates one from its parts.
    public init(description: String, displayName: String) throws(HelperValidationUtils.ValidationError) {
        self.description = try HelperValidationUtils.validateDescription(description)
        self.displayName = try HelperValidationUtils.validateDisplayName(displayName)
    }
}
