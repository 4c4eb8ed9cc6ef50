// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SignedData
import StoreLink

/// The store that the process's environment names.
struct StoreEnvironment {
    static let addressKey = "OPENSTOREKIT_STORE"
    static let rootKey = "OPENSTOREKIT_ROOT"
    static let bundleIDKey = "OPENSTOREKIT_BUNDLE_ID"
    static let tokenKey = "OPENSTOREKIT_TOKEN"

    private let address: String
    private let rootPath: String?
    private let bundleID: String?
    private let token: String?

    /// `nil` when the environment names no store.
    init?(_ variables: [String: String]) {
        guard let address = variables[Self.addressKey], !address.isEmpty else { return nil }
        self.address = address
        rootPath = variables[Self.rootKey]
        bundleID = variables[Self.bundleIDKey]
        token = variables[Self.tokenKey].flatMap { $0.isEmpty ? nil : $0 }
    }

    func client() throws(StoreConnectionError) -> StoreClient {
        guard let url = URL(string: address), Self.isAddress(url) else { throw .invalidAddress(address) }
        guard let rootPath else { throw .invalidRootCertificate("\(Self.rootKey) is not set") }
        guard let root = try? Data(contentsOf: URL(fileURLWithPath: rootPath)) else {
            throw .invalidRootCertificate("\(rootPath) cannot be read")
        }
        return try Self.client(url, root, token: token, bundleID: bundleID)
    }

    /// A connection to a store over HTTP.
    ///
    /// - Parameters:
    ///   - token: The client token, if the store asks for one.
    ///   - bundleID: The app, if the environment names one; otherwise the main bundle's or the store's counts.
    static func client(
        _ url: URL, _ root: Data, token: String?, bundleID: String?
    ) throws(StoreConnectionError) -> StoreClient {
        guard isAddress(url) else { throw .invalidAddress(url.absoluteString) }
        let certificate: Certificate
        do {
            certificate = try Certificate(der: root)
        } catch {
            throw .invalidRootCertificate(error.message)
        }
        let bundleID = bundleID ?? Bundle.main.bundleIdentifier
        return StoreClient(
            service: HTTPStoreService(baseURL: url, token: token, bundleID: bundleID),
            trust: .appStore(roots: [certificate]), device: UUID(), bundleID: bundleID, report: { _ in })
    }

    private static func isAddress(_ url: URL) -> Bool {
        ["http", "https"].contains(url.scheme?.lowercased()) && url.host != nil
    }
}
