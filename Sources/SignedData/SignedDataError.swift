// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Something that keeps keys or certificates from being read, made or stored.
///
/// A signed text that does not hold is a ``VerificationFailure`` instead.
public struct SignedDataError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong, for programs.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code's name.
        public let rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The bytes are no X.509 certificate.
        public static let certificateMalformed = Code(rawValue: "certificateMalformed")
        /// The bytes are no key.
        public static let keyMalformed = Code(rawValue: "keyMalformed")
        /// The key is none of the kinds the App Store uses.
        public static let keyUnsupported = Code(rawValue: "keyUnsupported")
        /// A directory holds no complete set of keys and certificates, or some that do not belong together.
        public static let authorityDamaged = Code(rawValue: "authorityDamaged")
        /// A directory cannot be written to.
        public static let authorityUnwritable = Code(rawValue: "authorityUnwritable")
        /// OpenSSL refused an operation that should always work.
        public static let cryptographyFailed = Code(rawValue: "cryptographyFailed")
    }

    /// What went wrong, for programs.
    public let code: Code
    /// What was found and what was expected.
    public let message: String
    /// What the reader can do now.
    public let fix: String

    /// All of it in one line.
    public var description: String { "\(code.rawValue): \(message). \(fix)" }

    static func certificateMalformed(_ problem: String) -> Self {
        Self(
            code: .certificateMalformed, message: "This is no X.509 certificate: \(problem)",
            fix: "Give a certificate in DER, or in PEM with BEGIN CERTIFICATE.")
    }

    static func keyMalformed(_ expected: String) -> Self {
        Self(
            code: .keyMalformed, message: "This is no \(expected)",
            fix: "Give a PKCS#8 key such as the .p8 file that App Store Connect hands out.")
    }

    static func keyUnsupported(_ found: String) -> Self {
        Self(
            code: .keyUnsupported, message: "The key is \(found); the App Store uses P-256 and P-384 only",
            fix: "Make a key on the curve prime256v1 (P-256).")
    }

    static func cryptographyFailed(_ operation: String) -> Self {
        Self(
            code: .cryptographyFailed, message: "OpenSSL could not \(operation): \(OpenSSL.drainErrors())",
            fix: "Check that OpenSSL 3 is installed completely and that memory is left.")
    }
}
