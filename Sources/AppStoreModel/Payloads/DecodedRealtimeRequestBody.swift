// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The store's question what to show a customer who is about to cancel, as it signs it.
public struct DecodedRealtimeRequestBody: DecodedSignedData, Hashable {
    /// The subscription the customer is about to cancel.
    public var originalTransactionId: String

    /// The app's number in the App Store.
    public var appAppleId: Int64

    /// The product the customer is about to cancel.
    public var productId: String

    /// The customer's locale.
    public var userLocale: String

    /// The store's identifier of this request.
    public var requestIdentifier: UUID

    /// When the App Store signed this.
    public var signedDate: Date

    /// ``environment`` as it stands on the wire, also when the value is unknown.
    public var rawEnvironment: String

    /// Creates one from known values.
    public init(
        originalTransactionId: String, appAppleId: Int64, productId: String, userLocale: String,
        requestIdentifier: UUID, signedDate: Date, environment: AppStoreEnvironment
    ) {
        self.init(
            originalTransactionId: originalTransactionId, appAppleId: appAppleId, productId: productId,
            userLocale: userLocale, requestIdentifier: requestIdentifier, signedDate: signedDate,
            rawEnvironment: environment.rawValue)
    }

    /// Creates one from raw values, known or not.
    @_disfavoredOverload
    public init(
        originalTransactionId: String, appAppleId: Int64, productId: String, userLocale: String,
        requestIdentifier: UUID, signedDate: Date, rawEnvironment: String
    ) {
        self.originalTransactionId = originalTransactionId
        self.appAppleId = appAppleId
        self.productId = productId
        self.userLocale = userLocale
        self.requestIdentifier = requestIdentifier
        self.signedDate = signedDate
        self.rawEnvironment = rawEnvironment
    }

    /// The date against which the signer's certificates are judged.
    public var signedDateOptional: Date? { signedDate }

    private enum CodingKeys: String, CodingKey {
        case originalTransactionId, appAppleId, productId, userLocale, requestIdentifier, signedDate
        case rawEnvironment = "environment"
    }

    /// The store that signed this, which also decides the certificates that may vouch for it.
    public var environment: AppStoreEnvironment? {
        get { AppStoreEnvironment(rawValue: rawEnvironment) }
        set { rawEnvironment = newValue?.rawValue ?? rawEnvironment }
    }
}
