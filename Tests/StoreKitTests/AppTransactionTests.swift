// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import StoreKit

@Suite struct AppTransactionTests {
    @Test func withoutAStoreThereIsNone() async {
        await StoreCenter.$own.withValue(StoreCenter()) {
            for await _ in AppTransaction.all { Issue.record("There is no store") }
        }
    }
}
