// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Database
import Foundation
import SignedData

/// Why a store's directory cannot be used.
package struct StoreDataError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure.
    package struct Code: RawRepresentable, Sendable, Hashable {
        package let rawValue: String

        /// Creates a kind from its name.
        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The directory holds something that this store did not write, or only a part of what it did.
        package static let damaged = Self(rawValue: "damaged")
        /// The directory cannot be made, read or written to.
        package static let unwritable = Self(rawValue: "unwritable")
        /// Another process has the directory open.
        package static let inUse = Self(rawValue: "inUse")
        /// The directory holds the store of another configuration or app.
        package static let otherStore = Self(rawValue: "otherStore")
        /// No key could be made.
        package static let keyFailed = Self(rawValue: "keyFailed")
    }

    /// The kind of failure.
    package let code: Code
    /// What was found and what was expected.
    package let message: String
    /// What the reader can do now.
    package let fix: String

    package var description: String { "\(message). \(fix)" }

    init(_ code: Code, _ message: String, fix: String) {
        self.code = code
        self.message = message
        self.fix = fix
    }

    init(_ error: SignedDataError) {
        let code: Code =
            switch error.code {
            case .authorityDamaged: .damaged
            case .authorityUnwritable: .unwritable
            default: .keyFailed
            }
        self.init(code, error.message, fix: error.fix)
    }

    init(_ error: DatabaseError) {
        self.init([.damaged, .tooNew].contains(error.code) ? .damaged : .unwritable, error.message, fix: error.fix)
    }

    static func otherStore(_ directory: URL, _ finding: String) -> Self {
        Self(
            .otherStore, "\(directory.path) keeps a store of \(finding)",
            fix: "Choose another directory with --data DIR, or delete store.sqlite there to begin anew.")
    }

    static func damagedKey(_ file: URL, _ problem: String) -> Self {
        Self(
            .damaged, "The API key in \(file.deletingLastPathComponent().path) cannot be used: \(problem)",
            fix: "Delete api-key.json and every AuthKey_*.p8 there to get a new key, and configure servers with it.")
    }

    static func unwritable(_ file: URL) -> Self {
        Self(
            .unwritable, "\(file.path) cannot be written",
            fix: "Check the permissions of the directory and the space on its disk, or choose another directory.")
    }
}
