// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A request to move the renewal dates of all active subscribers of a product.
public struct MassExtendRenewalDateRequest: Codable, Hashable, Sendable {
    /// How many days to add, 1 to 90.
    public var extendByDays: Int32?

    /// ``extendReasonCode`` as it stands on the wire, also when the value is unknown.
    public var rawExtendReasonCode: Int32?

    /// The developer's identifier for this request, at most 128 characters.
    public var requestIdentifier: String?

    /// The storefronts to which it is limited; absent for all of them.
    public var storefrontCountryCodes: [String]?

    /// The product whose subscribers get the extension.
    public var productId: String?

    /// Creates one from known values.
    public init(
        extendByDays: Int32? = nil, extendReasonCode: ExtendReasonCode? = nil, requestIdentifier: String? = nil,
        storefrontCountryCodes: [String]? = nil, productId: String? = nil
    ) {
        self.init(
            extendByDays: extendByDays, rawExtendReasonCode: extendReasonCode?.rawValue,
            requestIdentifier: requestIdentifier, storefrontCountryCodes: storefrontCountryCodes, productId: productId)
    }

    /// Creates one from raw values, known or not.
    @_disfavoredOverload
    public init(
        extendByDays: Int32? = nil, rawExtendReasonCode: Int32? = nil, requestIdentifier: String? = nil,
        storefrontCountryCodes: [String]? = nil, productId: String? = nil
    ) {
        self.extendByDays = extendByDays
        self.rawExtendReasonCode = rawExtendReasonCode
        self.requestIdentifier = requestIdentifier
        self.storefrontCountryCodes = storefrontCountryCodes
        self.productId = productId
    }

    private enum CodingKeys: String, CodingKey {
        case extendByDays
        case rawExtendReasonCode = "extendReasonCode"
        case requestIdentifier, storefrontCountryCodes, productId
    }

    /// Why the date is moved.
    public var extendReasonCode: ExtendReasonCode? {
        get { rawExtendReasonCode.flatMap(ExtendReasonCode.init(rawValue:)) }
        set { rawExtendReasonCode = newValue?.rawValue }
    }
}
