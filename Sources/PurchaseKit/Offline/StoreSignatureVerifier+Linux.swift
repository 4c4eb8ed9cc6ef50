// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

#if !canImport(Security)
    import AppStoreModel
    public import Foundation
    import SignedData

    /// Verifies text that the App Store signed, by the project's verifier.
    public struct StoreSignatureVerifier: SignedTextVerifier {
        private let verifiers: [JWSVerifier]

        /// Creates a verifier.
        ///
        /// - Parameter trustedRoots: Root certificates in DER, such as Apple Root CA - G3; for a store that signs with a
        ///   single certificate, as StoreKit testing in Xcode does, that one.
        /// - Throws: When one of them is no certificate.
        public init(trustedRoots: [Data]) throws {
            let roots = try trustedRoots.map { try Certificate(der: $0) }
            verifiers =
                [JWSVerifier(trust: .appStore(roots: roots), expecting: .anything)]
                + roots.map { JWSVerifier(trust: .xcode($0), expecting: .anything) }
        }

        /// The payload, if a trusted certificate vouches for it.
        public func payload(of compact: String, as kind: SignedTextKind) throws -> Data {
            var problem = SignedTextProblem("There is no root certificate to trust")
            for verifier in verifiers {
                do {
                    switch kind {
                    case .transaction: _ = try verifier.verify(compact, as: JWSTransactionDecodedPayload.self)
                    case .renewalInfo: _ = try verifier.verify(compact, as: JWSRenewalInfoDecodedPayload.self)
                    }
                    return try CompactText(compact).payload
                } catch {
                    problem = SignedTextProblem("\(error)")
                }
            }
            throw problem
        }
    }

    /// SHA-384, which ties signed text to a device.
    func sha384(_ text: String) -> Data {
        Data(SHA384.digest(text.utf8))
    }
#endif
