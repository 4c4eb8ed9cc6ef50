// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The customer's download of the app as the App Store signs it.
public struct AppTransaction: DecodedSignedData, Hashable {
    /// ``receiptType`` as it stands on the wire, also when the value is unknown.
    public var rawReceiptType: String?

    /// The app's number in the App Store; in production only.
    public var appAppleId: Int64?

    /// The app's bundle identifier.
    public var bundleId: String?

    /// The version of the app this was signed for; absent in the Server API's answers.
    public var applicationVersion: String?

    /// The App Store's number for that version.
    public var versionExternalIdentifier: Int64?

    /// When the App Store signed this; this payload has no `signedDate`.
    public var receiptCreationDate: Date?

    /// When the customer first got the app.
    public var originalPurchaseDate: Date?

    /// The version of the app the customer first got.
    public var originalApplicationVersion: String?

    /// SHA-384 over the nonce and the device's identifier in base64; absent in the Server API's answers.
    public var deviceVerification: String?

    /// The nonce hashed into `deviceVerification`.
    public var deviceVerificationNonce: UUID?

    /// When the customer ordered the app before its release.
    public var preorderDate: Date?

    /// The customer's download of the app: one for each Apple Account and app.
    public var appTransactionId: String?

    /// ``originalPlatform`` as it stands on the wire, also when the value is unknown.
    public var rawOriginalPlatform: String?

    /// When the device asked for this.
    public var requestDate: Date?

    /// Creates one from known values.
    public init(
        receiptType: AppStoreEnvironment? = nil, appAppleId: Int64? = nil, bundleId: String? = nil,
        applicationVersion: String? = nil, versionExternalIdentifier: Int64? = nil, receiptCreationDate: Date? = nil,
        originalPurchaseDate: Date? = nil, originalApplicationVersion: String? = nil, deviceVerification: String? = nil,
        deviceVerificationNonce: UUID? = nil, preorderDate: Date? = nil, appTransactionId: String? = nil,
        originalPlatform: PurchasePlatform? = nil, requestDate: Date? = nil
    ) {
        self.init(
            rawReceiptType: receiptType?.rawValue, appAppleId: appAppleId, bundleId: bundleId,
            applicationVersion: applicationVersion, versionExternalIdentifier: versionExternalIdentifier,
            receiptCreationDate: receiptCreationDate, originalPurchaseDate: originalPurchaseDate,
            originalApplicationVersion: originalApplicationVersion, deviceVerification: deviceVerification,
            deviceVerificationNonce: deviceVerificationNonce, preorderDate: preorderDate,
            appTransactionId: appTransactionId, rawOriginalPlatform: originalPlatform?.rawValue,
            requestDate: requestDate)
    }

    /// Creates one from raw values, known or not.
    @_disfavoredOverload
    public init(
        rawReceiptType: String? = nil, appAppleId: Int64? = nil, bundleId: String? = nil,
        applicationVersion: String? = nil, versionExternalIdentifier: Int64? = nil, receiptCreationDate: Date? = nil,
        originalPurchaseDate: Date? = nil, originalApplicationVersion: String? = nil, deviceVerification: String? = nil,
        deviceVerificationNonce: UUID? = nil, preorderDate: Date? = nil, appTransactionId: String? = nil,
        rawOriginalPlatform: String? = nil, requestDate: Date? = nil
    ) {
        self.rawReceiptType = rawReceiptType
        self.appAppleId = appAppleId
        self.bundleId = bundleId
        self.applicationVersion = applicationVersion
        self.versionExternalIdentifier = versionExternalIdentifier
        self.receiptCreationDate = receiptCreationDate
        self.originalPurchaseDate = originalPurchaseDate
        self.originalApplicationVersion = originalApplicationVersion
        self.deviceVerification = deviceVerification
        self.deviceVerificationNonce = deviceVerificationNonce
        self.preorderDate = preorderDate
        self.appTransactionId = appTransactionId
        self.rawOriginalPlatform = rawOriginalPlatform
        self.requestDate = requestDate
    }

    /// The date against which the signer's certificates are judged.
    public var signedDateOptional: Date? { receiptCreationDate }

    private enum CodingKeys: String, CodingKey {
        case rawReceiptType = "receiptType"
        case appAppleId, bundleId, applicationVersion, versionExternalIdentifier, receiptCreationDate,
            originalPurchaseDate, originalApplicationVersion, deviceVerification, deviceVerificationNonce, preorderDate,
            appTransactionId
        case rawOriginalPlatform = "originalPlatform"
        case requestDate
    }

    /// The store that signed this.
    public var receiptType: AppStoreEnvironment? {
        get { rawReceiptType.flatMap(AppStoreEnvironment.init(rawValue:)) }
        set { rawReceiptType = newValue?.rawValue }
    }

    /// The platform on which the customer first got the app.
    public var originalPlatform: PurchasePlatform? {
        get { rawOriginalPlatform.flatMap(PurchasePlatform.init(rawValue:)) }
        set { rawOriginalPlatform = newValue?.rawValue }
    }
}
