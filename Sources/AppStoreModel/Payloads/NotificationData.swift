// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The purchase a notification is about.
public struct NotificationData: Codable, Hashable, Sendable {
    /// ``environment`` as it stands on the wire, also when the value is unknown.
    public var rawEnvironment: String?

    /// The app's number in the App Store; in production only.
    public var appAppleId: Int64?

    /// The app's bundle identifier.
    public var bundleId: String?

    /// The app's build version.
    public var bundleVersion: String?

    /// The transaction as a compact JWS.
    public var signedTransactionInfo: String?

    /// The renewal info as a compact JWS; auto-renewable subscriptions only.
    public var signedRenewalInfo: String?

    /// ``status`` as it stands on the wire, also when the value is unknown.
    public var rawStatus: Int32?

    /// ``consumptionRequestReason`` as it stands on the wire, also when the value is unknown.
    public var rawConsumptionRequestReason: String?

    /// Creates one from known values.
    public init(
        environment: AppStoreEnvironment? = nil, appAppleId: Int64? = nil, bundleId: String? = nil,
        bundleVersion: String? = nil, signedTransactionInfo: String? = nil, signedRenewalInfo: String? = nil,
        status: Status? = nil, consumptionRequestReason: ConsumptionRequestReason? = nil
    ) {
        self.init(
            rawEnvironment: environment?.rawValue, appAppleId: appAppleId, bundleId: bundleId,
            bundleVersion: bundleVersion, signedTransactionInfo: signedTransactionInfo,
            signedRenewalInfo: signedRenewalInfo, rawStatus: status?.rawValue,
            rawConsumptionRequestReason: consumptionRequestReason?.rawValue)
    }

    /// Creates one from raw values, known or not.
    @_disfavoredOverload
    public init(
        rawEnvironment: String? = nil, appAppleId: Int64? = nil, bundleId: String? = nil, bundleVersion: String? = nil,
        signedTransactionInfo: String? = nil, signedRenewalInfo: String? = nil, rawStatus: Int32? = nil,
        rawConsumptionRequestReason: String? = nil
    ) {
        self.rawEnvironment = rawEnvironment
        self.appAppleId = appAppleId
        self.bundleId = bundleId
        self.bundleVersion = bundleVersion
        self.signedTransactionInfo = signedTransactionInfo
        self.signedRenewalInfo = signedRenewalInfo
        self.rawStatus = rawStatus
        self.rawConsumptionRequestReason = rawConsumptionRequestReason
    }

    private enum CodingKeys: String, CodingKey {
        case rawEnvironment = "environment"
        case appAppleId, bundleId, bundleVersion, signedTransactionInfo, signedRenewalInfo
        case rawStatus = "status"
        case rawConsumptionRequestReason = "consumptionRequestReason"
    }

    /// The store that signed this, which also decides the certificates that may vouch for it.
    public var environment: AppStoreEnvironment? {
        get { rawEnvironment.flatMap(AppStoreEnvironment.init(rawValue:)) }
        set { rawEnvironment = newValue?.rawValue }
    }

    /// The subscription's state when this was made; auto-renewable subscriptions only.
    public var status: Status? {
        get { rawStatus.flatMap(Status.init(rawValue:)) }
        set { rawStatus = newValue?.rawValue }
    }

    /// The customer's reason to ask for a refund, in a consumption request only.
    public var consumptionRequestReason: ConsumptionRequestReason? {
        get { rawConsumptionRequestReason.flatMap(ConsumptionRequestReason.init(rawValue:)) }
        set { rawConsumptionRequestReason = newValue?.rawValue }
    }
}
