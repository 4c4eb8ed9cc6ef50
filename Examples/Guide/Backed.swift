// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PurchaseKit

/// Purchases that a server has to know before anything is handed out.
enum Backed {
    static func manager(
        _ server: ServerValidationService, deliveries: any DataStore, grant: @escaping @Sendable (String) async -> Void
    ) -> PurchaseManager {
        PurchaseManager(deliveries: deliveries) { delivery in
            switch await server.validateWithServer(delivery) {
            case .accepted(let answer):
                for entitlement in answer.entitlements ?? [] { await grant(entitlement.id) }
            case .refused:
                break  // Not this app's, expired or refunded. Finished, for asking again would change nothing.
            case .unanswered(let silence):
                throw silence  // Not finished: it comes again.
            }
        }
    }
}
