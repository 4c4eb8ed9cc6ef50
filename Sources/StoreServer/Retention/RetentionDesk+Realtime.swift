// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreConfiguration
package import StoreEngine
import StoreHost

extension RetentionDesk {
    /// A customer opens the page on which a subscription can be cancelled: the developer's server is asked for a message,
    /// and the default message stands in for a good answer.
    ///
    /// - Parameter locale: The customer's; `nil` means that of the store or of the customer's storefront.
    /// - Returns: What the customer saw, or `nil` when there is no such subscription.
    package func openCancellationPage(
        of index: SubscriptionIndex, locale: String? = nil
    ) async -> RetentionEncounter? {
        guard let customer = customer(of: index, locale: locale) else { return nil }
        let contents = contents
        let id = makeID()
        var shown: RetentionEncounter.Shown?
        var outcome: (result: SendAttemptResult, problem: String?)?
        if let url = contents.realtimeURL.flatMap({ URL(string: $0) }) {
            let attempt = await ask(customer, id: id, at: url, within: policy.realtimeTimeout)
            switch attempt.answer {
            case .success(let answer):
                do throws(RealtimeProblem) {
                    // Read again, because a message may have been deleted while the server thought about it.
                    shown = try choice(in: answer, for: customer, contents: self.contents)
                    outcome = (.success, nil)
                } catch {
                    outcome = (error.result, error.text)
                }
            case .failure(let failure):
                outcome = (failure.result, "The server gave no answer: \(failure.result.rawValue)")
            }
        }
        let place = RetentionState.Place(productID: customer.productID, locale: customer.locale)
        let standIn = contents.defaults[place].flatMap { try? self.contents.showable($0).id }
        let encounter = RetentionEncounter(
            requestIdentifier: id, date: host.now, originalTransactionID: customer.originalTransactionID,
            productID: customer.productID, locale: customer.locale,
            shown: shown ?? standIn.map { .defaultMessage($0) } ?? .nothing, result: outcome?.result,
            problem: outcome?.problem)
        note(encounter)
        if let outcome {
            log("realtime \(customer.productID) \(outcome.result.rawValue)\(outcome.problem.map { ": \($0)" } ?? "")")
        }
        return encounter
    }

    /// Who is about to cancel what.
    struct Customer: Sendable {
        let account: AccountID
        let originalTransactionID: String
        let productID: String
        let groupID: String
        let locale: String
        let appAppleID: Int64
        let environment: AppStoreEnvironment
    }

    func customer(of index: SubscriptionIndex, locale: String?) -> Customer? {
        host.read { engine in
            guard engine.subscriptions.indices.contains(Int(index.value)) else { return nil }
            let subscription = engine[index]
            let account = engine[subscription.account]
            return Customer(
                account: subscription.account, originalTransactionID: engine.identifier(of: subscription.original),
                productID: engine.catalogue[subscription.product].product.id, groupID: subscription.groupID,
                locale: RetentionLocale.shortcode(
                    of: locale ?? engine.settings.locale ?? account.storefront.locale),
                appAppleID: engine.identity.appAppleID ?? 0, environment: engine.identity.environment)
        }
    }

    /// One request to the developer's server.
    struct Attempt: Sendable {
        let answer: Result<RealtimeAnswer, SendFailure>
        let took: Duration
    }

    func ask(_ customer: Customer, id: UUID, at url: URL, within limit: Duration) async -> Attempt {
        let body = DecodedRealtimeRequestBody(
            originalTransactionId: customer.originalTransactionID, appAppleId: customer.appAppleID,
            productId: customer.productID, userLocale: customer.locale, requestIdentifier: id,
            signedDate: host.now.date, environment: customer.environment)
        do {
            let json = try WireJSON.encode(RealtimeRequestBody(signedPayload: host.signer.sign(body)))
            return await ask(json, at: url, within: limit)
        } catch {
            log("a realtime request cannot be signed: \(error)")
            return Attempt(answer: .failure(SendFailure(.other)), took: .zero)
        }
    }

    private func ask(_ json: Data, at url: URL, within limit: Duration) async -> Attempt {
        let start = ContinuousClock.now
        let answer = await withTaskGroup(of: Result<RealtimeAnswer, SendFailure>.self) { [client, clock] group in
            group.addTask {
                do throws(SendFailure) {
                    return .success(try await client.ask(json, at: url))
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                try? await clock.sleep(for: limit)
                return .failure(SendFailure(.timedOut))
            }
            let first = await group.next() ?? .failure(SendFailure(.other))
            group.cancelAll()
            return first
        }
        return Attempt(answer: answer, took: ContinuousClock.now - start)
    }
}
