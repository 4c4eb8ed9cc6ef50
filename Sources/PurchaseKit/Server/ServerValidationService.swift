// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import StoreKit

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Tells the app's server what was bought, and learns what the customer may use.
///
/// It speaks the subscription server's `POST /v1/verify`. What the server does not answer waits in a queue that survives
/// the process and is sent again in order, each with the idempotency key it had the first time.
public actor ServerValidationService {
    /// Adds what lets the app in, such as a bearer token.
    public typealias Authorization = @Sendable (inout URLRequest) async throws -> Void

    private let endpoint: URL
    private let exchange: any HTTPExchange
    private let backoff: Backoff
    private let file: any DataStore
    private let authorize: Authorization
    private var loadedQueue: ValidationQueue?
    private var underWay: [String: Task<ValidationVerdict, Never>] = [:]
    private var flushing: Task<[String: ValidationVerdict], Never>?

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - endpoint: The whole address, for example `https://purchases.example.com/v1/verify?app=com.example.app`. A
    ///     server of several apps needs the name to tell a transaction of this app from that of another.
    ///   - queue: Where the queue is kept.
    ///   - exchange: Sends requests.
    ///   - backoff: How often a request without an answer is repeated before it is left to the queue.
    ///   - authorize: Adds what lets the app in.
    public init(
        endpoint: URL, queue: any DataStore, exchange: any HTTPExchange = NetworkExchange(),
        backoff: Backoff = .standard, authorize: @escaping Authorization = { _ in }
    ) {
        self.endpoint = endpoint
        self.exchange = exchange
        self.backoff = backoff
        self.authorize = authorize
        file = queue
    }

    // MARK: - Asking

    /// Asks the server about a delivery, as the app's delivery closure does before it hands anything out.
    ///
    /// Callers that ask about the same delivery at once share the request.
    public func validateWithServer(_ delivery: Delivery) async -> ValidationVerdict {
        await validate(ValidationQueue.Entry(key: delivery.key.description, payload: TransactionPayload(delivery)))
    }

    /// Asks the server about a transaction.
    ///
    /// - Throws: The `VerificationError` of a transaction that StoreKit does not vouch for; such a one is not sent.
    public func validateWithServer(_ signed: VerificationResult<Transaction>) async throws -> ValidationVerdict {
        let transaction = try signed.payloadValue
        let key = DeliveryRecord.Claim(transaction, isRestored: false)
        return await validate(
            ValidationQueue.Entry(
                key: Delivery.Key(key, after: nil).description,
                payload: TransactionPayload(transaction, signed.jwsRepresentation)))
    }

    private func validate(_ entry: ValidationQueue.Entry) async -> ValidationVerdict {
        if let running = underWay[entry.key] { return await running.value }
        // Written down first: the process may end before there is an answer.
        queue.add(entry)
        save()
        let asking = Task { await self.ask(entry) }
        underWay[entry.key] = asking
        let verdict = await asking.value
        underWay[entry.key] = nil
        return verdict
    }

    private func ask(_ entry: ValidationQueue.Entry) async -> ValidationVerdict {
        let verdict = await send(entry)
        if case .unanswered = verdict { return verdict }
        queue.remove(entry.key)
        save()
        return verdict
    }

    private func send(_ entry: ValidationQueue.Entry) async -> ValidationVerdict {
        let answer: ServerAnswer
        do {
            answer = try await backoff.run(retrying: Self.retry) { [exchange, authorize, endpoint] in
                let request = try await Self.request(entry, to: endpoint, authorize)
                let answer: ServerAnswer
                do {
                    let (data, response) = try await exchange.answer(to: request)
                    answer = ServerAnswer(data, response)
                } catch {
                    answer = .silent(.network)
                }
                if answer.isCurable { throw Curable(answer: answer) }
                return answer
            }
        } catch let error as Curable {
            answer = error.answer
        } catch {
            answer = .silent(.notAuthorized)
        }
        return answer.verdict
    }

    /// An answer that is not the last word.
    private struct Curable: Error {
        let answer: ServerAnswer
    }

    @Sendable
    private static func retry(_ error: any Error) -> Backoff.Retry {
        (error as? Curable).map { .after($0.answer.retryAfter) } ?? .never
    }

    private static func request(
        _ entry: ValidationQueue.Entry, to endpoint: URL, _ authorize: Authorization
    ) async throws -> URLRequest {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = .sortedKeys
        var request = URLRequest(url: endpoint)
        request.httpMethod = "POST"
        request.httpBody = try encoder.encode(entry.payload)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        request.setValue(entry.key, forHTTPHeaderField: "Idempotency-Key")
        try await authorize(&request)
        return request
    }

    // MARK: - The queue

    /// How many transactions the server has not answered yet.
    public var unansweredCount: Int { queue.entries.count }

    /// Asks again about everything that was not answered, oldest first, until the server falls silent again.
    ///
    /// Do it at launch and when the network comes back.
    ///
    /// - Returns: What came of it, by idempotency key.
    @discardableResult
    public func flush() async -> [String: ValidationVerdict] {
        if let flushing { return await flushing.value }
        let flushing = Task { await self.sendQueue() }
        self.flushing = flushing
        let verdicts = await flushing.value
        self.flushing = nil
        return verdicts
    }

    private func sendQueue() async -> [String: ValidationVerdict] {
        var verdicts: [String: ValidationVerdict] = [:]
        for entry in queue.entries {
            let verdict = await validate(entry)
            verdicts[entry.key] = verdict
            if case .unanswered = verdict { break }
        }
        return verdicts
    }

    private var queue: ValidationQueue {
        get {
            if let loadedQueue { return loadedQueue }
            // What a damaged file held is sent again by the store: its transactions are the truth, the queue is a help.
            let data = try? file.read()
            let loaded = data.flatMap { try? JSONDecoder().decode(ValidationQueue.self, from: $0) } ?? ValidationQueue()
            loadedQueue = loaded
            return loaded
        }
        set {
            loadedQueue = newValue
        }
    }

    private func save() {
        // An unwritten queue still works as long as the process lives.
        guard let data = try? JSONEncoder().encode(queue) else { return }
        try? file.write(data)
    }
}
