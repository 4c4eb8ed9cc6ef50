// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PurchaseKit
import StoreKit
import StoreKitTest
import Testing

@testable import TerminalShop

@MainActor @Suite(.isolatedStore, .timeLimit(.minutes(1))) struct TerminalShopTests {
    static let screenshot = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "TerminalShop/session.txt")

    let session: SKTestSession

    init() throws {
        session = try SKTestSession(configurationFileNamed: "Shop")
        // The dates on the screen are those of the store.
        session.advance(to: Date(timeIntervalSince1970: 4_102_444_800))
    }

    @Test("The session in the README is what the shop prints")
    func playsTheSession() async throws {
        let script = try String(contentsOf: Self.screenshot, encoding: .utf8)
        let commands = script.split(separator: "\n").filter { $0.hasPrefix("> ") }.map { String($0.dropFirst(2)) }
        #expect(commands.count > 5)
        var printed: [String] = []
        let session = session
        let manager = PurchaseManager(
            deliveries: MemoryDataStore(), retries: .none, now: { session.now }, deliver: { _ in })
        let service = SubscriptionService(
            SubscriptionServiceParts(
                products: ProductService(productIDs: Main.productIDs, backoff: .none), manager: manager,
                now: { session.now }))
        let shop = TerminalShop(
            service: service, language: .english,
            cancel: { try session.disableAutoRenewForTransaction(identifier: UInt($0.id)) },
            write: { printed.append($0) })
        for command in commands {
            printed.append("> \(command)")
            if command.hasPrefix("#") {
                // A remark: time goes by.
                session.advance(by: .seconds(7 * 86_400))
            } else {
                _ = await shop.obey(command)
            }
        }
        #expect(printed.joined(separator: "\n") + "\n" == script)
        #expect(await shop.obey("quit") == false)
    }
}
