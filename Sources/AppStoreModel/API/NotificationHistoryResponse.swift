// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// One page of past notifications.
public struct NotificationHistoryResponse: Codable, Hashable, Sendable {
    /// Where the next page begins; present only when there is one.
    public var paginationToken: String?

    /// Whether there is another page.
    public var hasMore: Bool?

    /// The notifications of this page.
    public var notificationHistory: [NotificationHistoryResponseItem]?

    /// Creates one from its parts.
    public init(
        paginationToken: String? = nil, hasMore: Bool? = nil,
        notificationHistory: [NotificationHistoryResponseItem]? = nil
    ) {
        self.paginationToken = paginationToken
        self.hasMore = hasMore
        self.notificationHistory = notificationHistory
    }
}
