// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The platform on which the customer first got the app.
public enum PurchasePlatform: String, Codable, Hashable, Sendable {
    /// iPhone and iPad.
    case iOS
    /// Mac.
    case macOS
    /// Apple TV.
    case tvOS
    /// Apple Vision Pro.
    case visionOS
}
