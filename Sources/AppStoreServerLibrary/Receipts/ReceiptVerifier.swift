// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import SignedData

/// Verifies app receipts on a server: signature, certificates, app and, where it is known, device.
///
/// Certificates are judged at the date the receipt was made, as Apple advises: what was validly signed stays valid.
public struct ReceiptVerifier: Sendable {
    /// Apple Root CA in DER, which receipts from Production and Sandbox lead to.
    public static let appleRootCertificates: [Data] = [Certificate.appleRootCA.derRepresentation]

    private let roots: [Certificate]
    private let bundleID: String

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - rootCertificates: The roots to trust, in DER. The certificate with which StoreKit testing in Xcode signs is
    ///     trusted when it is among them; receipts it signed count only if they say that they are from Xcode.
    ///   - bundleId: The app's bundle identifier.
    /// - Throws: An error that says which root cannot be read.
    public init(rootCertificates: [Data] = appleRootCertificates, bundleId: String) throws {
        roots = try rootCertificates.map { try Certificate(der: $0) }
        bundleID = bundleId
    }

    /// Verifies a receipt.
    ///
    /// - Parameters:
    ///   - appReceipt: The receipt's file in base64.
    ///   - deviceIdentifier: The 16 bytes of `identifierForVendor`, or on macOS the bytes of the network address, of the
    ///     device that sent the receipt; left out, the receipt may be of any device.
    /// - Throws: ``ReceiptError``; nothing in the receipt has been believed then.
    public func verify(appReceipt: String, deviceIdentifier: Data? = nil) throws(ReceiptError) -> AppReceipt {
        let container = try ReceiptText.container(appReceipt)
        let signed: SignedReceipt
        do {
            signed = try SignedReceipt(der: Data(container))
        } catch .malformed(let problem) {
            throw .corrupt(problem)
        } catch {
            throw .signatureInvalid
        }
        let receipt: AppReceipt
        do {
            receipt = try AppReceipt(contents: signed.contents)
        } catch {
            throw .corrupt("what was signed is no receipt")
        }
        guard let date = receipt.creationDate else { throw .corrupt("it does not say when it was made") }
        do throws(VerificationFailure) {
            if receipt.isFromXcode {
                try signed.checkSigner(isOneOf: roots, at: date)
            } else {
                try signed.checkChain(to: roots, at: date)
            }
        } catch {
            throw .untrusted(error.message)
        }
        guard receipt.bundleID == bundleID else { throw .wrongBundleID(found: receipt.bundleID, expected: bundleID) }
        if let deviceIdentifier, !receipt.isFrom(deviceIdentifier) { throw .wrongDevice }
        return receipt
    }
}

extension AppReceipt {
    fileprivate func isFrom(_ deviceIdentifier: Data) -> Bool {
        !deviceHash.isEmpty && SHA1.hash(deviceIdentifier + opaqueValue + encodedBundleID) == Data(deviceHash)
    }
}
