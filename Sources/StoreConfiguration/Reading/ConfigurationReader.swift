// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Turns the JSON of any version into a configuration, one pass over what is known, and lists what is doubtful.
///
/// Extensions read the parts; this file reads the root.
struct ConfigurationReader {
    /// The newest version whose files were seen.
    static let newestVersion = StoreKitConfiguration.Version(major: 6, minor: 3)

    var problems = ProblemLog()
    /// The places where product identifiers were given away.
    var productPaths: [String: String] = [:]

    mutating func read(root: JSONObject) -> StoreKitConfiguration {
        findDuplicateKeys(in: .object(root.members), at: root.path)
        reportUnknownKeys(in: root, known: KnownKeys.root)
        var configuration = StoreKitConfiguration()
        configuration.version = version(root)
        configuration.identifier = string(root, "identifier")
        if configuration.identifier == nil, configuration.version >= .init(major: 1, minor: 1) {
            missing(root, "identifier", .note, instead: "none is used", fix: "Xcode writes eight hexadecimal digits.")
        }
        readProducts(root, into: &configuration)
        configuration.subscriptionGroups = subscriptionGroups(root)
        configuration.settings = settings(root)
        configuration.offersKeyPair = offersKeyPair(root)
        readUnsupportedContent(root)
        return configuration
    }

    private mutating func version(_ root: JSONObject) -> StoreKitConfiguration.Version {
        let fallback = StoreKitConfiguration.Version(major: 1, minor: 0)
        guard let node = object(root, "version") else {
            missing(
                root, "version", .warning, instead: "the file is read as version \(fallback)",
                fix: #"Add "version" : { "major" : 4, "minor" : 0 }."#)
            return fallback
        }
        reportUnknownKeys(in: node, known: ["major", "minor"])
        guard let major = integer(node, "major"), major >= 1 else {
            problems.add(
                .warning, .unknownVersion, at: node.path(to: "major"),
                "The major version is not a whole number from 1 on, so the file is read as version \(fallback)",
                fix: "Write the version of the Xcode release that made the file, 4 for Xcode 16.")
            return fallback
        }
        let version = StoreKitConfiguration.Version(major: major, minor: max(0, integer(node, "minor") ?? 0))
        if version > Self.newestVersion {
            problems.add(
                .warning, .unknownVersion, at: node.path,
                "Version \(version) is newer than \(Self.newestVersion), the newest known",
                fix: "Check that everything you need was read; what is not known is kept and not used.")
        }
        return version
    }

    private mutating func offersKeyPair(_ root: JSONObject) -> StoreKitConfiguration.OffersKeyPair? {
        guard let node = object(root, "subscriptionOffersKeyPair") else { return nil }
        reportUnknownKeys(in: node, known: ["id", "privateKey"])
        let id = string(node, "id") ?? ""
        // A PKCS #8 key is a DER sequence. Whether it holds a P-256 key is for the signer to find out.
        let key = string(node, "privateKey").flatMap { Data(base64Encoded: $0) }
        guard !id.isEmpty, let key, key.first == 0x30 else {
            problems.add(
                .error, .invalidKeyPair, at: node.path,
                "A key pair is an id and a private key in base64 DER, and this one is not; it is left out",
                fix: "Make a new key pair in Xcode: Editor, Subscription Offers Key.")
            return nil
        }
        return StoreKitConfiguration.OffersKeyPair(id: id, privateKey: key)
    }

    private mutating func readUnsupportedContent(_ root: JSONObject) {
        for key in ["subscriptionBundleGroups", "subscriptionSuiteGroups"] where !array(root, key).isEmpty {
            problems.add(
                .warning, .unsupportedContent, at: root.path(to: key), "\(key) is kept in the file and not used",
                fix: "Test these with Xcode until the store can do them.")
        }
        guard let policies = object(root, "appPolicies") else { return }
        reportUnknownKeys(in: policies, known: ["eula", "policies"])
        for policy in objects(policies, "policies") {
            reportUnknownKeys(in: policy, known: ["locale", "policyText", "policyURL"])
        }
    }

    private mutating func findDuplicateKeys(in value: JSONValue, at path: String) {
        switch value {
        case .object(let members):
            var seen: Set<String> = []
            for member in members {
                if !seen.insert(member.key).inserted {
                    problems.add(
                        .warning, .duplicateKey, at: JSONObject.path(path, member.key),
                        "The key stands twice in one object; the first one counts", fix: "Remove one of the two.")
                }
                guard member.value.isContainer else { continue }
                findDuplicateKeys(in: member.value, at: JSONObject.path(path, member.key))
            }
        case .array(let elements):
            for (index, element) in elements.enumerated() where element.isContainer {
                findDuplicateKeys(in: element, at: "\(path)[\(index)]")
            }
        case .null, .bool, .number, .string:
            break
        }
    }
}

extension JSONValue {
    fileprivate var isContainer: Bool {
        switch self {
        case .array, .object: true
        case .null, .bool, .number, .string: false
        }
    }
}
