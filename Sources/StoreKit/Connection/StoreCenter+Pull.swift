// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import StoreLink
import Synchronization

extension StoreCenter {
    /// Asks a store for what changed, by a call that starts after this one; those who ask at once share it.
    ///
    /// Cancelling the waiting task changes nothing: a read must not say that the customer owns nothing just because
    /// nobody waits for it any more.
    func pull(_ client: StoreClient) async -> PullOutcome {
        await withCheckedContinuation { continuation in
            let (isReplaced, isIdle) = state.withLock { state in
                guard state.isCurrent(client) else { return (true, false) }
                state.session?.readers.append(continuation)
                let isIdle = state.session?.isPulling == false
                state.session?.isPulling = true
                return (false, isIdle)
            }
            if isReplaced { continuation.resume(returning: .replaced) }
            if isIdle { Task { await pullForReaders(client) } }
        }
    }

    /// Pulls as long as there are readers.
    private func pullForReaders(_ client: StoreClient) async {
        while let pull = startPull(client) {
            let outcome = await perform(pull, client)
            for reader in pull.readers {
                reader.resume(returning: outcome)
            }
        }
    }

    private struct Pull {
        let number: Int
        let readers: [CheckedContinuation<PullOutcome, Never>]
        let cursor: ChangeCursor?
    }

    private func startPull(_ client: StoreClient) -> Pull? {
        state.withLock { state in
            guard state.isCurrent(client), var session = state.session.take() else { return nil }
            defer { state.session = session }
            guard !session.readers.isEmpty else {
                session.isPulling = false
                return nil
            }
            session.pullsStarted += 1
            defer { session.readers = [] }
            return Pull(number: session.pullsStarted, readers: session.readers, cursor: session.ledger.cursor)
        }
    }

    private func perform(_ pull: Pull, _ client: StoreClient) async -> PullOutcome {
        do throws(StoreFailure) {
            await client.settle()
            let answer = try await client.ask { service, device throws(StoreFailure) in
                try await service.changes(ChangesRequest(device: device, after: pull.cursor))
            }
            return take(answer, of: pull, client)
        } catch {
            return state.withLock { $0.isCurrent(client) } ? .failed(error) : .replaced
        }
    }

    /// Verifies an answer outside the lock, takes it up under it, and wakes listeners after it.
    private func take(_ answer: ChangesAnswer, of pull: Pull, _ client: StoreClient) -> PullOutcome {
        let unknown = state.withLock { state in
            state.isCurrent(client) ? state.session?.unknownTexts(in: answer) : nil
        }
        guard let unknown else { return .replaced }
        let verifier = client.verifier
        var new = NewFacts(transactions: unknown.purchases)
        for text in unknown.transactions {
            new.transactions[text] = verified(text, by: verifier, client)
        }
        for text in unknown.renewalInfos {
            new.renewalInfos[text] = verified(text, by: verifier, client)
        }
        let wakes: Audience.Wakes? = state.withLock { state in
            guard state.isCurrent(client), var session = state.session.take() else { return nil }
            defer { state.session = session }
            for text in unknown.purchases.keys {
                session.purchases[text] = nil
            }
            // A copy that nobody needs would cost the whole history with each pull.
            let before = client.habits.haveLags ? session.ledger : nil
            let news = session.ledger.apply(answer, new: new, storefrontBefore: client.announcedStorefront)
            if let before { session.habits.begin(client.habits, before: before, after: session.ledger) }
            session.ledger.finishedHere = client.owed
            return state.audience.deliver(news, pull: pull.number) { session.ledger.unfinished() }
        }
        guard let wakes else { return .replaced }
        for wake in wakes {
            wake()
        }
        return .done
    }

    private func verified<Fact: SignedFact>(
        _ text: String, by verifier: FactVerifier, _ client: StoreClient
    ) -> VerificationResult<Fact>? {
        do {
            return try verifier.verify(text)
        } catch {
            client.report(error)
            return nil
        }
    }
}

extension StoreCenter.Session {
    /// What of an answer has to be verified, and what has been already when it was bought.
    fileprivate func unknownTexts(
        in answer: ChangesAnswer
    ) -> (transactions: [String], renewalInfos: [String], purchases: [String: VerificationResult<Transaction>]) {
        let unknown = ledger.unknownTexts(in: answer)
        let bought = unknown.transactions.filter { purchases[$0] != nil }
        return (
            unknown.transactions.filter { purchases[$0] == nil }, unknown.renewalInfos,
            purchases.filter { bought.contains($0.key) }
        )
    }
}
