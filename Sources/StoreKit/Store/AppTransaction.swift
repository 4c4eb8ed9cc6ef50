// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
public import Foundation

/// The customer's download of the app as the store signed it.
public struct AppTransaction: Sendable {
    /// The app's number in the store; in production only.
    public let appID: UInt64?
    /// The version of the app this was signed for.
    public let appVersion: String
    /// The store's number for that version.
    public let appVersionID: UInt64?
    /// The app.
    public let bundleID: String
    /// The kind of store that signed this.
    public let environment: AppStore.Environment
    /// The version of the app the customer first got.
    public let originalAppVersion: String
    /// When the customer first got the app.
    public let originalPurchaseDate: Date
    /// The platform on which the customer first got the app.
    public let originalPlatform: AppStore.Platform
    /// When the customer ordered the app before its release.
    public let preorderDate: Date?
    /// SHA-384 over the nonce and the device's identifier; empty when the store signed for no device.
    public let deviceVerification: Data
    /// The nonce hashed into ``deviceVerification``.
    public let deviceVerificationNonce: UUID
    /// When the store signed this.
    public let signedDate: Date
    let source: SignedSource<AppStoreModel.AppTransaction>

    /// The record of this app, asked for once and then kept.
    ///
    /// - Throws: ``StoreKitError`` when the store cannot be asked.
    public static var shared: VerificationResult<AppTransaction> {
        get async throws { try await StoreCenter.current.appTransaction(refreshing: false) }
    }

    /// The record of this app, asked for anew.
    ///
    /// - Throws: ``StoreKitError`` when the store cannot be asked.
    public static func refresh() async throws -> VerificationResult<AppTransaction> {
        try await StoreCenter.current.appTransaction(refreshing: true)
    }
}

extension AppTransaction: SignedFact {
    static var kind: String { "app transaction" }

    init?(_ source: SignedSource<AppStoreModel.AppTransaction>) {
        let payload = source.payload
        guard let bundleID = payload.bundleId, let environment = payload.rawReceiptType else { return nil }
        self.source = source
        self.bundleID = bundleID
        self.environment = AppStore.Environment(rawValue: environment)
        appID = payload.appAppleId.flatMap { UInt64(exactly: $0) }
        appVersion = payload.applicationVersion ?? ""
        appVersionID = payload.versionExternalIdentifier.flatMap { UInt64(exactly: $0) }
        originalAppVersion = payload.originalApplicationVersion ?? ""
        signedDate = payload.receiptCreationDate ?? .distantPast
        originalPurchaseDate = payload.originalPurchaseDate ?? signedDate
        originalPlatform = payload.rawOriginalPlatform.map(AppStore.Platform.init) ?? .iOS
        preorderDate = payload.preorderDate
        deviceVerification = payload.deviceHash
        deviceVerificationNonce = payload.deviceNonce
    }
}

extension AppTransaction: Hashable, CustomDebugStringConvertible {
    /// Two are equal when the store signed the same payload, whatever the signatures.
    public static func == (one: Self, other: Self) -> Bool {
        one.source.text.payloadSegment == other.source.text.payloadSegment
    }

    /// Feeds the app and the time of signing to a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(bundleID)
        hasher.combine(signedDate)
    }

    /// The signed JSON.
    public var jsonRepresentation: Data { source.text.payload }

    /// The signed JSON as text, for logs.
    public var debugDescription: String { String(bytes: jsonRepresentation, encoding: .utf8) ?? bundleID }

    /// The customer's download of the app, one for each account and app; empty when the store does not say.
    public var appTransactionID: String { source.payload.appTransactionId ?? "" }

    /// ``originalPlatform`` as signed data spells it.
    @available(iOS, deprecated: 18.4, message: "Use the originalPlatform property instead")
    public var originalPlatformStringRepresentation: String { originalPlatform.rawValue }
}
