// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SignedData

/// Signs receipts with the `openssl` command, under certificates that look like Apple's.
final class ReceiptSigner: Sendable {
    private let folder: CommandLineTool.Folder
    private let digest: String

    /// Makes root, intermediate and leaf with RSA keys, as those of receipts have, valid for ten years from now.
    ///
    /// - Parameters:
    ///   - digest: `sha256`, or `sha1` as before 2023.
    ///   - leafMarker: Whether the leaf has Apple's extension for signing receipts.
    ///   - isLeafAuthority: Whether the leaf is an authority, which none may be.
    init(digest: String = "sha256", leafMarker: Bool = true, isLeafAuthority: Bool = false) throws {
        folder = try CommandLineTool.Folder()
        self.digest = digest
        let marker = leafMarker ? "1.2.840.113635.100.6.11.1=DER:0500" : ""
        let leafConstraints = isLeafAuthority ? "CA:TRUE" : "CA:FALSE"
        let extensions = """
            [root]
            basicConstraints=critical,CA:TRUE
            keyUsage=critical,keyCertSign,cRLSign
            subjectKeyIdentifier=hash
            [intermediate]
            basicConstraints=critical,CA:TRUE,pathlen:0
            keyUsage=critical,keyCertSign,cRLSign
            subjectKeyIdentifier=hash
            authorityKeyIdentifier=keyid
            1.2.840.113635.100.6.2.1=DER:0500
            [leaf]
            basicConstraints=critical,\(leafConstraints)
            keyUsage=critical,digitalSignature
            authorityKeyIdentifier=keyid
            \(marker)
            """
        try folder.write(Data(extensions.utf8), "extensions")
        try issue("root", by: nil)
        try issue("intermediate", by: "root")
        try issue("leaf", by: "intermediate")
    }

    /// When the certificates began to be valid.
    var date: String {
        get throws {
            let leaf = try Certificate(pem: String(decoding: folder.read("leaf.pem"), as: UTF8.self))
            return leaf.validity.lowerBound.formatted(.iso8601)
        }
    }

    var root: Data {
        get throws {
            try Certificate(pem: String(decoding: folder.read("root.pem"), as: UTF8.self)).derRepresentation
        }
    }

    private func issue(_ name: String, by issuer: String?) throws {
        try CommandLineTool.openssl(
            "req", "-new", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=Test \(name)", "-keyout",
            folder.path("\(name).key"), "-out", folder.path("\(name).csr"))
        var arguments = [
            "x509", "-req", "-in", folder.path("\(name).csr"), "-out", folder.path("\(name).pem"), "-days", "3650",
            "-\(digest)", "-extfile", folder.path("extensions"), "-extensions", name,
        ]
        if let issuer {
            arguments += [
                "-CA", folder.path("\(issuer).pem"), "-CAkey", folder.path("\(issuer).key"), "-set_serial", "2",
            ]
        } else {
            arguments += ["-signkey", folder.path("\(name).key"), "-set_serial", "1"]
        }
        try CommandLineTool.run("openssl", arguments)
    }

    /// A receipt with its signature, in base64.
    func sign(_ contents: Data) throws -> String {
        // Tests that run at the same time share the signer, not its files.
        let own = try CommandLineTool.Folder()
        try own.write(contents, "contents")
        try CommandLineTool.openssl(
            "smime", "-sign", "-binary", "-nodetach", "-noattr", "-md", digest, "-outform", "DER", "-in",
            own.path("contents"), "-signer", folder.path("leaf.pem"), "-inkey", folder.path("leaf.key"), "-certfile",
            folder.path("intermediate.pem"), "-out", own.path("receipt"))
        return try own.read("receipt").base64EncodedString()
    }
}
