// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreConfiguration

extension Engine {
    mutating func apply(_ announcement: Announcement, emit: Emit) throws(Refusal) -> Outcome {
        switch announcement {
        case .lapse(let index):
            try check(index)
            guard self[index].state.deadline != nil else {
                throw Refusal(.invalidAction, "The subscription is over already", fix: "Buy it again first.")
            }
            cutShort(self[index].latest, emit: emit)
            end(index, at: now, .other, nil, emit: emit)
        case .makeExternalPurchaseToken(let type):
            return .externalPurchaseToken(makeToken(type, emit: emit).id)
        case .remindOfExternalPurchaseToken(let id):
            let token = try externalToken(id)
            guard let expiresAt = token.expiresAt, expiresAt > now else {
                throw Refusal(
                    .invalidAction, "The token is not one of a custom link that is active",
                    fix: "Make a token with a type.")
            }
            notify(.externalPurchaseToken, .activeTokenReminder, detail: .externalPurchaseToken(token), emit: emit)
        case .missReportOfExternalPurchaseToken(let id):
            notify(
                .externalPurchaseToken, .unreported, detail: .externalPurchaseToken(try externalToken(id)), emit: emit)
        case .rescindConsent(let account):
            try check(account)
            notify(.rescindConsent, nil, detail: .consent(account), emit: emit)
        case .notification(let type, let subtype, let transaction):
            return .notification(try announce(type, subtype, about: transaction, emit: emit))
        }
        return .done
    }

    mutating func makeToken(_ type: ExternalPurchaseTokenType?, emit: Emit) -> ExternalToken {
        let id = random.nextUUID().uuidString.lowercased()
        let lifetime: StoreKitConfiguration.Period? =
            switch type {
            case .services: StoreKitConfiguration.Period(unit: .year, value: 1)
            case .acquisition: StoreKitConfiguration.Period(unit: .month, value: 6)
            case nil: nil
            }
        let token = ExternalToken(
            id: identity.environment == .production ? id : "SANDBOX_\(id)", createdAt: now, type: type,
            expiresAt: lifetime.map { now.adding($0) })
        externalTokens.append(token)
        if type != nil {
            notify(.externalPurchaseToken, .created, detail: .externalPurchaseToken(token), emit: emit)
        }
        return token
    }

    private func externalToken(_ id: String) throws(Refusal) -> ExternalToken {
        guard let token = externalTokens.first(where: { $0.id == id }) else {
            throw Refusal(.invalidAction, "There is no token \(id)", fix: "Use one that this store made.")
        }
        return token
    }
}
