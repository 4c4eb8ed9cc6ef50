// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import StoreEngine

/// The change logs of all accounts.
///
/// Its epochs never repeat: not after a history was cleared, not after a snapshot was restored, and not in another store.
struct ChangeBook: Codable, Sendable {
    /// Names the store.
    private let store: String
    /// How often a snapshot was restored.
    private var restorations = 0
    private var logs: [AccountID: ChangeLog] = [:]
    /// How often the history of an account was cleared.
    private var clearings: [AccountID: Int] = [:]

    init(store: String) {
        self.store = store
    }

    subscript(account: AccountID) -> ChangeLog {
        logs[account] ?? ChangeLog(epoch: epoch(of: account))
    }

    mutating func change(_ account: AccountID, _ body: (inout ChangeLog) -> Void) {
        var log = logs.removeValue(forKey: account) ?? ChangeLog(epoch: epoch(of: account))
        body(&log)
        logs[account] = log
    }

    mutating func clear(_ account: AccountID) {
        logs[account] = nil
        clearings[account, default: 0] += 1
    }

    /// Goes back to an earlier state of the book.
    mutating func restore(_ earlier: Self) {
        let restorations = restorations + 1
        self = earlier
        self.restorations = restorations
        for account in Array(logs.keys) {
            let epoch = epoch(of: account)
            logs[account]?.begin(epoch: epoch)
        }
    }

    private func epoch(of account: AccountID) -> String {
        "\(store)-\(account.value)-\(clearings[account] ?? 0)-\(restorations)"
    }
}
