// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where notifications are posted to: `URL`, or `APP=URL` for those of one app.
struct NotifyOption: Sendable, Hashable {
    /// The bundle identifier of the only app it is for; `nil` means all.
    var app: String?
    var url: URL

    /// Reads the value of an option; `nil` when it is none.
    init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        if parts.count == 2, AppOptions.isBundleID(parts[0]) {
            app = parts[0]
            guard let url = Self.address(parts[1]) else { return nil }
            self.url = url
        } else {
            guard let url = Self.address(text) else { return nil }
            self.url = url
        }
    }

    private static func address(_ text: String) -> URL? {
        guard let url = URL(string: text), url.scheme == "http" || url.scheme == "https", url.host()?.isEmpty == false
        else { return nil }
        return url
    }

    /// Reads an option that may be given several times.
    static func list(_ options: Options, _ name: String, for apps: [AppOptions]) throws(CommandError) -> [Self] {
        let list = try options.list(
            name, expected: "an address such as http://127.0.0.1:3000/notifications, behind APP= for one app alone"
        ) { Self($0) }
        let known = apps.map(\.bundleID)
        if let stranger = list.compactMap(\.app).first(where: { !known.contains($0) }) {
            throw CommandError(
                .invalidValue, "\(name) is for the app \(stranger), and there is none",
                fix: "Name one of \(known.joined(separator: ", ")).")
        }
        return list
    }
}

extension [NotifyOption] {
    /// Where an app's notifications go.
    func urls(of bundleID: String) -> [URL] {
        filter { $0.app == nil || $0.app == bundleID }.map(\.url)
    }
}
