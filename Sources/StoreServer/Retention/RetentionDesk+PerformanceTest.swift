// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreEngine
import StoreHost

extension RetentionDesk {
    /// Begins a test, which goes on by itself; one at a time.
    func beginTest(originalTransactionID: String) throws(APIError) -> PerformanceTestResponse {
        let customer = try testCustomer(originalTransactionID)
        let config = policy.performanceTest
        let result = access { state -> Result<(UUID, String?), APIError> in
            guard state.tests.values.allSatisfy(\.isOver) else { return .failure(.existingPerformanceTestRun) }
            let id = state.random.nextUUID()
            let target = state.contents.realtimeURL
            state.tests[id] = PerformanceTest(config: config, target: target ?? "")
            return .success((id, target))
        }
        let (id, target) = try result.get()
        if let url = target.flatMap({ URL(string: $0) }) {
            Task { await run(id, customer: customer, at: url, config) }
        } else {
            for _ in 0..<config.totalRequests { record(.socketIssue, took: .zero, of: id) }
            end(id)
        }
        return PerformanceTestResponse(config: config, requestId: id.uuidString.lowercased())
    }

    /// How a test stands.
    func test(_ id: UUID) throws(APIError) -> PerformanceTestResultResponse {
        guard let test = access({ $0.tests[id] }) else { throw .performanceTestRunNotFound }
        return test.response
    }

    private func run(_ id: UUID, customer: Customer, at url: URL, _ config: PerformanceTestConfig) async {
        await withTaskGroup(of: Void.self) { [clock] group in
            group.addTask { await self.sendRequests(of: id, customer: customer, at: url, config) }
            // What has no answer by then is pending for ever, and no success.
            group.addTask { try? await clock.sleep(for: .milliseconds(config.totalDuration)) }
            await group.next()
            end(id)
            group.cancelAll()
        }
    }

    private func sendRequests(of id: UUID, customer: Customer, at url: URL, _ config: PerformanceTestConfig) async {
        let limit = Duration.milliseconds(config.responseTimeThreshold)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<max(config.totalRequests, 0) {
                if number >= config.maxConcurrentRequests { await group.next() }
                guard !Task.isCancelled else { break }
                group.addTask {
                    let attempt = await self.ask(customer, id: self.makeID(), at: url, within: limit)
                    self.record(self.result(of: attempt, customer), took: attempt.took, of: id)
                }
            }
        }
    }

    /// What counts as a success is what could be shown.
    private func result(of attempt: Attempt, _ customer: Customer) -> SendAttemptResult {
        do {
            _ = try choice(in: attempt.answer.get(), for: customer, contents: contents)
            return .success
        } catch let failure as SendFailure {
            return failure.result
        } catch let problem as RealtimeProblem {
            return problem.result
        } catch {
            return .other
        }
    }

    private func record(_ result: SendAttemptResult, took: Duration, of id: UUID) {
        access { $0.tests[id]?.record(result, took: took) }
    }

    private func end(_ id: UUID) {
        let status = access { state -> PerformanceTestStatus? in
            state.tests[id]?.isOver = true
            let status = state.tests[id]?.status
            if status == .pass { state.contents.hasPassedTest = true }
            return status
        }
        log("performance test \(id.uuidString.lowercased()) \(status?.rawValue ?? "?")")
    }

    /// The subscription that a test speaks of.
    private func testCustomer(_ id: String) throws(APIError) -> Customer {
        let result = host.read { engine -> Result<SubscriptionIndex, APIError> in
            do throws(APIError) {
                let record = try engine.serverTransaction(id)
                guard !record.isFamilyShared else { throw .familyTransactionNotSupported }
                guard record.original == record.index else { throw .transactionIdNotOriginalTransactionId }
                guard let subscription = record.subscription else { throw .invalidPerformanceTestRequest }
                return .success(subscription)
            } catch {
                // The endpoint knows no transaction that is not found.
                return .failure(error == .transactionIdNotFound ? .invalidTransactionId : error)
            }
        }
        guard let customer = customer(of: try result.get(), locale: nil) else { throw .invalidTransactionId }
        return customer
    }
}
