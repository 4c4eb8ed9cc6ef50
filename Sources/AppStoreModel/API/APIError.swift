// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Why the App Store Server API refused a request.
///
/// A code that is not listed here still reaches the reader, in ``ErrorPayload/errorCode``.
public enum APIError: Int64, Error, Hashable, Sendable {
    /// The request is wrong in a way no other code describes.
    case generalBadRequest = 4000000
    /// The app's number or bundle identifier is malformed.
    case invalidAppIdentifier = 4000002
    /// The `revision` is not one the store gave.
    case invalidRequestRevision = 4000005
    /// The transaction identifier is malformed.
    case invalidTransactionId = 4000006
    /// The original transaction identifier is malformed.
    case invalidOriginalTransactionId = 4000008
    /// The extension is not one of 1 to 90 days.
    case invalidExtendByDays = 4000009
    /// The reason for the extension is not one of 0 to 3.
    case invalidExtendReasonCode = 4000010
    /// The request identifier is missing or longer than 128 characters.
    case invalidRequestIdentifier = 4000011
    /// The start lies before the time for which notifications are kept.
    case startDateTooFarInPast = 4000012
    /// The start does not lie before the end.
    case startDateAfterEndDate = 4000013
    /// The pagination token is not one the store gave for this request.
    case invalidPaginationToken = 4000014
    /// The start date is missing, malformed or in the future.
    case invalidStartDate = 4000015
    /// The end date is missing or malformed.
    case invalidEndDate = 4000016
    /// The pagination token is too old.
    case paginationTokenExpired = 4000017
    /// The notification type is unknown or does not go with the subtype.
    case invalidNotificationType = 4000018
    /// Both a transaction and a notification type were asked for.
    case multipleFiltersSupplied = 4000019
    /// The test notification's token is malformed.
    case invalidTestNotificationToken = 4000020
    /// The order is neither ascending nor descending.
    case invalidSort = 4000021
    /// The product type is none of those the history knows.
    case invalidProductType = 4000022
    /// The product identifier is malformed.
    case invalidProductId = 4000023
    /// The subscription group identifier is malformed.
    case invalidSubscriptionGroupIdentifier = 4000024
    /// The former parameter `excludeRevoked` is neither true nor false.
    case invalidExcludeRevoked = 4000025
    /// The ownership type is unknown.
    case invalidInAppOwnershipType = 4000026
    /// The list of storefronts is present but empty.
    case invalidEmptyStorefrontCountryCodeList = 4000027
    /// A storefront is not a three-letter country code.
    case invalidStorefrontCountryCode = 4000028
    /// The parameter `revoked` is neither true nor false.
    case invalidRevoked = 4000030
    /// A status is not one of 1 to 5.
    case invalidStatus = 4000031
    /// The age of the customer's account is not a known value.
    case invalidAccountTenure = 4000032
    /// The app account token in a consumption report is not a UUID.
    case invalidAppAccountToken = 4000033
    /// The consumption status is not a known value.
    case invalidConsumptionStatus = 4000034
    /// The customer's consent is missing or not given.
    case invalidCustomerConsented = 4000035
    /// The delivery status is not a known value.
    case invalidDeliveryStatus = 4000036
    /// The total of purchases is not a known value.
    case invalidLifetimeDollarsPurchased = 4000037
    /// The total of refunds is not a known value.
    case invalidLifetimeDollarsRefunded = 4000038
    /// The platform is not a known value.
    case invalidPlatform = 4000039
    /// The time of use is not a known value.
    case invalidPlayTime = 4000040
    /// Whether a sample was provided is missing or no Boolean.
    case invalidSampleContentProvided = 4000041
    /// The state of the customer's account is not a known value.
    case invalidUserStatus = 4000042
    /// The transaction is not of a consumable; no longer answered.
    case invalidTransactionNotConsumable = 4000043
    /// The refund preference is not a known value.
    case invalidRefundPreference = 4000044
    /// The transaction's product type is not supported here.
    case invalidTransactionTypeNotSupported = 4000047
    /// An app transaction identifier was given where only transactions are meant.
    case appTransactionIdNotSupported = 4000048
    /// The image is not an acceptable PNG.
    case invalidImage = 4000161
    /// The message's header has more than 66 characters.
    case headerTooLong = 4000162
    /// The message's body has more than 144 characters.
    case bodyTooLong = 4000163
    /// The locale is unknown.
    case invalidLocale = 4000164
    /// The text that stands for an image has more than 150 characters.
    case altTextTooLong = 4000175
    /// The app account token to set is not a UUID.
    case invalidAppAccountTokenUUID = 4000183
    /// The transaction came through Family Sharing.
    case familyTransactionNotSupported = 4000185
    /// The transaction is a later one of its purchase.
    case transactionIdNotOriginalTransactionId = 4000187
    /// The consumed part is not one of 0 to 100000.
    case consumptionPercentageOutOfRange = 4000207
    /// Something not delivered is said to be consumed.
    case undeliveredConsumptionPercentageNonZero = 4000208
    /// A subscription's consumed part was given, which follows from its dates.
    case consumptionPercentageAutoRenewableSubscription = 4000209
    /// The transaction was made through the Advanced Commerce API.
    case advancedCommerceTransactionNotSupported = 4000210
    /// The request for a performance test is malformed.
    case invalidPerformanceTestRequest = 4000211
    /// The performance test's identifier is malformed.
    case invalidRequestId = 4000212
    /// Another performance test is running.
    case existingPerformanceTestRun = 4000213
    /// The realtime URL is malformed.
    case badRequestRealtimeUrl = 4000215
    /// The image does not have the required size.
    case badRequestImageSize = 4000216
    /// The message has too many bullet points.
    case badRequestTooManyBulletPoints = 4000218
    /// A bullet point has more than 66 characters.
    case badRequestBulletPointTextTooLong = 4000219
    /// The header is to stand above an image that is missing.
    case badRequestAboveImageRequiresAnImage = 4000224
    /// The subscription is not in a state that can be extended.
    case subscriptionExtensionIneligible = 4030004
    /// The subscription was already extended twice within a year.
    case subscriptionMaxExtension = 4030005
    /// The subscription came through Family Sharing, where only the buyer's can be extended.
    case familySharedSubscriptionExtensionIneligible = 4030007
    /// The app already has 2000 images.
    case maximumNumberOfImagesReached = 4030014
    /// The app already has 2000 messages.
    case maximumNumberOfMessagesReached = 4030016
    /// The message is not approved.
    case messageNotApproved = 4030017
    /// The message's image is not approved.
    case imageNotApproved = 4030018
    /// A message uses the image.
    case imageInUse = 4030019
    /// No performance test was passed before the realtime URL was set for production.
    case forbiddenNoPassingTest = 4030026
    /// There is no such customer.
    case accountNotFound = 4040001
    /// There is no such customer yet; another attempt may find it.
    case accountNotFoundRetryable = 4040002
    /// There is no such app.
    case appNotFound = 4040003
    /// There is no such app yet; another attempt may find it.
    case appNotFoundRetryable = 4040004
    /// There is no such original transaction.
    case originalTransactionIdNotFound = 4040005
    /// There is no such original transaction yet; another attempt may find it.
    case originalTransactionIdNotFoundRetryable = 4040006
    /// The app has no URL for notifications.
    case serverNotificationUrlNotFound = 4040007
    /// There is no such test notification, or its result is not known yet.
    case testNotificationNotFound = 4040008
    /// There is no such request to extend renewal dates.
    case statusRequestNotFound = 4040009
    /// There is no such transaction in this environment.
    case transactionIdNotFound = 4040010
    /// There is no such image.
    case imageNotFound = 4040014
    /// There is no such message.
    case messageNotFound = 4040015
    /// There is no such performance test.
    case performanceTestRunNotFound = 4040018
    /// The customer has no app transaction.
    case AppTransactionDoesNotExistError = 4040019
    /// No default message is set for the product and locale.
    case defaultMessageNotFound = 4040020
    /// No realtime URL is set.
    case realtimeUrlNotFound = 4040021
    /// There is an image of this identifier.
    case imageAlreadyExists = 4090000
    /// There is a message of this identifier.
    case messageAlreadyExists = 4090001
    /// Too many requests in the hour.
    case rateLimitExceeded = 4290000
    /// The store failed.
    case generalInternal = 5000000
    /// The store failed; another attempt may succeed.
    case generalInternalRetryable = 5000001

    /// The HTTP status the code goes with: its first three digits.
    public var httpStatus: Int { Int(rawValue / 10_000) }

    /// Whether the App Store means the same request to be sent again.
    public var isRetryable: Bool {
        switch self {
        case .accountNotFoundRetryable, .appNotFoundRetryable, .originalTransactionIdNotFoundRetryable,
            .generalInternalRetryable:
            true
        default:
            false
        }
    }
}
