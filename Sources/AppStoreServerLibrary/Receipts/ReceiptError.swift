// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Why a receipt gives nothing, or is not to be believed.
public struct ReceiptError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was found, for programs.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code's name.
        public let rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The receipt is whole, but nothing was bought.
        public static let noPurchase = Code(rawValue: "noPurchase")
        /// StoreKit testing in Xcode made the receipt; its transactions are known to no server.
        public static let xcodeReceipt = Code(rawValue: "xcodeReceipt")
        /// This is signed data of StoreKit 2, no receipt.
        public static let jws = Code(rawValue: "jws")
        /// This is a receipt of the other kind: of an app rather than of a transaction, or the other way round.
        public static let otherKind = Code(rawValue: "otherKind")
        /// This is no receipt, or one that was cut or altered.
        public static let corrupt = Code(rawValue: "corrupt")
        /// The signature was not made over this receipt.
        public static let signatureInvalid = Code(rawValue: "signatureInvalid")
        /// The receipt was signed, but by nobody who is trusted.
        public static let untrusted = Code(rawValue: "untrusted")
        /// The receipt belongs to another app.
        public static let wrongBundleID = Code(rawValue: "wrongBundleID")
        /// The receipt was made on another device.
        public static let wrongDevice = Code(rawValue: "wrongDevice")
    }

    /// What was found, for programs.
    public let code: Code
    /// What was found and what was expected, as a sentence without its full stop.
    public let message: String
    /// What the reader can do now.
    public let fix: String

    /// All of it in one line.
    public var description: String { "\(code.rawValue): \(message). \(fix)" }

    static let noPurchase = Self(
        code: .noPurchase, message: "The receipt holds no purchase",
        fix: "Ask for the customer's app transaction instead; consumables leave the receipt once they are finished.")
    static let xcodeReceipt = Self(
        code: .xcodeReceipt, message: "StoreKit testing in Xcode made this receipt",
        fix: "Its transactions exist on that machine only; test servers with Sandbox or a local store.")
    static let jws = Self(
        code: .jws, message: "This is signed data of StoreKit 2, expected a receipt",
        fix: "Verify it with SignedDataVerifier and take the transaction identifier from its payload.")
    static let transactionReceipt = Self(
        code: .otherKind, message: "This is an old receipt of one transaction, expected one of an app",
        fix: "Use transactionId(inTransactionReceipt:).")
    static let appReceipt = Self(
        code: .otherKind, message: "This is a receipt of an app, expected an old one of one transaction",
        fix: "Use transactionId(inAppReceipt:).")
    static let signatureInvalid = Self(
        code: .signatureInvalid, message: "The signature does not belong to this receipt",
        fix: "Somebody altered the receipt. Do not use it.")

    static func corrupt(_ problem: String) -> Self {
        Self(
            code: .corrupt, message: "This is no receipt: \(problem)",
            fix: "Send the whole contents of the file at Bundle.appStoreReceiptURL in base64.")
    }

    static func untrusted(_ problem: String) -> Self {
        Self(
            code: .untrusted, message: "Nobody trusted signed this receipt: \(problem)",
            fix: "Do not use it, unless it comes from a store whose root certificate you meant to give.")
    }

    static func wrongBundleID(found: String?, expected: String) -> Self {
        Self(
            code: .wrongBundleID, message: "The receipt is about the app \(found ?? "(none)"), expected \(expected)",
            fix: "Check the bundle identifier you expect; if it is right, the receipt belongs to another app.")
    }

    static let wrongDevice = Self(
        code: .wrongDevice, message: "The receipt was made on another device",
        fix: "Have the app refresh its receipt; do not use this one.")
}
