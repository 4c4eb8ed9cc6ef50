// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension SignedFacts {
    /// Names for what is changed when these facts are taken in: lines, and the names of customers.
    ///
    /// Facts that have a name in common are taken in one after the other, however many servers there are.
    func names(app bundleID: String) -> Set<String> {
        var names: Set<String> = []
        func add(_ line: PurchaseLine.ID?, _ claim: OwnerClaim) {
            if let line { names.insert("line/\(bundleID)/\(line.environment)/\(line.originalTransactionID)") }
            if let token = claim.token { names.insert("token/\(bundleID)/\(token)") }
            if let download = claim.appTransactionID { names.insert("download/\(bundleID)/\(download)") }
        }
        for fact in transactions { add(PurchaseLine.ID(fact.payload), OwnerClaim(fact.payload)) }
        for fact in renewalInfos { add(PurchaseLine.ID(fact.payload), OwnerClaim(fact.payload)) }
        return names
    }
}
