// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SignedData
import Testing

@testable import AppStoreServerLibrary

@Suite struct ReceiptVerifierTests {
    private static let signer = Result { try ReceiptSigner() }

    private func signer() throws -> ReceiptSigner { try Self.signer.get() }

    /// A date at which the signer's certificates are valid, which begin when they are made.
    private func today() throws -> String { try signer().date }

    private func code(
        _ receipt: String, roots: [Data]? = nil, bundleID: String = Team.bundleID, device: Data? = nil
    ) throws -> ReceiptError.Code? {
        let verifier = try ReceiptVerifier(
            rootCertificates: roots ?? [signer().root], bundleId: bundleID)
        do throws(ReceiptError) {
            _ = try verifier.verify(appReceipt: receipt, deviceIdentifier: device)
            return nil
        } catch {
            #expect(!error.message.isEmpty && !error.fix.isEmpty)
            return error.code
        }
    }

    @Test func readsAReceiptThatHolds() throws {
        let contents = try ReceiptMaker.receipt(
            creationDate: today(),
            purchases: [
                [
                    (1701, DERWriter.integer(1)), (1702, DERWriter.text("com.example.plus")),
                    (1703, DERWriter.text("1000000001")), (1704, DERWriter.date("2026-10-19T01:45:36Z")),
                    (1705, DERWriter.text("1000000000")), (1706, DERWriter.date("2026-09-19T01:45:36Z")),
                    (1708, DERWriter.date("2026-11-19T01:45:36Z")), (1711, DERWriter.integer(12_345_678_901)),
                    (1712, Data([0x16, 0x00])), (1719, DERWriter.integer(1)),
                ]
            ])
        let receipt = try ReceiptVerifier(rootCertificates: [signer().root], bundleId: Team.bundleID)
            .verify(appReceipt: signer().sign(contents))
        #expect(receipt.environment == "ProductionSandbox")
        #expect(receipt.bundleID == Team.bundleID)
        #expect(receipt.applicationVersion == "1.2.3")
        #expect(receipt.originalApplicationVersion == "1.0")
        #expect(receipt.expirationDate == nil)
        let purchase = try #require(receipt.purchases.first)
        #expect(purchase.quantity == 1)
        #expect(purchase.productID == "com.example.plus")
        #expect(purchase.transactionID == "1000000001")
        #expect(purchase.originalTransactionID == "1000000000")
        #expect(purchase.purchaseDate == Date(timeIntervalSince1970: 1_792_374_336))
        #expect(purchase.originalPurchaseDate == Date(timeIntervalSince1970: 1_789_782_336))
        #expect(purchase.expiresDate == Date(timeIntervalSince1970: 1_795_052_736))
        #expect(purchase.webOrderLineItemID == 12_345_678_901)
        #expect(purchase.cancellationDate == nil)
        #expect(purchase.isInIntroductoryOfferPeriod == true)
    }

    @Test func olderDigestsStillCount() throws {
        let old = try ReceiptSigner(digest: "sha1")
        let receipt = try old.sign(ReceiptMaker.receipt(creationDate: old.date))
        #expect(try code(receipt, roots: [old.root]) == nil)
    }

    @Test func anAlteredReceiptIsRefused() throws {
        let contents = try ReceiptMaker.receipt(creationDate: today())
        let receipt = try #require(Data(base64Encoded: try signer().sign(contents)))
        let start = try #require(receipt.range(of: contents)).lowerBound
        for offset in stride(from: 0, to: contents.count, by: 7) {
            var altered = receipt
            altered[start + offset] ^= 0x01
            #expect(try code(altered.base64EncodedString()) == .signatureInvalid)
        }
    }

    @Test func aReceiptAlteredAnywhereIsNeverReadDifferently() throws {
        let contents = try ReceiptMaker.receipt(creationDate: today())
        let receipt = try #require(Data(base64Encoded: try signer().sign(contents)))
        let verifier = try ReceiptVerifier(rootCertificates: [signer().root], bundleId: Team.bundleID)
        let original = try verifier.verify(appReceipt: receipt.base64EncodedString())
        for position in stride(from: 0, to: receipt.count, by: 5) {
            var altered = receipt
            altered[position] ^= 0x10
            let found = try? verifier.verify(appReceipt: altered.base64EncodedString())
            #expect(found == nil || found == original)
        }
    }

    @Test func nobodyUntrustedMaySign() throws {
        let receipt = try signer().sign(ReceiptMaker.receipt(creationDate: today()))
        #expect(try code(receipt, roots: ReceiptVerifier.appleRootCertificates) == .untrusted)
        #expect(try code(receipt, roots: [ReceiptSigner().root]) == .untrusted)
        #expect(try code(receipt, roots: []) == .untrusted)
    }

    @Test func theSignerMustBeMarkedAsOneOfReceipts() throws {
        for signer in [try ReceiptSigner(leafMarker: false), try ReceiptSigner(isLeafAuthority: true)] {
            let receipt = try signer.sign(ReceiptMaker.receipt(creationDate: signer.date))
            #expect(try code(receipt, roots: [signer.root]) == .untrusted)
        }
    }

    @Test(arguments: ["2020-01-01T00:00:00Z", "2060-01-01T00:00:00Z"])
    func certificatesMustBeValidWhenTheReceiptWasMade(_ date: String) throws {
        #expect(try code(signer().sign(ReceiptMaker.receipt(creationDate: date))) == .untrusted)
    }

    @Test func aReceiptWithoutADateIsRefused() throws {
        #expect(try code(signer().sign(ReceiptMaker.receipt(creationDate: nil))) == .corrupt)
        #expect(try code(signer().sign(ReceiptMaker.receipt(creationDate: "yesterday"))) == .corrupt)
    }

    @Test func theAppMustBeTheOneExpected() throws {
        let receipt = try signer().sign(ReceiptMaker.receipt(creationDate: today()))
        #expect(try code(receipt, bundleID: "com.example.other") == .wrongBundleID)
    }

    @Test func theDeviceIsComparedWhereItIsKnown() throws {
        let device = Data((0..<16).map { UInt8($0) })
        let hash = SHA1.hash(device + ReceiptMaker.opaqueValue + DERWriter.text(Team.bundleID))
        let receipt = try signer().sign(ReceiptMaker.receipt(creationDate: today(), deviceHash: hash))
        #expect(try code(receipt, device: device) == nil)
        #expect(try code(receipt, device: Data(count: 16)) == .wrongDevice)
        #expect(try code(receipt) == nil)
    }

    @Test func receiptsThatNobodySignedAreRefused() throws {
        let receipt = ReceiptMaker.container(ReceiptMaker.receipt()).base64EncodedString()
        #expect(try code(receipt) == .corrupt)
        #expect(try code("AAAA") == .corrupt)
        #expect(try code(signer().sign(Data("no receipt".utf8))) == .corrupt)
    }

    @Test(arguments: ["xcode-app-receipt-with-transaction", "xcode-app-receipt-empty"])
    func believesXcodeOnlyByItsOwnCertificate(_ name: String) throws {
        let bundleID = "com.example.naturelab.backyardbirds.example"
        let receipt = try Fixture.text(name)
        #expect(try code(receipt, roots: ReceiptVerifier.appleRootCertificates, bundleID: bundleID) == .untrusted)
        let folder = try CommandLineTool.Folder()
        try folder.write(#require(Data(base64Encoded: receipt, options: .ignoreUnknownCharacters)), "receipt")
        let certificate = try CommandLineTool.openssl(
            "pkcs7", "-inform", "DER", "-in", folder.path("receipt"), "-print_certs")
        let root = try Certificate(pem: certificate).derRepresentation
        #expect(try code(receipt, roots: [root], bundleID: bundleID) == nil)
    }

    @Test func xcodesCertificateSignsNothingElse() throws {
        let folder = try CommandLineTool.Folder()
        try CommandLineTool.openssl(
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=StoreKit", "-days", "30", "-keyout",
            folder.path("key"), "-out", folder.path("certificate"))
        let root = try Certificate(pem: String(decoding: folder.read("certificate"), as: UTF8.self)).derRepresentation
        func sign(_ environment: String) throws -> String {
            let date = try Certificate(der: root).validity.lowerBound.formatted(.iso8601)
            try folder.write(ReceiptMaker.receipt(environment: environment, creationDate: date), "contents")
            try CommandLineTool.openssl(
                "smime", "-sign", "-binary", "-nodetach", "-noattr", "-outform", "DER", "-in", folder.path("contents"),
                "-signer", folder.path("certificate"), "-inkey", folder.path("key"), "-out", folder.path("receipt"))
            return try folder.read("receipt").base64EncodedString()
        }
        #expect(try code(sign("Xcode"), roots: [root]) == nil)
        #expect(try code(sign("Production"), roots: [root]) == .untrusted)
    }

    @Test func applesRootIsTheOneApplePublishes() throws {
        let root = try Certificate(der: #require(ReceiptVerifier.appleRootCertificates.first))
        let hexadecimal = root.fingerprint.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(hexadecimal == "b0b1730ecbc7ff4505142c49f1295e6eda6bcaed7e2c68c5be91b5a11001f024")
    }
}
