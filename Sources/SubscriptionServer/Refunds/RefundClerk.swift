// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import AppStoreServerLibrary
import Database

/// Answers the App Store's questions about refunds, as policies or people decided.
///
/// What is told is written down before it is told for the first time, so that every try, also after a restart or of another
/// server, tells the same; what was told is not told again.
struct RefundClerk: Sendable {
    let writer: LedgerWriter
    let reader: LedgerReader
    let stores: [Reconciler.Store]
    let now: @Sendable () -> StoreInstant
    let sleep: @Sendable (Duration) async throws -> Void
    let log: RequestLog

    /// How many are answered in one go.
    private static let width = 16
    /// For how long nobody else tries what this one is trying, in milliseconds; a try takes less, with all its repetitions.
    private static let lease: Int64 = 300_000
    /// How long what cannot be decided rests; what would change that wakes it before, in milliseconds.
    private static let rest: Int64 = 600_000
    /// The pauses between tries, in milliseconds.
    private static let pauses: [Int64] = [30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000]
    /// How long it waits at most before it looks again, in milliseconds.
    private static let longestPause: Int64 = 5_000

    /// Answers until the calling task is cancelled.
    func run() async {
        try? await writer.write(on: []) { store throws(DatabaseError) in try store.releaseRefundRequests() }
        while !Task.isCancelled {
            do {
                if try await answerDue() > 0 { continue }
                let next = try await reader.read { store throws(DatabaseError) in try store.nextRefundRequest() }
                let pause = min(max(next.map { $0 - now() } ?? Self.longestPause, 1), Self.longestPause)
                try? await sleep(.milliseconds(pause))
            } catch {
                log.tell("refund requests wait for the ledger", level: "error", problem: "\(error)")
                try? await sleep(.seconds(1))
            }
        }
    }

    /// Looks once at everything that is due; returns how much that was.
    func answerDue() async throws(DatabaseError) -> Int {
        let date = now()
        // Most looks find nothing, and to find that takes no write.
        guard let next = try await reader.read({ store throws(DatabaseError) in try store.nextRefundRequest() }),
            next <= date
        else { return 0 }
        let known = Set(stores.map { "\($0.app)/\($0.environment.rawValue)" })
        let looked = try await writer.write(on: []) { store throws(DatabaseError) in
            var looked: [RefundRequest] = []
            for request in try store.claimRefundRequests(at: date, until: date + Self.lease, limit: Self.width) {
                let canAsk = known.contains("\(request.app)/\(request.environment)")
                let decided = try Self.decide(request, in: store, canAsk: canAsk, at: date)
                try store.put(decided)
                looked.append(decided)
            }
            return looked
        }
        // All at once, so that no claim runs out while its request waits for its turn.
        let failure = await withTaskGroup(of: DatabaseError?.self) { group in
            for request in looked where request.claimed != nil {
                group.addTask {
                    do throws(DatabaseError) { try await tell(request) } catch { return error }
                    return nil
                }
            }
            return await group.reduce(nil) { $0 ?? $1 }
        }
        if let failure { throw failure }
        return looked.count
    }

    /// What becomes of a request at a moment: the answer it is about to be given, or why it gets none.
    ///
    /// Only what is about to be told stays claimed.
    private static func decide(
        _ request: RefundRequest, in store: LedgerStore, canAsk: Bool, at date: StoreInstant
    ) throws(DatabaseError) -> RefundRequest {
        let claimed = request.claimed
        var request = request
        request.claimed = nil
        guard request.outcome == nil, date < request.deadline else {
            request.state = .missed
            if let outcome = request.outcome { request.problem = "the App Store decided before: \(outcome.rawValue)" }
            return request
        }
        func wait(_ problem: String, until next: StoreInstant? = nil) -> RefundRequest {
            request.problem = problem
            request.next = min(next ?? date + rest, request.deadline)
            return request
        }
        guard canAsk else { return wait("the app has no key for the App Store Server API") }
        if request.answer == nil {
            let app = try store.number(ofApp: request.app)
            guard let (version, _, policy) = try store.refundPolicy(app: app) else { return wait("there is no policy") }
            let end = request.requested + (policy.delayMinutes ?? 0) * 60_000
            guard date >= end else { return wait("people may decide first", until: end) }
            if policy.consent == .recorded {
                let consent =
                    if let customer = request.customer {
                        try store.refundConsent(ofCustomer: customer)
                    } else {
                        Bool?.none
                    }
                guard consent == true else { return wait("the customer's consent is not recorded") }
            }
            request.answer = policy.answer(in: try store.circumstances(of: request, app: app, at: date))
            request.decidedBy = "policy \(version)"
        }
        request.problem = nil
        request.attempts += 1
        request.claimed = claimed
        return request
    }

    private func tell(_ request: RefundRequest) async throws(DatabaseError) {
        let store = stores.first { $0.app == request.app && $0.environment.rawValue == request.environment }
        guard let store, let answer = request.answer else { return }
        let result =
            if request.transaction?.advancedCommerceInfo == nil {
                await store.client.sendConsumptionInformation(
                    transactionId: request.transactionID, consumptionRequest: answer)
            } else {
                await store.client.sendFormerConsumption(
                    transactionId: request.transactionID, consumptionRequest: ConsumptionRequestV1(answer))
            }
        let date = now()
        var told = request
        told.claimed = nil
        switch result {
        case .success:
            told.state = .answered
            told.answered = date
        case .failure(let status, let number, _, let message, let cause):
            let said = message ?? status.map { "HTTP status \($0)" } ?? cause.map { "\($0)" } ?? "nothing"
            told.problem = number.map { "\(said) (\($0))" } ?? said
            // A key can be mended; what the App Store finds wrong with an answer stays wrong.
            if let status, (400..<500).contains(status), ![401, 408, 429].contains(status) {
                told.state = .refused
            } else {
                let pause = Self.pauses[min(request.attempts, Self.pauses.count) - 1]
                told.next = min(date + pause, request.deadline)
            }
        }
        let outcome = told
        try await writer.write(on: []) { store throws(DatabaseError) in
            guard var present = try store.refundRequest(outcome.number) else { return }
            if outcome.state == .answered || (present.claimed == request.claimed && present.answer == outcome.answer) {
                try store.put(outcome)
            } else if present.claimed == request.claimed {
                // Who decided otherwise meanwhile is heard, now that the App Store has not heard this one.
                present.claimed = nil
                try store.put(present)
            }
        }
        log.tell(
            "refund request \(request.number) of \(request.app): \(told.state.name)",
            level: told.problem == nil ? "info" : "warning", problem: told.problem)
    }
}

extension ConsumptionRequestV1 {
    /// The same in the form that Advanced Commerce purchases take; what the other form does not ask stays undeclared.
    init(_ answer: ConsumptionRequest) {
        let status: ConsumptionStatus =
            switch answer.consumptionPercentage {
            case nil: .undeclared
            case 0: .notConsumed
            case let part?: part < 100_000 ? .partiallyConsumed : .fullyConsumed
            }
        let delivery: DeliveryStatusV1 =
            switch answer.deliveryStatus {
            case .delivered: .deliveredAndWorkingProperly
            case .undeliveredQualityIssue: .didNotDeliverDueToQualityIssue
            case .undeliveredWrongItem: .deliveredWrongItem
            case .undeliveredServerOutage: .didNotDeliverDueToServerOutage
            case .undeliveredOther, nil: .didNotDeliverForOtherReason
            }
        let preference: RefundPreferenceV1? =
            switch answer.refundPreference {
            case .grantFull: .preferGrant
            case .decline: .preferDecline
            case .grantProrated: .noPreference
            case nil: nil
            }
        self.init(
            customerConsented: answer.customerConsented, consumptionStatus: status, platform: .undeclared,
            sampleContentProvided: answer.sampleContentProvided, deliveryStatus: delivery, accountTenure: .undeclared,
            playTime: .undeclared, lifetimeDollarsRefunded: .undeclared, lifetimeDollarsPurchased: .undeclared,
            userStatus: .undeclared, refundPreference: preference)
    }
}
