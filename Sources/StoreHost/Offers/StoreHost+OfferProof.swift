// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import StoreEngine
package import StoreLink

extension StoreHost {
    /// Judges an offer as if a customer bought with it now, which nobody does.
    ///
    /// - Parameter token: The `appAccountToken` that the purchase would carry.
    /// - Returns: What the purchase would be told; `nil` for offers that nobody signs.
    package func proof(
        of offer: RequestedOffer, productID: String, token: UUID?, account: AccountID
    ) -> OfferProof? {
        access { state, _ in
            // The device plays no part in a signature.
            var request = PurchaseRequest(device: UUID(), productID: productID, appAccountToken: token)
            request.offer = offer
            guard case .promotional(_, let proof) = state.command(request, by: account, at: realNow).offer else {
                return nil
            }
            return proof
        }
    }
}
