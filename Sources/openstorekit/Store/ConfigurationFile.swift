// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreConfiguration

/// A StoreKit configuration that was read from a file.
struct ConfigurationFile: Sendable {
    /// The path as it was given.
    let path: String
    let document: ConfigurationDocument

    /// Reads a file that sells something.
    ///
    /// - Throws: ``CommandError`` that names the file and says what is wrong with it.
    init(path: String) throws(CommandError) {
        document = try Self.document(at: path)
        self.path = path
        guard productCount > 0 else {
            throw CommandError(
                .nothingForSale, "\(path) has no products, so a store has nothing to sell",
                fix: "Add a product in Xcode, or begin with Examples/Shop/Shop.storekit.")
        }
    }

    /// Takes a document that stands in no file.
    init(name: String, document: ConfigurationDocument) {
        self.path = name
        self.document = document
    }

    var configuration: StoreKitConfiguration { document.configuration }

    /// Every identifier there is, one-time products first, as the file orders them.
    var productIDs: [String] {
        let oneTime = configuration.products + configuration.nonRenewingSubscriptions
        return oneTime.map(\.id) + subscriptions.map(\.id)
    }

    var subscriptions: [StoreKitConfiguration.Subscription] {
        configuration.subscriptionGroups.flatMap(\.subscriptions)
    }

    var productCount: Int { productIDs.count }

    /// Reads a file, whether or not it sells anything.
    ///
    /// - Throws: ``CommandError`` that names the file and says what is wrong with it.
    static func document(at path: String) throws(CommandError) -> ConfigurationDocument {
        let data = try contents(of: path)
        do throws(ConfigurationError) {
            return try ConfigurationDocument(data: data)
        } catch {
            throw CommandError(.fileNotConfiguration, "\(path): \(error.message)", fix: error.fix)
        }
    }

    private static func contents(of path: String) throws(CommandError) -> Data {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            throw CommandError(
                .fileNotFound, "There is no file \(path)",
                fix: "Check the path; it counts from \(FileManager.default.currentDirectoryPath).")
        }
        guard !isDirectory.boolValue else {
            throw CommandError(.fileIsDirectory, "\(path) is a directory", fix: "Name the .storekit file in it.")
        }
        do {
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            // One byte more than is ever read tells an oversized file from one that just fits.
            return try file.read(upToCount: ConfigurationDocument.maximumSize + 1) ?? Data()
        } catch {
            throw CommandError(
                .fileUnreadable, "\(path) cannot be read", fix: "Check its permissions, as ls -l shows them.")
        }
    }
}
