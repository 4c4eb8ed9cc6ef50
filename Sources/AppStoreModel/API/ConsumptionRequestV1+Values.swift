// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension ConsumptionRequestV1 {
    /// The customer in the developer's own system, as the app gave it at the purchase.
    public var appAccountToken: UUID? {
        get { rawAppAccountToken.flatMap(UUID.init(uuidString:)) }
        set { rawAppAccountToken = newValue?.uuidString.lowercased() ?? "" }
    }

    /// How much of it was used.
    public var consumptionStatus: ConsumptionStatus? {
        get { rawConsumptionStatus.flatMap(ConsumptionStatus.init(rawValue:)) }
        set { rawConsumptionStatus = newValue?.rawValue }
    }

    /// Where it was used.
    public var platform: Platform? {
        get { rawPlatform.flatMap(Platform.init(rawValue:)) }
        set { rawPlatform = newValue?.rawValue }
    }

    /// Whether the customer got what was bought.
    public var deliveryStatus: DeliveryStatusV1? {
        get { rawDeliveryStatus.flatMap(DeliveryStatusV1.init(rawValue:)) }
        set { rawDeliveryStatus = newValue?.rawValue }
    }

    /// How old the customer's account with the developer is.
    public var accountTenure: AccountTenure? {
        get { rawAccountTenure.flatMap(AccountTenure.init(rawValue:)) }
        set { rawAccountTenure = newValue?.rawValue }
    }

    /// How long the customer used the app.
    public var playTime: PlayTime? {
        get { rawPlayTime.flatMap(PlayTime.init(rawValue:)) }
        set { rawPlayTime = newValue?.rawValue }
    }

    /// How much the customer was refunded in the app, on all platforms.
    public var lifetimeDollarsRefunded: LifetimeDollarsRefunded? {
        get { rawLifetimeDollarsRefunded.flatMap(LifetimeDollarsRefunded.init(rawValue:)) }
        set { rawLifetimeDollarsRefunded = newValue?.rawValue }
    }

    /// How much the customer spent in the app, on all platforms.
    public var lifetimeDollarsPurchased: LifetimeDollarsPurchased? {
        get { rawLifetimeDollarsPurchased.flatMap(LifetimeDollarsPurchased.init(rawValue:)) }
        set { rawLifetimeDollarsPurchased = newValue?.rawValue }
    }

    /// The state of the customer's account with the developer.
    public var userStatus: UserStatus? {
        get { rawUserStatus.flatMap(UserStatus.init(rawValue:)) }
        set { rawUserStatus = newValue?.rawValue }
    }

    /// What the developer would have the store do.
    public var refundPreference: RefundPreferenceV1? {
        get { rawRefundPreference.flatMap(RefundPreferenceV1.init(rawValue:)) }
        set { rawRefundPreference = newValue?.rawValue }
    }
}
