// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What is kept in the file: what the store signed, and when.
struct OfflineRecord: Codable, Sendable {
    static let currentVersion = 1

    var version = Self.currentVersion
    /// When the store was last asked, by the device's clock.
    var savedAt: Date
    /// The latest time the device's clock or a signature of the store has shown.
    var latestSeen: Date
    var transactions: [String]
    var renewalInfos: [String]
}
