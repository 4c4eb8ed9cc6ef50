// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension Transaction {
    /// How asking for a refund ended.
    public enum RefundRequestStatus: Hashable, Sendable {
        /// The store has the request, which says nothing about its decision.
        case success
        /// The customer changed their mind.
        case userCancelled
    }

    /// Lets the customer ask for a refund of this transaction.
    ///
    /// Apple's function of the name takes the window to show the sheet in.
    ///
    /// - Throws: ``RefundRequestError`` when the store does not take it, ``StoreKitError`` when it cannot be asked.
    @MainActor
    public func beginRefundRequest() async throws -> RefundRequestStatus {
        try await Self.beginRefundRequest(for: id)
    }

    /// Lets the customer ask for a refund of a transaction.
    ///
    /// Apple's function of the name takes the window to show the sheet in.
    ///
    /// - Throws: ``RefundRequestError`` when the store does not take it, ``StoreKitError`` when it cannot be asked.
    @MainActor
    public static func beginRefundRequest(for transactionID: UInt64) async throws -> RefundRequestStatus {
        try await StoreCenter.current.requestRefund(of: transactionID)
    }
}
