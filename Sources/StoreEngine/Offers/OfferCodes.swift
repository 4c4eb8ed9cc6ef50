// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel

/// The offers behind codes, and who has redeemed what.
struct OfferCodes: Codable, Sendable, Equatable {
    /// A code that a customer may redeem.
    struct Redemption: Sendable {
        let code: String
        let place: Int
        let batch: OfferCodeBatch
    }

    private var batches: [OfferCodeBatch] = []
    private var places: [String: Int] = [:]
    /// The one-time codes that are gone.
    private var redeemed: Set<String> = []
    private var counts: [Int] = []
    private var redeemers: [Set<AccountID>] = []

    func contains(_ code: String) -> Bool {
        places[code] != nil
    }

    func batch(of code: String) -> OfferCodeBatch? {
        places[code].map { batches[$0] }
    }

    mutating func register(_ batch: OfferCodeBatch) {
        for code in batch.allCodes { places[code] = batches.count }
        batches.append(batch)
        counts.append(0)
        redeemers.append([])
    }

    /// Finds a code that an account may redeem now, as far as the code itself goes; `nil` when there is no such code.
    func redemption(of code: String, by account: AccountID, at now: StoreInstant) throws(Refusal) -> Redemption? {
        guard let place = places[code] else { return nil }
        let batch = batches[place]
        if let expires = batch.expires, now >= expires {
            throw Refusal(
                .offerCodeExpired, "The codes of \(batch.referenceName) are not accepted any more",
                fix: "Register new ones.")
        }
        let isUsedUp =
            switch batch.codes {
            case .oneTime: redeemed.contains(code)
            case .custom(_, let limit): counts[place] >= limit
            }
        guard !isUsedUp else {
            throw Refusal(
                .offerCodeUsedUp, "The code of \(batch.referenceName) has been redeemed as often as it can be",
                fix: "Use another code, or register new ones.")
        }
        guard !redeemers[place].contains(account) else {
            throw Refusal(
                .ineligibleForOffer, "The customer has redeemed a code of \(batch.referenceName) before",
                fix: "A customer gets each offer once: use another account, or a code of another offer.")
        }
        return Redemption(code: code, place: place, batch: batch)
    }

    mutating func redeem(_ redemption: Redemption, by account: AccountID) {
        if case .oneTime = redemption.batch.codes { redeemed.insert(redemption.code) }
        counts[redemption.place] += 1
        redeemers[redemption.place].insert(account)
    }

    /// Lets an account redeem again what it has redeemed; codes that are gone stay gone.
    mutating func forget(_ account: AccountID) {
        for place in redeemers.indices { redeemers[place].remove(account) }
    }
}
