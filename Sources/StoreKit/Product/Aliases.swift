// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// What only an auto-renewable subscription has.
public typealias SubscriptionInfo = Product.SubscriptionInfo

/// A length of time between renewals.
public typealias SubscriptionPeriod = Product.SubscriptionPeriod

/// What the store intends for a subscription's next period.
public typealias SubscriptionRenewalInfo = Product.SubscriptionInfo.RenewalInfo

/// Whether a subscription runs, and if not, why.
public typealias SubscriptionRenewalState = Product.SubscriptionInfo.RenewalState

/// A subscription's state with the signed facts it was derived from.
public typealias SubscriptionStatus = Product.SubscriptionInfo.Status
