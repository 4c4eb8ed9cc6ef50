// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreConfiguration
import Testing

/// Configurations in Xcode's layout, one for each version's shape, and ways to change them.
enum Fixtures {
    static let all = [
        version10, version11, version12, version20, version30, version40, version50, version63,
    ]

    static func read(_ text: String) throws -> ConfigurationDocument {
        try ConfigurationDocument(data: Data(text.utf8))
    }

    /// Reads a fixture in which one text was replaced; the test fails when the text is not there.
    static func read(_ text: String, replacing old: String, with new: String) throws -> ConfigurationDocument {
        try #require(text.contains(old), "The fixture has no \(old)")
        return try read(text.replacing(old, with: new))
    }

    /// Reads a configuration of version 4.0 with the given members of the root, each with a comma at the end.
    static func read(root members: String) throws -> ConfigurationDocument {
        try read("{ \(members) \"version\" : { \"major\" : 4, \"minor\" : 0 } }")
    }

    /// The example shop of the package.
    static func shop() throws -> Data {
        let root = URL(filePath: #filePath).appending(path: "../../../../").standardizedFileURL
        return try Data(contentsOf: root.appending(path: "Examples/Shop/Shop.storekit"))
    }
}

extension ConfigurationDocument {
    var codes: [ConfigurationProblem.Code] { problems.map(\.code) }

    /// The first subscription of the first group.
    var subscription: StoreKitConfiguration.Subscription {
        get throws { try #require(configuration.subscriptionGroups.first?.subscriptions.first) }
    }
}
