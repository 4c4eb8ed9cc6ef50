// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import StoreEngine
import StoreHost
import StoreLink

// Customers, their devices and their families.
extension ControlAPI {
    var accountRoutes: [Route] {
        let account = Schema.named("Account")
        return [
            route(
                .get, "/accounts", "Lists the customers", response: .object([.required("accounts", .array(account))])
            ) { _, _ in accounts() },
            route(
                .post, "/accounts", "Opens an account, or changes one that is there",
                request: [
                    .required("account", .string("The name that devices sign in with.")),
                    .optional("storefront", .string("Where the customer shops, ISO 3166-1 alpha-3.")),
                    .optional("askToBuy", .boolean("Whether somebody else must approve purchases.")),
                    .nullable("nextPurchaseError", .string("What the next purchase in the app fails with.")),
                ], response: account
            ) { request, _ in try openAccount(Self.body(request)) },
            route(
                .post, "/accounts/{account}/clearHistory", "Forgets everything a customer bought", response: account
            ) { _, parameters in
                let id = try self.account(parameters)
                try host.perform(.clearHistory(account: id))
                return summary(of: id)
            },
            route(
                .post, "/accounts/{account}/rescindConsent", "Withdraws a parent's consent to a child's use of the app",
                response: account
            ) { _, parameters in
                let id = try self.account(parameters)
                try host.perform(.announce(.rescindConsent(account: id)))
                return summary(of: id)
            },
            route(
                .get, "/accounts/{account}/timeline", "Tells a customer's story: purchases, refunds, notifications",
                response: .object([.required("timeline", .array(.named("Happening")))])
            ) { _, parameters in ["timeline": timeline(of: try self.account(parameters))] },
            route(
                .post, "/devices", "Signs a device in",
                request: [
                    .optional("account", .string("The customer's name; the default customer when left out.")),
                    .optional("device", .string("Its UUID; a new one when left out.")),
                ], response: .object([.required("device", .string()), .required("account", .string())])
            ) { request, _ in try await signIn(Self.body(request)) },
        ]
    }

    var familyRoutes: [Route] {
        let family = Schema.object([
            .required("family", .string()), .required("members", .array(.string("The organiser first."))),
        ])
        return [
            route(
                .get, "/families", "Lists the families", response: .object([.required("families", .array(family))])
            ) { _, _ in
                ["families": host.read { $0.families.families.keys.sorted { $0.value < $1.value } }.map(summary)]
            },
            route(
                .post, "/families", "Opens a family",
                request: [.required("organiser", .string("The account that opens it."))], response: family
            ) { request, _ in
                let order: FamilyOrder = try Self.body(request)
                let outcome = try host.perform(.openFamily(organiser: host.account(named: order.organiser)))
                guard case .family(let id) = outcome else { preconditionFailure("a family came to something else") }
                return summary(of: id)
            },
            route(
                .post, "/families/{family}/members", "Adds an account to a family",
                request: [.required("account", .string())], response: family
            ) { request, parameters in
                let order: MemberOrder = try Self.body(request)
                let id = try self.family(parameters["family"] ?? "")
                try host.perform(.joinFamily(id, account: host.account(named: order.account)))
                return summary(of: id)
            },
            route(
                .post, "/accounts/{account}/leaveFamily",
                "Takes an account out of its family; it ends with its organiser",
                response: .named("Account")
            ) { _, parameters in
                let id = try account(parameters)
                try host.perform(.leaveFamily(account: id))
                return summary(of: id)
            },
        ]
    }

    // MARK: - Accounts

    struct AccountOrder: Decodable {
        var account: String
        var storefront: String?
        var askToBuy: Bool?
        /// The outer `nil` means left out.
        var nextPurchaseError: SimulatedError??

        private enum CodingKeys: CodingKey {
            case account, storefront, askToBuy, nextPurchaseError
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            account = try container.decode(String.self, forKey: .account)
            storefront = try container.decodeIfPresent(String.self, forKey: .storefront)
            askToBuy = try container.decodeIfPresent(Bool.self, forKey: .askToBuy)
            guard container.contains(.nextPurchaseError) else { return }
            nextPurchaseError = .some(
                try container.decodeIfPresent(String.self, forKey: .nextPurchaseError).map(SimulatedError.init))
        }
    }

    private func openAccount(_ order: AccountOrder) throws -> AccountSummary {
        // Checked first, so that nobody is left in another storefront than they were to have.
        if let code = order.storefront, Storefront.named(code) == nil {
            throw ControlFailure.badRequest(
                "The App Store has no storefront \(code)", fix: "Use a three-letter code such as USA.")
        }
        let id = host.account(named: order.account)
        if let code = order.storefront { try host.perform(.moveAccount(account: id, storefront: code)) }
        if let asks = order.askToBuy { try host.perform(.setAskToBuy(account: id, asks)) }
        if let error = order.nextPurchaseError { try host.perform(.failNextPurchase(account: id, error)) }
        return summary(of: id)
    }

    /// The account a path names: by its name, or by its number behind `#`.
    func account(_ parameters: PathParameters) throws(ControlFailure) -> AccountID {
        let name = parameters["account"] ?? ""
        let accounts = host.read(\.accounts)
        if let id = host.accountNames[name] { return id }
        if let found = accounts.first(where: { "#\($0.id.value)" == name }) { return found.id }
        throw .unknownAccount(name)
    }

    func summary(of account: AccountID) -> AccountSummary {
        let labels = accountLabels()
        let devices = host.devices
        return host.read { AccountSummary($0[account], labels: labels, devices: devices, engine: $0) }
    }

    private struct SignIn: Decodable {
        var account: String?
        var device: UUID?
    }

    private func signIn(_ order: SignIn) async throws -> [String: String] {
        let device = order.device ?? UUID()
        _ = try await host.connect(ConnectRequest(device: device, account: order.account))
        let account = host.devices[device].map { accountLabels()[$0] } ?? ""
        return ["device": device.uuidString.lowercased(), "account": account]
    }

    // MARK: - Families

    private struct FamilyOrder: Decodable {
        var organiser: String
    }

    private struct MemberOrder: Decodable {
        var account: String
    }

    private struct FamilySummary: Encodable {
        var family: String
        var members: [String]
    }

    private func family(_ text: String) throws(ControlFailure) -> FamilyID {
        let families = host.read { $0.families.families.keys }
        guard let id = families.first(where: { String($0.value) == text }) else {
            throw ControlFailure(
                code: Refusal.Code.unknownFamily.rawValue, message: "There is no family \(text)",
                fix: "Take one from GET /control/v1/families.", status: 404)
        }
        return id
    }

    private func summary(of family: FamilyID) -> FamilySummary {
        let labels = accountLabels()
        let members = host.read { $0.families.families[family]?.members ?? [] }
        return FamilySummary(family: String(family.value), members: members.map { labels[$0] })
    }
}
