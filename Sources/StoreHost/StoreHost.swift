// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
package import Foundation
package import SignedData
package import StoreConfiguration
package import StoreEngine
import Synchronization

/// An engine brought to life: it has a clock, signs what it says, remembers what changed for whom, and wakes those who
/// wait.
///
/// A class with a lock rather than an actor, because tests ask it things outside of any task. Decisions are taken inside
/// the lock; signing and waking happen outside.
package final class StoreHost: Sendable {
    package let signer: StoreSigner
    let waiters = WaitingRoom<AccountID>()
    /// Those who wait for the store's time to come to a moment.
    let timeWaiters = WaitingRoom<StoreInstant>()
    let clock: any StoreClock
    private let state: Mutex<HostState>

    /// Opens a store that lives as long as the process.
    ///
    /// - Parameters:
    ///   - settings: The store's switches; those of the configuration when `nil`.
    ///   - seed: Decides every identifier that the store makes up.
    package init(
        configuration: StoreKitConfiguration, identity: AppIdentity, settings: StoreSettings? = nil,
        identifiers: IdentifierScheme = .sandbox, signer: StoreSigner, clock: any StoreClock = SystemClock(),
        seed: UInt64
    ) {
        self.signer = signer
        self.clock = clock
        let opening = Journal.Opening(
            identity: identity, settings: settings ?? StoreSettings(configuration.settings), identifiers: identifiers,
            seed: seed, date: clock.now)
        state = Mutex(
            HostState(
                opening: opening, catalogue: Catalogue(configuration),
                offers: Self.offerVerifier(configuration, bundleID: identity.bundleID)))
    }

    /// Opens a store that is kept, or opens it again.
    ///
    /// - Parameters:
    ///   - configuration: The one the store was first opened with.
    ///   - journal: Takes down what happens from now on. Notifications that came up while the record was gone through
    ///     again are handed to it first, known ones too: they have the numbers they had.
    /// - Throws: ``Refusal`` when an event is refused that was not then: the record is of another configuration.
    package init(
        of record: HostRecord, configuration: StoreKitConfiguration, signer: StoreSigner,
        clock: any StoreClock = SystemClock(), journal: any HostJournal
    ) throws(Refusal) {
        self.signer = signer
        self.clock = clock
        var state = HostState(
            opening: record.opening, catalogue: Catalogue(configuration),
            offers: Self.offerVerifier(configuration, bundleID: record.opening.identity.bundleID))
        state.journal = journal
        if let image = record.image { state.resume(from: image) }
        for event in record.events {
            var effects: [Effect] = []
            try state.replay(event) { effects.append($0) }
            _ = state.record(effects)
            // Of a long history only the newest notifications count.
            if state.unkept.count > 2 * Self.backlog { state.unkept.removeFirst(state.unkept.count - Self.backlog) }
        }
        state.keep()
        self.state = Mutex(state)
    }

    /// A key that cannot be read signs nothing: every offer is refused then, and the message says that its key is unknown.
    private static func offerVerifier(_ configuration: StoreKitConfiguration, bundleID: String) -> OfferVerifier {
        (try? OfferVerifier(bundleID: bundleID, keyPair: configuration.offersKeyPair))
            ?? OfferVerifier(bundleID: bundleID)
    }

    /// How many notifications a reopened store hands out again at most.
    private static let backlog = 10_000

    /// The store's time.
    package var now: StoreInstant {
        state.withLock { clock.now + $0.offset }
    }

    /// How far the store's time is ahead of the clock's, in milliseconds.
    package var offset: Int64 {
        state.withLock { $0.offset }
    }

    /// The accounts that were opened by a name.
    package var accountNames: [String: AccountID] {
        state.withLock { $0.accounts }
    }

    /// The devices that have signed in, and their accounts.
    package var devices: [UUID: AccountID] {
        state.withLock { $0.devices }
    }

    /// How many notifications there have been.
    package var notificationCount: Int {
        access { state, _ in state.notificationCount }
    }

    /// The last 100 purchases that were made without the introductory offer their app claimed, oldest first.
    ///
    /// Customers and apps are not told, as in the App Store; a developer who wonders is.
    package var offerNotices: [OfferNotice] {
        state.withLock { $0.offerNotices }
    }

    /// Reads the engine as it is now, after everything that has fallen due.
    package func read<Answer>(_ body: (Engine) throws -> Answer) rethrows -> Answer {
        try access { state, _ in try body(state.engine) }
    }

    /// Does what a person asks for.
    @discardableResult
    package func perform(_ command: Command) throws(Refusal) -> Outcome {
        let result: Result<Outcome, Refusal> = access { state, emit in
            do throws(Refusal) {
                return .success(try state.apply(command, emit: emit))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// The end of the year 9999, beyond which dates cannot be written; the store's time stops there.
    private static let endOfTime = StoreInstant(milliseconds: 253_402_300_799_999)

    /// Moves the store's time ahead, and returns what fell due on the way, in order.
    @discardableResult
    package func advance(by milliseconds: Int64) -> [Effect] {
        let now = now
        let distance = min(max(0, milliseconds), Self.endOfTime - now)
        return advance(to: now + distance)
    }

    /// Moves the store's time ahead to a moment, and returns what fell due on the way, in order.
    ///
    /// A moment in the past changes nothing.
    @discardableResult
    package func advance(to moment: StoreInstant) -> [Effect] {
        // In one step, because whoever follows the clock would otherwise take the effects away.
        let effects = accessReportingEffects { state, emit in
            let now = clock.now + state.offset
            state.offset += max(now, min(moment, Self.endOfTime)) - now
            state.engine.advance(to: clock.now + state.offset, emit: emit)
            state.note(.clock(offset: state.offset, at: state.engine.now))
            state.alarm?.yield()
        }.effects
        let now = now
        timeWaiters.wake { $0 <= now }
        return effects
    }

    /// Lets a key sign promotional offers and decisions about introductory ones, besides that of the configuration, until
    /// the process ends.
    package func registerOffersKey(_ key: PublicKey, id: String) {
        state.withLock { $0.offers.register(key, id: id) }
    }

    /// The clock's time, which offers' signatures are judged by however far the store's is ahead.
    var realNow: StoreInstant { clock.now }

    /// Makes the store what it was when a snapshot was taken, its time too.
    ///
    /// - Returns: How many notifications there had been; `nil` when there is no snapshot of the name.
    package func restoreSnapshot(named name: String) -> Int? {
        defer { waiters.wake { _ in true } }
        return access { state, _ in
            defer { state.alarm?.yield() }
            state.signedFacts = SignedFacts()
            return state.restoreSnapshot(named: name, at: clock.now) ? state.notificationCount : nil
        }
    }

    /// Finds the account of a name, opening it when nobody has used the name before.
    package func account(named name: String? = nil) -> AccountID {
        access { state, emit in state.account(named: name, emit: emit) }
    }

    /// The notifications from now on, in order; the stream ends when its reader goes away.
    package func notifications() -> AsyncStream<NotificationDraft> {
        let (stream, continuation) = AsyncStream.makeStream(of: NotificationDraft.self)
        let number = state.withLock { $0.subscribe(continuation) }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.unsubscribe(number) }
        }
        return stream
    }

    /// Follows the clock until the calling task is cancelled, so that what falls due happens without being asked for.
    package func run() async {
        let (alarms, alarm) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { $0.alarm = alarm }
        alarm.yield()
        var sleeper: Task<Void, Never>?
        for await _ in alarms {
            sleeper?.cancel()
            let deadline = access { state, _ in
                state.awaited = state.engine.nextDeadline()
                return state.awaited.map { $0 + -state.offset }
            }
            guard let deadline else { continue }
            sleeper = Task { [clock] in
                guard (try? await clock.sleep(until: deadline)) != nil else { return }
                alarm.yield()
            }
        }
        sleeper?.cancel()
    }

    /// Brings the engine up to the clock, does something with it, and tells everybody concerned.
    func access<Answer>(_ body: (inout HostState, Engine.Emit) throws -> Answer) rethrows -> Answer {
        try accessReportingEffects(body).answer
    }

    private func accessReportingEffects<Answer>(
        _ body: (inout HostState, Engine.Emit) throws -> Answer
    ) rethrows -> (answer: Answer, effects: [Effect]) {
        var concerned: Set<AccountID> = []
        // Even when the body throws, what fell due before has happened.
        defer { if !concerned.isEmpty { waiters.wake { concerned.contains($0) } } }
        return try state.withLock { state in
            var effects: [Effect] = []
            state.engine.advance(to: clock.now + state.offset) { effects.append($0) }
            // Taken note of before the body, which may ask what has happened.
            concerned = state.record(effects)
            var done: [Effect] = []
            defer {
                concerned.formUnion(state.record(done))
                state.keep()
            }
            let answer = try body(&state) { done.append($0) }
            return (answer, effects + done)
        }
    }
}
