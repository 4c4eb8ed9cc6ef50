// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension AppStoreServerAPIClient {
    /// All pages of a customer's history.
    ///
    /// In ascending order a transaction that changes meanwhile comes a second time, with its new data.
    public nonisolated func transactionHistory(
        anyTransactionId: String, transactionHistoryRequest: TransactionHistoryRequest = TransactionHistoryRequest(),
        version: GetTransactionHistoryVersion = .v2
    ) -> APIPages<HistoryResponse> {
        APIPages {
            await self.getTransactionHistory(
                anyTransactionId: anyTransactionId, revision: $0,
                transactionHistoryRequest: transactionHistoryRequest, version: version)
        } next: {
            $0.hasMore == true ? $0.revision : nil
        }
    }

    /// All pages of a customer's refunds.
    public nonisolated func refundHistory(anyTransactionId: String) -> APIPages<RefundHistoryResponse> {
        APIPages {
            await self.getRefundHistory(anyTransactionId: anyTransactionId, revision: $0)
        } next: {
            $0.hasMore == true ? $0.revision : nil
        }
    }

    /// All pages of the notifications that were sent.
    public nonisolated func notificationHistory(
        notificationHistoryRequest: NotificationHistoryRequest
    ) -> APIPages<NotificationHistoryResponse> {
        APIPages {
            await self.getNotificationHistory(
                paginationToken: $0, notificationHistoryRequest: notificationHistoryRequest)
        } next: {
            $0.hasMore == true ? $0.paginationToken : nil
        }
    }
}
