// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL
package import Foundation

extension CertificateAuthority {
    private enum File: String, CaseIterable {
        case root = "root.der"
        case intermediate = "intermediate.der"
        case leaf = "leaf.der"
        case leafKey = "leaf-key.pem"
        /// Not there in directories of old.
        case expiredLeaf = "expired-leaf.der"
    }

    /// Reads the authority of a directory, or makes one there when the directory is missing or has none of its files.
    ///
    /// - Throws: ``SignedDataError`` with the code `authorityDamaged` when only a part is there or the parts do not
    ///   belong together, `authorityUnwritable` when the directory cannot be written to.
    package static func loadOrMake(in directory: URL, now: Date) throws(SignedDataError) -> CertificateAuthority {
        let isEmpty = File.allCases.allSatisfy {
            !FileManager.default.fileExists(atPath: directory.appendingPathComponent($0.rawValue).path)
        }
        guard isEmpty else { return try load(from: directory) }
        let authority = try make(now: now)
        try authority.save(to: directory)
        return authority
    }

    /// Writes `root.der`, `intermediate.der`, `leaf.der`, `expired-leaf.der` and, for the owner's eyes only, `leaf-key.pem`.
    package func save(to directory: URL) throws(SignedDataError) {
        do {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        } catch {
            throw .authorityUnwritable(directory)
        }
        let certificates: [(File, Certificate?)] = [
            (File.root, root), (.intermediate, intermediate), (.leaf, leaf), (.expiredLeaf, expiredLeaf),
        ]
        for case (let file, let certificate?) in certificates {
            try AtomicFile.write(
                certificate.derRepresentation, to: directory.appendingPathComponent(file.rawValue), permissions: 0o644)
        }
        try AtomicFile.write(
            Data(leafKey.pemRepresentation.utf8), to: directory.appendingPathComponent(File.leafKey.rawValue),
            permissions: 0o600)
    }

    /// Reads what `save` wrote; throws `authorityDamaged`.
    package static func load(from directory: URL) throws(SignedDataError) -> CertificateAuthority {
        func contents(_ file: File) throws(SignedDataError) -> Data {
            guard let data = try? Data(contentsOf: directory.appendingPathComponent(file.rawValue)) else {
                throw .authorityDamaged(directory, problem: "\(file.rawValue) cannot be read")
            }
            return data
        }
        func certificate(_ file: File) throws(SignedDataError) -> Certificate {
            let der = try contents(file)
            do {
                return try Certificate(der: der)
            } catch {
                throw .authorityDamaged(directory, problem: "\(file.rawValue) is no certificate")
            }
        }
        let (root, intermediate, leaf) = try (certificate(.root), certificate(.intermediate), certificate(.leaf))
        let key: SigningKey
        do {
            key = try SigningKey(pem: String(decoding: contents(.leafKey), as: UTF8.self))
        } catch  where error.code == .authorityDamaged {
            throw error
        } catch {
            throw .authorityDamaged(directory, problem: "\(File.leafKey.rawValue) is no private key")
        }
        let authority = CertificateAuthority(
            root: root, intermediate: intermediate, leaf: leaf, leafKey: key,
            expiredLeaf: try? certificate(.expiredLeaf))
        try authority.checkCoherence(directory)
        return authority
    }

    private func checkCoherence(_ directory: URL) throws(SignedDataError) {
        let signer: Signer
        do {
            signer = try SignerEvaluator(.appStore(roots: [root])).signer(chain.map(\.derRepresentation))
        } catch {
            throw .authorityDamaged(directory, problem: error.message)
        }
        guard EVP_PKEY_eq(signer.key.handle.pointer, leafKey.handle.pointer) == 1 else {
            ERR_clear_error()
            throw .authorityDamaged(directory, problem: "the key is not the one leaf.der vouches for")
        }
    }
}

extension SignedDataError {
    static func authorityDamaged(_ directory: URL, problem: String) -> Self {
        Self(
            code: .authorityDamaged, message: "The certificates in \(directory.path) cannot be used: \(problem)",
            fix: "Delete the directory to get new ones, and give its new root.der to everyone who verifies.")
    }

    static func authorityUnwritable(_ file: URL) -> Self {
        Self(
            code: .authorityUnwritable, message: "\(file.path) cannot be written",
            fix: "Check the directory's permissions and the space on its disk.")
    }
}
