// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A request to move one subscription's renewal date.
public struct ExtendRenewalDateRequest: Codable, Hashable, Sendable {
    /// How many days to add, 1 to 90.
    public var extendByDays: Int32?

    /// ``extendReasonCode`` as it stands on the wire, also when the value is unknown.
    public var rawExtendReasonCode: Int32?

    /// The developer's identifier for this request, at most 128 characters.
    public var requestIdentifier: String?

    /// Creates one from known values.
    public init(extendByDays: Int32? = nil, extendReasonCode: ExtendReasonCode? = nil, requestIdentifier: String? = nil)
    {
        self.init(
            extendByDays: extendByDays, rawExtendReasonCode: extendReasonCode?.rawValue,
            requestIdentifier: requestIdentifier)
    }

    /// Creates one from raw values, known or not.
    @_disfavoredOverload
    public init(extendByDays: Int32? = nil, rawExtendReasonCode: Int32? = nil, requestIdentifier: String? = nil) {
        self.extendByDays = extendByDays
        self.rawExtendReasonCode = rawExtendReasonCode
        self.requestIdentifier = requestIdentifier
    }

    private enum CodingKeys: String, CodingKey {
        case extendByDays
        case rawExtendReasonCode = "extendReasonCode"
        case requestIdentifier
    }

    /// Why the date is moved.
    public var extendReasonCode: ExtendReasonCode? {
        get { rawExtendReasonCode.flatMap(ExtendReasonCode.init(rawValue:)) }
        set { rawExtendReasonCode = newValue?.rawValue }
    }
}
