// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation

/// Tells nobody of what might be forgotten: a notification goes out when what caused it is on the disk.
struct SettlingClient: NotificationClient {
    let client: any NotificationClient
    let keeper: StoreKeeper

    func post(_ json: Data, to url: URL) async throws(SendFailure) -> Int {
        do {
            try await keeper.settle()
        } catch {
            throw SendFailure(.other)
        }
        return try await client.post(json, to: url)
    }

    func cut(_ json: Data, to url: URL) async {
        guard (try? await keeper.settle()) != nil else { return }
        await client.cut(json, to: url)
    }
}
