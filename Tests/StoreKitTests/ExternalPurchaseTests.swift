// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreKit
import Testing

@Suite struct ExternalPurchaseTests {
    private func isRefused(_ call: () async throws -> Void) async -> Bool {
        do {
            try await call()
            return false
        } catch StoreKitError.notEntitled {
            return true
        } catch {
            return false
        }
    }

    @Test func nothingLeadsOutOfTheStore() async throws {
        #expect(await !ExternalPurchase.canPresent)
        #expect(await !ExternalPurchaseLink.canOpen)
        #expect(await ExternalPurchaseLink.eligibleURLs == nil)
        #expect(await !ExternalPurchaseCustomLink.isEligible)
        #expect(await !ExternalLinkAccount.canOpen)
        let url = try #require(URL(string: "https://example.com"))
        #expect(await isRefused { _ = try await ExternalPurchase.presentNoticeSheet() })
        #expect(await isRefused { try await ExternalPurchaseLink.open() })
        #expect(await isRefused { try await ExternalPurchaseLink.open(url: url) })
        #expect(await isRefused { _ = try await ExternalPurchaseCustomLink.showNotice(type: .browser) })
        #expect(await isRefused { _ = try await ExternalPurchaseCustomLink.token(for: "ACQUISITION") })
        #expect(await isRefused { try await ExternalLinkAccount.open() })
    }
}
