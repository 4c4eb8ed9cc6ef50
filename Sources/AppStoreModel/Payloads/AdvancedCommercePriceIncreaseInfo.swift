// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A price increase of an Advanced Commerce item.
public struct AdvancedCommercePriceIncreaseInfo: Codable, Hashable, Sendable {
    /// The items whose price increases hang on this one.
    public var dependentSKUs: [String]?

    /// The new price in thousandths of the currency's unit.
    public var price: Int64?

    /// ``status`` as it stands on the wire, also when the value is unknown.
    public var rawStatus: String?

    /// Creates one from known values.
    public init(
        dependentSKUs: [String]? = nil, price: Int64? = nil, status: AdvancedCommercePriceIncreaseInfoStatus? = nil
    ) {
        self.init(dependentSKUs: dependentSKUs, price: price, rawStatus: status?.rawValue)
    }

    /// Creates one from raw values, known or not.
    @_disfavoredOverload
    public init(dependentSKUs: [String]? = nil, price: Int64? = nil, rawStatus: String? = nil) {
        self.dependentSKUs = dependentSKUs
        self.price = price
        self.rawStatus = rawStatus
    }

    private enum CodingKeys: String, CodingKey {
        case dependentSKUs, price
        case rawStatus = "status"
    }

    /// How far the increase has got.
    public var status: AdvancedCommercePriceIncreaseInfoStatus? {
        get { rawStatus.flatMap(AdvancedCommercePriceIncreaseInfoStatus.init(rawValue:)) }
        set { rawStatus = newValue?.rawValue }
    }
}
