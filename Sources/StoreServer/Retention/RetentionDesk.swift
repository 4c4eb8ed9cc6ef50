// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
package import Foundation
import StoreEngine
package import StoreHost
import Synchronization

/// The retention messages of an app in one environment: what was uploaded, and what customers about to cancel are shown.
///
/// A class with a lock, because requests, tests of performance and customers change it at once; nothing is awaited inside.
package final class RetentionDesk: Sendable {
    let host: StoreHost
    let client: any RealtimeClient
    let clock: any Clock<Duration>
    let log: @Sendable (String) -> Void
    /// What this store does in the App Store's place.
    package let policy: RetentionPolicy
    let sandbox: RetentionDesk?
    private let state: Mutex<State>

    struct State: Sendable {
        var contents: RetentionState
        var random: SeededGenerator
        var tests: [UUID: PerformanceTest] = [:]
        var encounters: [RetentionEncounter] = []
    }

    /// Creates a desk.
    ///
    /// - Parameters:
    ///   - policy: `nil` means what the App Store does in the host's environment.
    ///   - sandbox: For Production, the desk whose performance tests count too.
    ///   - contents: What was uploaded before.
    ///   - clock: Measures how long the developer's server takes.
    ///   - seed: Decides the identifiers of requests.
    package init(
        host: StoreHost, client: any RealtimeClient = HTTPRealtimeClient(), policy: RetentionPolicy? = nil,
        sandbox: RetentionDesk? = nil, contents: RetentionState = RetentionState(),
        clock: any Clock<Duration> = ContinuousClock(), seed: UInt64 = .random(in: .min ... .max),
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.host = host
        self.client = client
        self.policy = policy ?? RetentionPolicy(host.read { $0.identity.environment })
        self.sandbox = sandbox
        self.clock = clock
        self.log = log
        state = Mutex(State(contents: contents, random: SeededGenerator(seed: seed)))
    }

    /// What was uploaded and configured; it can be written down and handed to another desk.
    package var contents: RetentionState {
        state.withLock { $0.contents }
    }

    /// The last 100 customers who were about to cancel, oldest first.
    package var encounters: [RetentionEncounter] {
        state.withLock { $0.encounters }
    }

    /// Decides about an image, as the App Store's review does; throws `imageNotFound`.
    package func decide(image id: UUID, _ decision: ImageState) throws(APIError) {
        try change { contents throws(APIError) in try contents.decide(image: id, decision) }
    }

    /// Decides about a message, as the App Store's review does; throws `messageNotFound`.
    package func decide(message id: UUID, _ decision: MessageState) throws(APIError) {
        try change { contents throws(APIError) in try contents.decide(message: id, decision) }
    }

    /// Changes what was uploaded or configured.
    func change<Answer: Sendable>(
        _ body: (inout RetentionState) throws(APIError) -> Answer
    ) throws(APIError) -> Answer {
        let result = access { state -> Result<Answer, APIError> in
            do throws(APIError) {
                return .success(try body(&state.contents))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    func access<Answer: Sendable>(_ body: (inout State) -> Answer) -> Answer {
        state.withLock { body(&$0) }
    }

    /// The identifier of a request.
    func makeID() -> UUID {
        access { $0.random.nextUUID() }
    }

    func note(_ encounter: RetentionEncounter) {
        access { $0.encounters = $0.encounters.suffix(99) + [encounter] }
    }

    /// Sets where the developer's server is asked.
    func setRealtimeURL(_ text: String) throws(APIError) {
        guard text.count <= 256, let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
            url.host()?.isEmpty == false
        else { throw .badRequestRealtimeUrl }
        let isProven = contents.hasPassedTest || sandbox?.contents.hasPassedTest == true
        guard isProven || !policy.needsPassedTest else { throw .forbiddenNoPassingTest }
        access { $0.contents.realtimeURL = text }
    }
}
