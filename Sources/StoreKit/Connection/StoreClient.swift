// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SignedData
import StoreLink
import Synchronization

/// One connection of this device to a store.
///
/// Facts hold on to it, so that they are finished where they came from.
final class StoreClient: Sendable {
    private struct State {
        /// What the store announced; `nil` until it was asked, and after it forgot this device.
        var introduction: ConnectAnswer?
        /// What the app finished and the store has not been told yet.
        var owed: Set<UInt64> = []
        var habits = StoreHabits()
        var disablesDialogs = false
        var dialogs: (any StoreDialogs)?
    }

    let device: UUID
    /// Told of what a person should know and no API can say.
    let report: @Sendable (StoreConnectionError) -> Void
    let service: any StoreService
    private let signatures: JWSVerifier
    private let bundleID: String?
    private let state = Mutex(State())

    /// Creates a connection that introduces itself when it is first used.
    ///
    /// - Parameter bundleID: The app that facts must be about; `nil` means the one the store announces.
    init(
        service: any StoreService, trust: Trust, device: UUID, bundleID: String?,
        report: @escaping @Sendable (StoreConnectionError) -> Void
    ) {
        self.service = service
        self.signatures = JWSVerifier(trust: trust, expecting: .anything)
        self.device = device
        self.bundleID = bundleID
        self.report = report
    }

    /// Judges facts of this connection.
    var verifier: FactVerifier {
        let announced = state.withLock { $0.introduction?.bundleID }
        return FactVerifier(signatures: signatures, device: device, bundleID: bundleID ?? announced, client: self)
    }

    /// The storefront when the connection was made.
    var announcedStorefront: StorefrontRecord? {
        state.withLock { $0.introduction?.storefront }
    }

    /// What the app finished and the store has not been told yet.
    var owed: Set<UInt64> {
        state.withLock { $0.owed }
    }

    /// The awkward habits that the store has on this connection.
    var habits: StoreHabits {
        get { state.withLock { $0.habits } }
        set { state.withLock { $0.habits = newValue } }
    }

    /// Whether the store answers its dialogs by itself, whoever offers to.
    var disablesDialogs: Bool {
        get { state.withLock { $0.disablesDialogs } }
        set { state.withLock { $0.disablesDialogs = newValue } }
    }

    /// Who answers the store's dialogs on this connection, before whoever answers those of any.
    var dialogs: (any StoreDialogs)? {
        get { state.withLock { $0.dialogs } }
        set { state.withLock { $0.dialogs = newValue } }
    }

    /// Introduces this device unless the store knows it.
    func introduce() async throws(StoreFailure) {
        guard state.withLock({ $0.introduction == nil }) else { return }
        let answer = try await service.connect(ConnectRequest(device: device))
        state.withLock { $0.introduction = answer }
    }

    /// Makes a call, introducing this device first, and again if the store has forgotten it.
    func ask<Answer: Sendable>(
        _ call: @Sendable (any StoreService, UUID) async throws(StoreFailure) -> Answer
    ) async throws(StoreFailure) -> Answer {
        try await introduce()
        do {
            return try await call(service, device)
        } catch  where error.code == .unknownDevice {
            state.withLock { $0.introduction = nil }
            try await introduce()
            return try await call(service, device)
        }
    }

    /// Marks a transaction as delivered; if the store cannot be told now, it will be before the next read.
    func finish(_ transactionID: UInt64) async {
        state.withLock { _ = $0.owed.insert(transactionID) }
        // A task of its own, because what was delivered stays delivered when the caller is cancelled.
        await Task { await settle() }.value
    }

    /// Tells the store what the app finished.
    func settle() async {
        for transactionID in owed.sorted() {
            do throws(StoreFailure) {
                try await ask { service, device throws(StoreFailure) in
                    try await service.finish(FinishRequest(device: device, transactionID: String(transactionID)))
                }
            } catch {
                if error.code != .network, error.code != .cancelled {
                    report(StoreConnectionError(.init(rawValue: error.code.rawValue), error.message, fix: error.fix))
                }
                // Only what the store takes for no request at all will not be another time either.
                guard error.code == .badRequest else { return }
            }
            state.withLock { _ = $0.owed.remove(transactionID) }
        }
    }
}
