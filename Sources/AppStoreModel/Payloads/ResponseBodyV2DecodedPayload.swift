// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A server notification as the App Store signs it.
public struct ResponseBodyV2DecodedPayload: DecodedSignedData, Hashable {
    /// ``notificationType`` as it stands on the wire, also when the value is unknown.
    public var rawNotificationType: String?

    /// ``subtype`` as it stands on the wire, also when the value is unknown.
    public var rawSubtype: String?

    /// The notification's identifier, the same on every attempt to deliver it.
    public var notificationUUID: String?

    /// The purchase concerned; one of `data`, `summary`, `externalPurchaseToken` and `appData` is present.
    public var data: NotificationData?

    /// The notification format, "2.0".
    public var version: String?

    /// When the App Store signed this; of two accounts of one fact the later signed one holds.
    public var signedDate: Date?

    /// The outcome of extending renewal dates for many subscribers.
    public var summary: Summary?

    /// The token concerned, when the customer was sent to buy outside the App Store.
    public var externalPurchaseToken: ExternalPurchaseToken?

    /// The app transaction concerned, when consent for the app was withdrawn.
    public var appData: AppData?

    /// Creates one from known values.
    public init(
        notificationType: NotificationTypeV2? = nil, subtype: Subtype? = nil, notificationUUID: String? = nil,
        data: NotificationData? = nil, version: String? = nil, signedDate: Date? = nil, summary: Summary? = nil,
        externalPurchaseToken: ExternalPurchaseToken? = nil, appData: AppData? = nil
    ) {
        self.init(
            rawNotificationType: notificationType?.rawValue, rawSubtype: subtype?.rawValue,
            notificationUUID: notificationUUID, data: data, version: version, signedDate: signedDate, summary: summary,
            externalPurchaseToken: externalPurchaseToken, appData: appData)
    }

    /// Creates one from raw values, known or not.
    @_disfavoredOverload
    public init(
        rawNotificationType: String? = nil, rawSubtype: String? = nil, notificationUUID: String? = nil,
        data: NotificationData? = nil, version: String? = nil, signedDate: Date? = nil, summary: Summary? = nil,
        externalPurchaseToken: ExternalPurchaseToken? = nil, appData: AppData? = nil
    ) {
        self.rawNotificationType = rawNotificationType
        self.rawSubtype = rawSubtype
        self.notificationUUID = notificationUUID
        self.data = data
        self.version = version
        self.signedDate = signedDate
        self.summary = summary
        self.externalPurchaseToken = externalPurchaseToken
        self.appData = appData
    }

    /// The date against which the signer's certificates are judged.
    public var signedDateOptional: Date? { signedDate }

    private enum CodingKeys: String, CodingKey {
        case rawNotificationType = "notificationType"
        case rawSubtype = "subtype"
        case notificationUUID, data, version, signedDate, summary, externalPurchaseToken, appData
    }

    /// What happened.
    public var notificationType: NotificationTypeV2? {
        get { rawNotificationType.flatMap(NotificationTypeV2.init(rawValue:)) }
        set { rawNotificationType = newValue?.rawValue }
    }

    /// How it happened; many types have none.
    public var subtype: Subtype? {
        get { rawSubtype.flatMap(Subtype.init(rawValue:)) }
        set { rawSubtype = newValue?.rawValue }
    }
}
