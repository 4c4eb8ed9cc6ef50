// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The one certificate that StoreKit testing in Xcode signs with, and its key.
///
/// It is self-signed and says so; whoever checks its signatures must have been given this very certificate.
package struct XcodeAuthority: Sendable {
    /// Vouches for ``key``.
    package let certificate: Certificate
    /// Signs payloads.
    package let key: SigningKey

    /// Makes a key and a certificate that is valid from one day before `now`, for one year as Xcode's is.
    ///
    /// A store whose clock will be moved far needs a longer validity: what is signed later does not verify.
    package static func make(now: Date, years: Double = 1) throws(SignedDataError) -> XcodeAuthority {
        let name = "StoreKit Testing in Xcode"
        let key = try SigningKey.generate(.p256)
        let start = now.addingTimeInterval(-86_400)
        let certificate = try CertificateTemplate(
            commonName: name, organization: name, validity: start...start.adding(years: years),
            basicConstraints: "critical,CA:TRUE,pathlen:0", keyUsage: "critical,digitalSignature",
            subjectAlternativeName: "email:\(name)", hasKeyIdentifiers: false
        ).issue(for: key.publicKey, signedBy: key)
        return XcodeAuthority(certificate: certificate, key: key)
    }
}
