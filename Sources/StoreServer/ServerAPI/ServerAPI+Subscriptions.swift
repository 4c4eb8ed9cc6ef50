// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import HTTPService
import StoreEngine
import StoreHost

extension ServerAPI {
    /// Get All Subscription Statuses: the customer's groups, without those in which the filter leaves nothing.
    func subscriptions(_ id: String, _ query: HTTPQuery) throws -> HTTPResponse {
        let wanted = try Self.statuses(query["status"])
        let (identity, found) = try host.read { engine in
            let account = try engine.serverCustomer(id)
            let subscriptions = account.subscriptions.map { engine[$0] }.filter { subscription in
                wanted.isEmpty || wanted.contains(subscription.state.status)
            }
            return (engine.identity, subscriptions.map { Facts($0, in: engine) })
        }
        var groups: [SubscriptionGroupIdentifierItem] = []
        for facts in found {
            let item = LastTransactionsItem(
                status: facts.status, originalTransactionId: facts.renewalInfo.originalTransactionId,
                signedTransactionInfo: try host.signer.sign(facts.transaction),
                signedRenewalInfo: try host.signer.sign(facts.renewalInfo))
            // In a group a customer may have one subscription of their own and one through family.
            if let position = groups.firstIndex(where: { $0.subscriptionGroupIdentifier == facts.groupID }) {
                groups[position].lastTransactions?.append(item)
            } else {
                groups.append(
                    SubscriptionGroupIdentifierItem(
                        subscriptionGroupIdentifier: facts.groupID, lastTransactions: [item]))
            }
        }
        return try Self.json(
            StatusResponse(
                environment: identity.environment, bundleId: identity.bundleID, appAppleId: identity.numberInAnswers,
                data: groups))
    }

    private struct Facts: Sendable {
        let groupID: String
        let status: Status
        let transaction: JWSTransactionDecodedPayload
        let renewalInfo: JWSRenewalInfoDecodedPayload

        init(_ subscription: Subscription, in engine: Engine) {
            groupID = subscription.groupID
            status = subscription.state.status
            transaction = engine.payload(of: engine[subscription.latest], signedAt: engine.now)
            renewalInfo = engine.payload(of: engine.renewal(of: subscription), signedAt: engine.now)
        }
    }

    private static func statuses(_ values: [String]) throws(APIError) -> Set<Status> {
        var statuses: Set<Status> = []
        for value in values {
            guard let status = Int32(value).flatMap(Status.init(rawValue:)) else { throw .invalidStatus }
            statuses.insert(status)
        }
        return statuses
    }
}

extension AppIdentity {
    /// The app's number as answers carry it: in Production only.
    var numberInAnswers: Int64? { environment == .production ? appAppleID : nil }
}
