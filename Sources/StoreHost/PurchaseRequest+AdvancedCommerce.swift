// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreLink

extension PurchaseRequest {
    /// The signed request of an Advanced Commerce purchase, which apps may also hand in as a custom option.
    var signedAdvancedCommerceRequest: String? {
        if let compact = advancedCommerceRequest { return compact }
        guard case .bytes(let data) = customOptions?["advancedCommerceData"] else { return nil }
        // What is not of that form is a signed request that is missing, and refused as such.
        return (try? JSONDecoder().decode(Wrapped.self, from: data))?.signatureInfo.token ?? ""
    }

    private struct Wrapped: Decodable {
        struct Info: Decodable {
            let token: String
        }

        let signatureInfo: Info
    }
}
