// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Security)
    import CryptoKit
    public import Foundation
    import Security

    /// Verifies text that the App Store signed, by the system's Security framework.
    public struct StoreSignatureVerifier: SignedTextVerifier {
        private let roots: [Data]

        /// Creates a verifier.
        ///
        /// - Parameter trustedRoots: Root certificates in DER, such as Apple Root CA - G3; for a store that signs with a
        ///   single certificate, as StoreKit testing in Xcode does, that one.
        /// - Throws: When one of them is no certificate.
        public init(trustedRoots: [Data]) throws {
            for root in trustedRoots where SecCertificateCreateWithData(nil, root as CFData) == nil {
                throw SignedTextProblem("A root certificate is not DER")
            }
            roots = trustedRoots
        }

        private struct Header: Decodable {
            let alg: String
            let x5c: [String]
        }

        private struct Dated: Decodable {
            let signedDate: Double?
        }

        /// The payload, if a trusted certificate vouches for it.
        public func payload(of compact: String, as kind: SignedTextKind) throws -> Data {
            let text = try CompactText(compact)
            let header = try JSONDecoder().decode(Header.self, from: text.header)
            guard header.alg == "ES256" else { throw SignedTextProblem("It is not signed by ES256") }
            let chain = header.x5c.compactMap { Data(base64Encoded: $0) }
                .compactMap { SecCertificateCreateWithData(nil, $0 as CFData) }
            guard let leaf = chain.first, chain.count == header.x5c.count else {
                throw SignedTextProblem("Its certificates cannot be read")
            }
            let signed = try JSONDecoder().decode(Dated.self, from: text.payload).signedDate
            try check(chain, at: signed.map { Date(timeIntervalSince1970: $0 / 1000) })
            guard let key = SecCertificateCopyKey(leaf),
                let point = SecKeyCopyExternalRepresentation(key, nil) as Data?,
                let signature = try? P256.Signing.ECDSASignature(rawRepresentation: text.signature),
                try P256.Signing.PublicKey(x963Representation: point).isValidSignature(signature, for: text.signedPart)
            else { throw SignedTextProblem("Its signature does not hold") }
            return text.payload
        }

        /// Checks that the certificates lead to a root that is trusted, at the date of signing as StoreKit judges them.
        private func check(_ chain: [SecCertificate], at date: Date?) throws {
            // A certificate alone has to be a trusted one itself, and a chain has to be as long as Apple's.
            guard chain.count == 3 || chain.count == 1 && roots.contains(SecCertificateCopyData(chain[0]) as Data)
            else {
                throw SignedTextProblem("It does not have three certificates")
            }
            var trust: SecTrust?
            let anchors = roots.compactMap { SecCertificateCreateWithData(nil, $0 as CFData) }
            guard SecTrustCreateWithCertificates(chain as CFArray, SecPolicyCreateBasicX509(), &trust) == errSecSuccess,
                let trust, SecTrustSetAnchorCertificates(trust, anchors as CFArray) == errSecSuccess,
                SecTrustSetAnchorCertificatesOnly(trust, true) == errSecSuccess
            else { throw SignedTextProblem("Its certificates cannot be judged") }
            if let date { SecTrustSetVerifyDate(trust, date as CFDate) }
            var problem: CFError?
            guard SecTrustEvaluateWithError(trust, &problem) else {
                throw SignedTextProblem("Its certificates do not lead to a trusted root")
            }
        }
    }

    /// SHA-384, which ties signed text to a device.
    func sha384(_ text: String) -> Data {
        Data(SHA384.hash(data: Data(text.utf8)))
    }
#endif
