// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import SignedData

/// What a store keeps between two starts: its certificates and its key for the Server API, one of each.
///
/// `certificates/` holds the certificates, `AuthKey_<key id>.p8` the key as App Store Connect hands it out, and
/// `api-key.json` the key's identifiers.
package struct StoreDataDirectory: Sendable {
    /// The directory.
    package let url: URL
    /// Signs what the store says.
    package let authority: CertificateAuthority
    /// Opens the Server API.
    package let credentials: APICredentials

    /// The file of the certificate that verifiers must trust, in DER.
    package var rootFile: URL { Self.certificates(in: url).appendingPathComponent("root.der") }

    /// The file of the private key that signs tokens, in PEM.
    package var keyFile: URL { url.appendingPathComponent(credentials.fileName) }

    /// Opens a directory, making what is missing: at first everything.
    package init(opening url: URL, now: Date) throws(StoreDataError) {
        var random = SystemRandomNumberGenerator()
        try self.init(opening: url, now: now, random: &random)
    }

    /// Opens a directory, making what is missing: at first everything.
    ///
    /// - Parameters:
    ///   - now: New certificates are valid from one day before.
    ///   - random: Decides the identifiers of a new key.
    package init(
        opening url: URL, now: Date, random: inout some RandomNumberGenerator
    ) throws(StoreDataError) {
        self.url = url
        try Self.makeDirectory(url)
        do throws(SignedDataError) {
            authority = try CertificateAuthority.loadOrMake(in: Self.certificates(in: url), now: now)
        } catch {
            throw StoreDataError(error)
        }
        if let key = try Self.loadKey(in: url) {
            credentials = key
        } else {
            credentials = try Self.makeKey(in: url, random: &random)
        }
    }

    private static func certificates(in url: URL) -> URL {
        url.appendingPathComponent("certificates", isDirectory: true)
    }

    private static func makeDirectory(_ url: URL) throws(StoreDataError) {
        do {
            try FileManager.default.createDirectory(
                at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .unwritable(url)
        }
    }

    // MARK: - The key

    private struct KeyNames: Codable {
        let keyID: String
        let issuerID: String
    }

    private static func loadKey(in url: URL) throws(StoreDataError) -> APICredentials? {
        let file = namesFile(in: url)
        guard FileManager.default.fileExists(atPath: file.path) else {
            let files = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
            if let key = files.first(where: { $0.hasPrefix("AuthKey_") }) {
                throw .damagedKey(file, "\(key) is there without api-key.json, which names its issuer")
            }
            return nil
        }
        guard let data = try? Data(contentsOf: file), let names = try? JSONDecoder().decode(KeyNames.self, from: data)
        else { throw .damagedKey(file, "api-key.json does not name a key and an issuer") }
        guard names.keyID.wholeMatch(of: /[A-Z0-9]{10}/) != nil, UUID(uuidString: names.issuerID) != nil else {
            throw .damagedKey(
                file, "api-key.json names a key that is not ten of A-Z and 0-9, or an issuer that is no UUID")
        }
        let keyFile = url.appendingPathComponent("AuthKey_\(names.keyID).p8")
        guard let pem = try? String(contentsOf: keyFile, encoding: .utf8) else {
            throw .damagedKey(file, "\(keyFile.lastPathComponent) cannot be read")
        }
        guard let key = try? SigningKey(pem: pem), key.curve == .p256 else {
            throw .damagedKey(file, "\(keyFile.lastPathComponent) is no private key on P-256")
        }
        return APICredentials(keyID: names.keyID, issuerID: names.issuerID, key: key)
    }

    private static func makeKey(
        in url: URL, random: inout some RandomNumberGenerator
    ) throws(StoreDataError) -> APICredentials {
        let credentials: APICredentials
        do {
            credentials = try APICredentials.make(random: &random)
        } catch {
            throw StoreDataError(error)
        }
        try PrivateFile.write(
            Data(credentials.key.pemRepresentation.utf8), to: url.appendingPathComponent(credentials.fileName))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let file = namesFile(in: url)
        guard let names = try? encoder.encode(KeyNames(keyID: credentials.keyID, issuerID: credentials.issuerID))
        else { throw .unwritable(file) }
        // Last, because it is what says that a key is there.
        try PrivateFile.write(names, to: file)
        return credentials
    }

    private static func namesFile(in url: URL) -> URL {
        url.appendingPathComponent("api-key.json")
    }
}
