// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import AppStoreModel

/// A server notification, version 2, as the App Store signs it.
///
/// It is the one model that the whole project reads notifications with; types, subtypes and fields that are not known yet
/// are kept as they came. A file that reads its members also imports `AppStoreModel`, where they are declared.
///
/// An app's server verifies before it reads: see `SignedDataVerifier` of `AppStoreServerLibrary`.
public typealias ServerNotification = ResponseBodyV2DecodedPayload

/// What a server notification tells.
public typealias NotificationType = NotificationTypeV2
