// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
package import Foundation
package import StoreEngine

extension StoreHost {
    /// Announces a notification of any documented type and subtype, whether or not its cause ever happened.
    ///
    /// It carries the facts as the ledger has them; a command that causes it makes facts that fit.
    ///
    /// - Parameter transaction: What it is about; TEST, EXTERNAL_PURCHASE_TOKEN and RENEWAL_EXTENSION/SUMMARY need none.
    /// - Returns: The notification's identifier.
    @discardableResult
    package func announce(
        _ type: NotificationTypeV2, _ subtype: Subtype? = nil, about transaction: TransactionIndex? = nil
    ) throws(Refusal) -> UUID {
        switch try perform(.announce(.notification(type, subtype, transaction: transaction))) {
        case .notification(let id): id
        case let outcome: preconditionFailure("an announcement came to \(outcome)")
        }
    }
}
