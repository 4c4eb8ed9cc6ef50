// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension Product {
    /// How a purchase ended that was not refused.
    public enum PurchaseResult: Sendable {
        /// The customer owns the product. Deliver it, then finish the transaction.
        case success(VerificationResult<Transaction>)
        /// The customer changed their mind.
        case userCancelled
        /// Somebody has to act first; if they do, the transaction arrives on ``Transaction/updates``.
        case pending
    }
}
