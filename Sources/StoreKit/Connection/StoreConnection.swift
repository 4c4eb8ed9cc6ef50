// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
package import SignedData
package import StoreLink

/// Connects StoreKit of this process to a store.
///
/// Apple's platforms have one store and no such type.
///
/// Without a call of it StoreKit connects by itself to the store that the environment names: `OPENSTOREKIT_STORE` is
/// its address and `OPENSTOREKIT_ROOT` the path of its `root.der`; `OPENSTOREKIT_BUNDLE_ID` may name the app, which a
/// store of several apps wants to know, and `OPENSTOREKIT_TOKEN` is the client token of a store on another machine.
public enum StoreConnection {
    /// Connects to a store over HTTP in place of any other, for the whole process.
    ///
    /// - Parameters:
    ///   - url: The address, for example `http://127.0.0.1:8080`.
    ///   - rootCertificate: The store's root certificate in DER: nothing that another root vouches for is verified.
    ///   - token: What the store was given with `--client-token`; stores on this machine need none.
    ///   - bundleID: The app that this process is, by which a store of several apps knows it; `nil` means what
    ///     `OPENSTOREKIT_BUNDLE_ID` says, else the main bundle's, else that of the store's only app.
    /// - Throws: ``StoreConnectionError`` when the address or the certificate is none or the store does not answer.
    public static func connect(
        to url: URL, trusting rootCertificate: Data, token: String? = nil, bundleID: String? = nil
    ) async throws {
        let client = try StoreEnvironment.client(
            url, rootCertificate, token: token,
            bundleID: bundleID ?? ProcessInfo.processInfo.environment[StoreEnvironment.bundleIDKey])
        do throws(StoreFailure) {
            try await client.introduce()
        } catch {
            throw StoreConnectionError(.init(rawValue: error.code.rawValue), error.message, fix: error.fix)
        }
        StoreCenter.current.use(client, startsEmpty: false)
    }

    /// Forgets the store that was connected; ``Transaction/updates`` and its like wait for another one.
    public static func disconnect() {
        StoreCenter.current.disconnect()
    }

    /// Connects to a store in this process in place of any other, for the whole process.
    ///
    /// - Parameters:
    ///   - service: The store.
    ///   - trust: Whose signatures count.
    ///   - device: The identifier of the device that this process is to be.
    ///   - bundleID: The app that facts must be about; `nil` means the one the store announces.
    ///   - startsEmpty: Whether the store was made for this connection, so that all that is found in it is news.
    ///   - report: Told of what no API can say, such as a fact that cannot be read.
    /// - Returns: What of the connection can be adjusted while it is in use.
    @discardableResult
    package static func use(
        service: any StoreService, trust: Trust, device: UUID = UUID(), bundleID: String? = nil,
        startsEmpty: Bool = false, report: @escaping @Sendable (StoreConnectionError) -> Void = { _ in }
    ) -> ConnectionControl {
        let client = StoreClient(service: service, trust: trust, device: device, bundleID: bundleID, report: report)
        StoreCenter.current.use(client, startsEmpty: startsEmpty)
        return ConnectionControl(client: client)
    }

    /// The awkward habits of the connected store; without one there are none, and setting them does nothing.
    public static var habits: StoreHabits {
        get { (try? StoreCenter.current.connectedClient())?.habits ?? StoreHabits() }
        set { (try? StoreCenter.current.connectedClient())?.habits = newValue }
    }

    /// Lets somebody answer the store's dialogs: purchases, refunds, codes, subscriptions, prices.
    ///
    /// It holds for stores that are connected later too. `nil` lets the store answer by itself, as at first.
    public static func answerDialogs(with dialogs: (any StoreDialogs)?) {
        StoreCenter.current.answerDialogs(with: dialogs)
    }

    /// Gives an operation and its child tasks a connection of their own: none at first, whatever the process has.
    ///
    /// Detached tasks do not inherit it, but sequences taken inside and handed to them do.
    package static func isolated<Result>(_ operation: () async throws -> Result) async rethrows -> Result {
        try await StoreCenter.$own.withValue(StoreCenter(), operation: operation)
    }
}

/// What of a connection can be adjusted while it is in use.
package struct ConnectionControl: Sendable {
    let client: StoreClient

    /// The device that this process is to the store.
    package var device: UUID { client.device }

    /// Reads a transaction that the store signed for this device.
    package func transaction(signed compact: String) throws(StoreConnectionError) -> Transaction {
        let result: VerificationResult<Transaction> = try client.verifier.verify(compact)
        return result.unsafePayloadValue
    }

    /// The awkward habits of the store.
    package var habits: StoreHabits {
        get { client.habits }
        nonmutating set { client.habits = newValue }
    }

    /// Whether the store answers its dialogs by itself, whoever offers to.
    package var disablesDialogs: Bool {
        get { client.disablesDialogs }
        nonmutating set { client.disablesDialogs = newValue }
    }

    /// Who answers the store's dialogs; without anybody it is whoever answers those of any connection.
    package var dialogs: (any StoreDialogs)? {
        get { client.dialogs }
        nonmutating set { client.dialogs = newValue }
    }
}
