// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Which past notifications are asked for; both dates are required by the store.
public struct NotificationHistoryRequest: Codable, Hashable, Sendable {
    /// The beginning of the time asked about.
    public var startDate: Date?

    /// The end of the time asked about.
    public var endDate: Date?

    /// ``notificationType`` as it stands on the wire, also when the value is unknown.
    public var rawNotificationType: String?

    /// ``notificationSubtype`` as it stands on the wire, also when the value is unknown.
    public var rawNotificationSubtype: String?

    /// Only notifications about this customer's purchase; not together with `notificationType`.
    public var transactionId: String?

    /// Only notifications that did not reach the developer's server.
    public var onlyFailures: Bool?

    /// Creates one from known values.
    public init(
        startDate: Date? = nil, endDate: Date? = nil, notificationType: NotificationTypeV2? = nil,
        notificationSubtype: Subtype? = nil, transactionId: String? = nil, onlyFailures: Bool? = nil
    ) {
        self.init(
            startDate: startDate, endDate: endDate, rawNotificationType: notificationType?.rawValue,
            rawNotificationSubtype: notificationSubtype?.rawValue, transactionId: transactionId,
            onlyFailures: onlyFailures)
    }

    /// Creates one from raw values, known or not.
    @_disfavoredOverload
    public init(
        startDate: Date? = nil, endDate: Date? = nil, rawNotificationType: String? = nil,
        rawNotificationSubtype: String? = nil, transactionId: String? = nil, onlyFailures: Bool? = nil
    ) {
        self.startDate = startDate
        self.endDate = endDate
        self.rawNotificationType = rawNotificationType
        self.rawNotificationSubtype = rawNotificationSubtype
        self.transactionId = transactionId
        self.onlyFailures = onlyFailures
    }

    private enum CodingKeys: String, CodingKey {
        case startDate, endDate
        case rawNotificationType = "notificationType"
        case rawNotificationSubtype = "notificationSubtype"
        case transactionId, onlyFailures
    }

    /// Only notifications of this type; not together with `transactionId`.
    public var notificationType: NotificationTypeV2? {
        get { rawNotificationType.flatMap(NotificationTypeV2.init(rawValue:)) }
        set { rawNotificationType = newValue?.rawValue }
    }

    /// Only notifications of this subtype; it needs a type to go with it.
    public var notificationSubtype: Subtype? {
        get { rawNotificationSubtype.flatMap(Subtype.init(rawValue:)) }
        set { rawNotificationSubtype = newValue?.rawValue }
    }
}
