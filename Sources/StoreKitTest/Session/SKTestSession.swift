// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
public import Foundation
import SignedData
import StoreConfiguration
import StoreEngine
import StoreHost
public import StoreKit
import Synchronization

// Unchecked, because a class that others may inherit from cannot be checked. Every stored property is a constant of a
// Sendable type but one, a lock around what the session keeps beside its store; what a subclass adds is for it to guard.
/// A store of a test's own, made of a `.storekit` file, in the test's process.
///
/// Making one connects StoreKit of the process to it. It needs no host application, signs everything it says with a
/// certificate of its own, and keeps nothing for the next one. StoreKit stays connected to its store, also when the
/// session is gone, until another is made or `StoreConnection.disconnect()` ends it.
open class SKTestSession: NSObject, @unchecked Sendable {
    let host: StoreHost
    let account: AccountID
    let trust: Trust
    /// The certificate that vouches for everything the session's store signs, in DER.
    ///
    /// Only on Linux. A verifier that is to accept what the store signs has to be given it.
    public let certificate: Data
    private let initialSettings: StoreSettings
    private let initialLocal: Local
    private let disablesDialogsAtFirst: Bool
    private let clockTask: Task<Void, Never>
    private let local: Mutex<Local>
    let connection: ConnectionControl

    /// What the session keeps of its own beside the store.
    private struct Local {
        /// What parts were told to fail with, which the store knows by name only.
        var exactErrors: [FailablePart: any NamedFailure] = [:]
        var failureCode: SKError.Code
        var graceDays: Int
        var customers = 1

        init(_ settings: StoreKitConfiguration.Settings) {
            failureCode = settings.storeKitError.flatMap(SKError.Code.init) ?? .unknown
            graceDays = 16
        }
    }

    /// Makes a store of a file beside the test's source file, in the test bundle's resources, or in a folder above up to that
    /// of the package.
    ///
    /// - Parameters:
    ///   - filename: The file's name, with or without `.storekit`.
    ///   - sourceFile: The file that asks; leave it out.
    /// - Throws: ``SKTestError``; `fileNotFound` names the places that were searched.
    public convenience init(configurationFileNamed filename: String, beside sourceFile: StaticString = #filePath) throws
    {
        try self.init(configurationFileNamed: filename, testedIn: "\(sourceFile)")
    }

    package convenience init(configurationFileNamed filename: String, testedIn sourceFile: String?) throws {
        try self.init(contentsOf: ConfigurationLocator.locate(filename, sourceFile: sourceFile))
    }

    /// Makes a store of a file in the test bundle's resources.
    ///
    /// - Parameter filename: The file's name, with or without `.storekit`.
    /// - Throws: ``SKTestError``; `fileNotFound` names the places that were searched.
    @_disfavoredOverload
    public convenience init(configurationFileNamed filename: String) throws {
        try self.init(contentsOf: ConfigurationLocator.locate(filename, sourceFile: nil))
    }

    /// Makes a store of a file.
    ///
    /// - Throws: ``SKTestError``: `invalidURL` when the URL is not one of a file, `fileNotFound` when there is none,
    ///   `serviceUnavailable` when the file is not a configuration.
    public init(contentsOf fileURL: URL) throws {
        let configuration = try Self.configuration(at: fileURL)
        let now = Date()
        let authority: XcodeAuthority
        do throws(SignedDataError) {
            authority = try XcodeAuthority.make(now: now, years: 100)
        } catch {
            throw SKTestError(.serviceUnavailable, error.message, fix: error.fix)
        }
        initialSettings = StoreSettings(configuration.settings)
        initialLocal = Local(configuration.settings)
        local = Mutex(initialLocal)
        host = StoreHost(
            configuration: configuration,
            identity: AppIdentity(
                bundleID: Bundle.main.bundleIdentifier ?? "com.example.app", environment: .xcode),
            identifiers: .xcode, signer: StoreSigner(JWSSigner(authority)), seed: 0)
        host.keepHistory()
        account = host.account()
        trust = .xcode(authority.certificate)
        certificate = authority.certificate.derRepresentation
        clockTask = Task { [host] in await host.run() }
        disablesDialogsAtFirst = configuration.settings.disableDialogs
        connection = StoreConnection.use(service: host, trust: trust, startsEmpty: true)
        connection.disablesDialogs = disablesDialogsAtFirst
        super.init()
    }

    deinit {
        clockTask.cancel()
        // Its store stays connected until another one is, and its customer is gone.
        connection.dialogs = nil
    }

    private static func configuration(at url: URL) throws(SKTestError) -> StoreKitConfiguration {
        guard url.isFileURL else {
            throw SKTestError(.invalidURL, "\(url) is not the URL of a file", fix: "Use URL(filePath:).")
        }
        guard let data = FileManager.default.contents(atPath: url.path) else {
            throw SKTestError(
                .fileNotFound, "There is no readable file at \(url.path)", fix: "Correct the path, or make the file.")
        }
        do throws(ConfigurationError) {
            return try ConfigurationDocument(data: data).configuration
        } catch {
            throw SKTestError(.serviceUnavailable, "\(url.lastPathComponent): \(error.message)", fix: error.fix)
        }
    }

    // MARK: - Settings

    /// Whether the store answers its dialogs by itself, whoever offers to.
    open var disableDialogs: Bool {
        get { connection.disablesDialogs }
        set { connection.disablesDialogs = newValue }
    }

    /// Who answers the store's dialogs on the test's device; `nil` lets the store answer by itself.
    ///
    /// Only on Linux: with Apple's session a user interface test taps them.
    public var dialogs: (any StoreDialogs)? {
        get { connection.dialogs }
        set { connection.dialogs = newValue }
    }

    /// The awkward habits of real systems that the store has on the test's device; none at first.
    ///
    /// Only on Linux.
    public var habits: StoreHabits {
        get { connection.habits }
        set { connection.habits = newValue }
    }

    /// How much faster than in the calendar subscriptions renew; it counts from the next period on.
    open var timeRate: TimeRate {
        get { TimeRate(rawValue: settings.timeRate.rawValue) ?? .realTime }
        set { configure { $0.timeRate = StoreEngine.TimeRate(rawValue: newValue.rawValue) ?? .realTime } }
    }

    /// Whether purchases in the app wait for approval.
    open var askToBuyEnabled: Bool {
        get { settings.askToBuy }
        set { configure { $0.askToBuy = newValue } }
    }

    /// Whether purchases in the app are interrupted, and wait until their issue is resolved.
    open var interruptedPurchasesEnabled: Bool {
        get { settings.interruptedPurchases }
        set { configure { $0.interruptedPurchases = newValue } }
    }

    /// Whether every renewal fails to charge and so enters billing retry.
    open var shouldEnterBillingRetryOnRenewal: Bool {
        get { settings.billingRetryOnRenewal }
        set { configure { $0.billingRetryOnRenewal = newValue } }
    }

    /// Whether a customer keeps access for a while after a renewal failed.
    open var billingGracePeriodIsEnabled: Bool {
        get { settings.gracePeriodDays != nil }
        set { configure { $0.gracePeriodDays = newValue ? billingGracePeriodDays : nil } }
    }

    /// How long a customer keeps access after a renewal failed, in days: 3, 16 or 28 in App Store Connect, here any number.
    ///
    /// A weekly subscription has six of them at most. It counts while ``billingGracePeriodIsEnabled`` is set, and in full
    /// at the rates that scale days. Only on Linux: Apple's test store has one length.
    public var billingGracePeriodDays: Int {
        get { settings.gracePeriodDays ?? local.withLock { $0.graceDays } }
        set {
            local.withLock { $0.graceDays = max(1, newValue) }
            if billingGracePeriodIsEnabled { configure { $0.gracePeriodDays = max(1, newValue) } }
        }
    }

    /// The customer's storefront, ISO 3166-1 alpha-3; a code that the App Store does not have changes nothing.
    open var storefront: String {
        get { host.read { $0[account].storefront.countryCode } }
        set {
            guard (try? host.perform(.moveAccount(account: account, storefront: newValue))) != nil else { return }
            configure { $0.storefront = newValue }
        }
    }

    /// The language that products are described in.
    open var locale: Locale {
        get { Locale(identifier: host.read { $0.settings.locale ?? $0[account].storefront.locale }) }
        set { configure { $0.locale = newValue.identifier } }
    }

    /// Sets every switch back to what the configuration file says; nobody answers dialogs and no habits are left.
    ///
    /// Transactions stay.
    open func resetToDefaultState() {
        let settings = initialSettings
        local.withLock { local in
            let customers = local.customers
            local = initialLocal
            local.customers = customers
        }
        for part in FailablePart.allCases {
            host.simulate(nil, named: settings.simulatedErrors[part], for: part)
        }
        connection.disablesDialogs = disablesDialogsAtFirst
        connection.dialogs = nil
        connection.habits = StoreHabits()
        configure { $0 = settings }
        _ = try? host.perform(.moveAccount(account: account, storefront: settings.storefront))
    }

    // MARK: - Simulated errors

    var armedErrors: [FailablePart: SimulatedError] { settings.simulatedErrors }

    func exactError(of part: FailablePart) -> (any NamedFailure)? {
        local.withLock { $0.exactErrors[part] }
    }

    func arm(_ failure: (any NamedFailure)?, for part: FailablePart) {
        local.withLock { $0.exactErrors[part] = failure }
        host.simulate(failure?.error, named: failure?.name, for: part)
    }

    /// A number that no other customer has.
    func customerNumber() -> Int {
        local.withLock { local in
            local.customers += 1
            return local.customers
        }
    }

    var failureCode: SKError.Code {
        get { local.withLock { $0.failureCode } }
        set { local.withLock { $0.failureCode = newValue } }
    }

    private var settings: StoreSettings {
        host.read { $0.settings }
    }

    private func configure(_ change: (inout StoreSettings) -> Void) {
        var settings = settings
        change(&settings)
        // Turning switches is never refused.
        _ = try? host.perform(.configure(settings))
    }
}
