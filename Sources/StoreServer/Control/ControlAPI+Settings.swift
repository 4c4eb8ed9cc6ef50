// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreEngine
import StoreHost

extension ControlAPI {
    // MARK: - Settings

    /// The switches to turn; what is left out stays as it is.
    struct SettingsChange: Decodable {
        var timeRate: String?
        var billingRetryOnRenewal: Bool?
        var askToBuy: Bool?
        var interruptedPurchases: Bool?
        /// By the names of configuration files; an empty object lets nothing fail.
        var simulatedErrors: [String: String]?
        /// The outer `nil` means left out, the inner one that there shall be no grace period.
        var gracePeriodDays: Int??

        private enum CodingKeys: CodingKey {
            case timeRate, billingRetryOnRenewal, gracePeriodDays, askToBuy, interruptedPurchases, simulatedErrors
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            timeRate = try container.decodeIfPresent(String.self, forKey: .timeRate)
            billingRetryOnRenewal = try container.decodeIfPresent(Bool.self, forKey: .billingRetryOnRenewal)
            askToBuy = try container.decodeIfPresent(Bool.self, forKey: .askToBuy)
            interruptedPurchases = try container.decodeIfPresent(Bool.self, forKey: .interruptedPurchases)
            simulatedErrors = try container.decodeIfPresent([String: String].self, forKey: .simulatedErrors)
            if container.contains(.gracePeriodDays) {
                gracePeriodDays = .some(try container.decodeIfPresent(Int.self, forKey: .gracePeriodDays))
            }
        }
    }

    func configure(_ change: SettingsChange) throws -> Settings {
        var settings = host.read(\.settings)
        if let name = change.timeRate {
            guard let rate = TimeRate(name: name) else {
                throw ControlFailure.badRequest(
                    "There is no time rate \(name)",
                    fix: "Choose one of \(TimeRate.allCases.map(\.name).joined(separator: ", ")).")
            }
            settings.timeRate = rate
        }
        if let fails = change.billingRetryOnRenewal { settings.billingRetryOnRenewal = fails }
        if let asks = change.askToBuy { settings.askToBuy = asks }
        if let interrupts = change.interruptedPurchases { settings.interruptedPurchases = interrupts }
        if let errors = change.simulatedErrors { settings.simulatedErrors = try Self.simulatedErrors(errors) }
        if let days = change.gracePeriodDays {
            // The lengths that App Store Connect offers.
            if let days, ![3, 16, 28].contains(days) {
                throw ControlFailure.badRequest(
                    "A grace period does not last \(days) days", fix: "Choose 3, 16 or 28 days, or null for none.")
            }
            settings.gracePeriodDays = days
        }
        try host.perform(.configure(settings))
        return Settings(settings)
    }

    private static func simulatedErrors(
        _ errors: [String: String]
    ) throws(ControlFailure) -> [FailablePart: SimulatedError] {
        var simulated: [FailablePart: SimulatedError] = [:]
        for (name, error) in errors {
            guard let part = FailablePart(rawValue: name) else {
                let parts = FailablePart.allCases.map(\.rawValue).joined(separator: ", ")
                throw .badRequest("There is no part \(name) that could fail", fix: "The parts are \(parts).")
            }
            simulated[part] = SimulatedError(rawValue: error)
        }
        return simulated
    }
}
