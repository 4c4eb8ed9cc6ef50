// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Finds a transaction identifier in a receipt, with which to ask the App Store Server API.
///
/// Nothing is verified here, and nothing else in the receipt should be used: see ``ReceiptVerifier``.
public enum ReceiptUtility {
    /// Finds a transaction identifier in an app receipt.
    ///
    /// - Returns: `nil` when there is none, for whatever reason; `0` for receipts of StoreKit testing in Xcode.
    ///   ``transactionId(inAppReceipt:)`` tells the reasons apart.
    public static func extractTransactionId(appReceipt: String) -> String? {
        (try? receipt(appReceipt))?.firstTransactionID
    }

    /// Finds the transaction identifier in an old receipt of one transaction.
    ///
    /// - Returns: `nil` when there is none, for whatever reason; ``transactionId(inTransactionReceipt:)`` tells the
    ///   reasons apart.
    public static func extractTransactionId(transactionReceipt: String) -> String? {
        try? transactionId(inTransactionReceipt: transactionReceipt)
    }

    /// Finds a transaction identifier in an app receipt.
    ///
    /// - Parameter appReceipt: The receipt's file in base64.
    /// - Throws: ``ReceiptError`` with the code `noPurchase`, `xcodeReceipt`, `jws`, `otherKind` or `corrupt`.
    public static func transactionId(inAppReceipt appReceipt: String) throws(ReceiptError) -> String {
        let receipt = try receipt(appReceipt)
        guard !receipt.isFromXcode else { throw .xcodeReceipt }
        guard let identifier = receipt.firstTransactionID else { throw .noPurchase }
        return identifier
    }

    /// Finds the transaction identifier in an old receipt of one transaction.
    ///
    /// - Parameter transactionReceipt: The receipt in base64.
    /// - Throws: ``ReceiptError`` with the code `noPurchase`, `jws`, `otherKind` or `corrupt`.
    public static func transactionId(inTransactionReceipt transactionReceipt: String) throws(ReceiptError) -> String {
        let text = try ReceiptText.transactionReceipt(transactionReceipt)
        guard let encoded = ReceiptText.field("purchase-info", in: text), let purchase = Data(base64Encoded: encoded)
        else { throw .corrupt("it has no purchase-info") }
        guard
            let identifier = ReceiptText.field("transaction-id", in: String(decoding: purchase, as: UTF8.self))
        else { throw .noPurchase }
        return identifier
    }

    private static func receipt(_ text: String) throws(ReceiptError) -> AppReceipt {
        let container = try ReceiptText.container(text)
        do {
            return try AppReceipt(contents: AppReceipt.signedContents(container))
        } catch {
            throw .corrupt("its \(container.count) bytes are no PKCS#7 container with a receipt in it")
        }
    }
}

extension AppReceipt {
    fileprivate var firstTransactionID: String? {
        purchases.lazy.compactMap { $0.transactionID ?? $0.originalTransactionID }.first
    }
}
