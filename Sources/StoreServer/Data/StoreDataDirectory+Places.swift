// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

extension StoreDataDirectory {
    /// Where a directory keeps the store of an app.
    ///
    /// The store of an app that was opened alone lies at the top, and those of apps that were opened together in a folder
    /// each, `apps/<bundle identifier>`. Where a store lies it is found again, alone or among others.
    ///
    /// - Parameter isAlone: Whether the app is the only one to be opened.
    package static func place(of bundleID: String, in directory: URL, isAlone: Bool) -> URL {
        let own = directory.appending(path: "apps", directoryHint: .isDirectory)
            .appending(path: bundleID, directoryHint: .isDirectory)
        guard !KeptStore.isKept(in: own) else { return own }
        return isAlone || KeptStore.bundleID(in: directory) == bundleID ? directory : own
    }
}
