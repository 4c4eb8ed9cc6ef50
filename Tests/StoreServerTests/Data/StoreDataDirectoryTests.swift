// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SignedData
import StoreEngine
import Testing

@testable import StoreServer

@Suite final class StoreDataDirectoryTests {
    private static let now = Date(timeIntervalSince1970: 1_769_853_600)
    private let parent = FileManager.default.temporaryDirectory.appendingPathComponent("store-data-\(UUID())")
    private var url: URL { parent.appendingPathComponent("data") }

    deinit {
        try? FileManager.default.removeItem(at: parent)
    }

    private func open() throws -> StoreDataDirectory {
        var random = SeededGenerator(seed: 3)
        return try StoreDataDirectory(opening: url, now: Self.now, random: &random)
    }

    @Test("A missing directory is made with certificates and a key that only the owner can read")
    func makes() throws {
        let directory = try open()
        #expect(try Self.permissions(of: url) == 0o700)
        #expect(try Self.permissions(of: directory.keyFile) == 0o600)
        #expect(try Data(contentsOf: directory.rootFile) == directory.authority.root.derRepresentation)
        #expect(directory.credentials.keyID.wholeMatch(of: /[A-Z0-9]{10}/) != nil)
        #expect(UUID(uuidString: directory.credentials.issuerID) != nil)
        #expect(directory.keyFile.lastPathComponent == "AuthKey_\(directory.credentials.keyID).p8")
        let pem = try String(contentsOf: directory.keyFile, encoding: .utf8)
        #expect(pem == directory.credentials.key.pemRepresentation)
    }

    @Test("Opening again finds the same, and makes nothing")
    func reuses() throws {
        let first = try open()
        let files = try FileManager.default.subpathsOfDirectory(atPath: url.path).sorted()
        let second = try StoreDataDirectory(opening: url, now: Self.now)
        #expect(second.credentials.keyID == first.credentials.keyID)
        #expect(second.credentials.issuerID == first.credentials.issuerID)
        #expect(second.credentials.key.derRepresentation == first.credentials.key.derRepresentation)
        #expect(second.authority.chain == first.authority.chain)
        #expect(try FileManager.default.subpathsOfDirectory(atPath: url.path).sorted() == files)
    }

    @Test("Two directories have nothing in common")
    func differs() throws {
        let first = try open()
        let other = try StoreDataDirectory(opening: parent.appendingPathComponent("other"), now: Self.now)
        #expect(first.credentials.keyID != other.credentials.keyID)
        #expect(first.credentials.issuerID != other.credentials.issuerID)
        #expect(first.authority.root != other.authority.root)
    }

    @Test(
        "Damage is told, not repaired",
        arguments: [
            "names missing", "names no JSON", "names elsewhere", "key missing", "key no PEM", "key on P-384",
            "root missing", "root no certificate",
        ])
    func refusesDamage(_ damage: String) throws {
        let directory = try open()
        let names = url.appendingPathComponent("api-key.json")
        switch damage {
        case "names missing": try FileManager.default.removeItem(at: names)
        case "names no JSON": try Data("x".utf8).write(to: names)
        case "names elsewhere": try Data(#"{"keyID":"../../etc/x","issuerID":"y"}"#.utf8).write(to: names)
        case "key missing": try FileManager.default.removeItem(at: directory.keyFile)
        case "key no PEM": try Data("x".utf8).write(to: directory.keyFile)
        case "key on P-384":
            try Data(SigningKey.generate(.p384).pemRepresentation.utf8).write(to: directory.keyFile)
        case "root missing": try FileManager.default.removeItem(at: directory.rootFile)
        default: try Data("x".utf8).write(to: directory.rootFile)
        }
        let before = try FileManager.default.subpathsOfDirectory(atPath: url.path).sorted()
        let error = #expect(throws: StoreDataError.self) { try self.open() }
        #expect(error?.code == .damaged)
        #expect(try FileManager.default.subpathsOfDirectory(atPath: url.path).sorted() == before)
    }

    @Test("A directory that cannot be is told")
    func refusesImpossible() throws {
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        try Data().write(to: url)
        let error = #expect(throws: StoreDataError.self) { try self.open() }
        #expect(error?.code == .unwritable)
    }

    private static func permissions(of url: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    }
}
