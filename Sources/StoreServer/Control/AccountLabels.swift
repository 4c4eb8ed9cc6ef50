// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import StoreEngine
import StoreHost

/// What people call the accounts: the name a device signed in with, else the number.
struct AccountLabels: Sendable {
    private let names: [AccountID: String]

    init(_ names: [String: AccountID]) {
        self.names = Dictionary(names.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    subscript(account: AccountID) -> String {
        names[account] ?? "#\(account.value)"
    }
}

extension ControlAPI {
    func accountLabels() -> AccountLabels {
        AccountLabels(host.accountNames)
    }
}
