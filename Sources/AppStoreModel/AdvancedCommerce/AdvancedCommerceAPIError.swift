// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Why the Advanced Commerce API refused a request.
///
/// It shares its numbers with ``APIError``, where some of them mean something else; which list counts depends on the
/// endpoint. A code that is not listed here still reaches the reader, in ``ErrorPayload/errorCode``.
public enum AdvancedCommerceAPIError: Int64, Error, Hashable, Sendable {
    /// The transaction identifier is malformed.
    case invalidTransactionId = 4000006
    /// The storefront is not a three-letter country code the App Store knows.
    case invalidStorefront = 4000028
    /// The app account token is not a UUID.
    case invalidAppAccountToken = 4000033
    /// The currency is not an ISO 4217 code the App Store sells in.
    case invalidCurrency = 4000053
    /// A modification must add, change or remove at least one item.
    case oneItemNeededInModify = 4000063
    /// `requestInfo` is missing.
    case nullRequestInfo = 4000079
    /// `requestReferenceId` is missing.
    case nullRequestReferenceID = 4000080
    /// `requestReferenceId` is not a UUID.
    case invalidRequestReferenceID = 4000081
    /// The consistency token belongs to a state that has passed, or to nothing.
    case invalidConsistencyToken = 4000082
    /// `version` is missing.
    case nullVersion = 4000083
    /// `version` is not one the App Store knows.
    case unexpectedVersion = 4000084
    /// `transactionId` is missing.
    case nullTransactionId = 4000085
    /// A price is below zero.
    case negativePrice = 4000086
    /// An item's identifier has more than 128 characters.
    case skuLengthExceeded = 4000087
    /// A description has more than 45 characters.
    case descriptionLengthExceeded = 4000088
    /// A display name has more than 30 characters.
    case displayNameLengthExceeded = 4000089
    /// A prorated price is below zero.
    case negativeProratedPrice = 4000091
    /// An offer lacks its `period`.
    case nullOfferPeriod = 4000092
    /// An offer lacks its `periodCount`.
    case nullPeriodCount = 4000093
    /// An offer's number of periods is not above zero.
    case periodCountNotPositive = 4000094
    /// `reason` is missing.
    case nullReason = 4000095
    /// The transaction of the former subscription is malformed or unknown.
    case invalidPreviousTransactionID = 4000096
    /// The request's reference was used before.
    case repeatedRequestReferenceId = 4000097
    /// `currency` is missing.
    case nullCurrency = 4000098
    /// `taxCode` is missing.
    case nullTaxCode = 4000099
    /// `storefront` is missing.
    case nullStorefront = 4000100
    /// `items` is missing.
    case nullItems = 4000101
    /// `item` is missing, or one of several is null.
    case nullItem = 4000102
    /// `descriptors` is missing.
    case nullDescriptors = 4000103
    /// `period` is missing.
    case nullPeriod = 4000104
    /// `SKU` is missing.
    case nullSKU = 4000105
    /// `displayName` is missing.
    case nullDisplayName = 4000106
    /// `description` is missing.
    case nullDescription = 4000107
    /// `price` is missing.
    case nullPrice = 4000109
    /// `retainBillingCycle` is missing.
    case nullRetainBillingCycle = 4000110
    /// `effective` is missing.
    case nullEffective = 4000111
    /// The new `SKU` of a changed item is missing.
    case nullNewSKU = 4000112
    /// The former subscription cannot be succeeded by this one.
    case invalidPreviousSubscription = 4000113
    /// The customer has the item already.
    case productAlreadyExists = 4000114
    /// The changes of items do not fit together.
    case invalidProductChanges = 4000115
    /// The generic product cannot be sold.
    case invalidSalable = 4000116
    /// The generic product cannot be sold with this period.
    case invalidSalableDuration = 4000117
    /// A display name is empty or has characters that may not be in it.
    case invalidDisplayName = 4000118
    /// A description is empty or has characters that may not be in it.
    case invalidDescription = 4000119
    /// The generic product is not one of the Advanced Commerce API.
    case invalidProduct = 4000121
    /// An item's identifier is empty or has characters that may not be in it.
    case invalidSKU = 4000122
    /// The refund type is not a known value.
    case invalidRefundType = 4000123
    /// The refund reason is not a known value.
    case invalidRefundReason = 4000124
    /// The reason for a change is not a known value.
    case invalidChangeReason = 4000125
    /// The reason for an offer is not a known value.
    case invalidOfferReason = 4000126
    /// The tax category is not a known value.
    case invalidTaxProductCode = 4000127
    /// The period of an offer is not a known value.
    case invalidOfferPeriod = 4000128
    /// The number of periods of an offer is not allowed with its period.
    case invalidOfferPeriodCount = 4000129
    /// The period of the subscription is not a known value.
    case invalidRenewalPeriod = 4000130
    /// The price of a renewal is outside what the App Store allows.
    case invalidRenewalPrice = 4000131
    /// An amount of money is outside what the App Store allows.
    case invalidAmount = 4000132
    /// The storefront is not the customer's.
    case mismatchedStorefront = 4000133
    /// The App Store has no prices for this storefront.
    case missingPricingConfigForStorefront = 4000134
    /// The operation is not allowed in the subscription's state.
    case operationNotAllowed = 4000135
    /// There are more items than one request may carry.
    case moreItemsThanAllowed = 4000136
    /// There are more offers than one request may carry.
    case moreOffersThanAllowed = 4000137
    /// The lists of items to add and to change are present but empty.
    case emptyAddChangeItems = 4000139
    /// With a new period every item needs its new price.
    case missingUpdatedItemsWithPeriodChange = 4000140
    /// A new period and a kept renewal date exclude each other.
    case periodResetWithRetainBillingCycle = 4000141
    /// The new period and an item take effect at different times.
    case periodChangeEffectiveConflict = 4000142
    /// One item is added, changed or removed more than once.
    case multipleOperationsOnSingleSKU = 4000143
    /// Items are removed although none is added or changed.
    case removeItemsWithoutAddOrChangeItems = 4000144
    /// An item to remove is not part of the subscription.
    case removeItemNotFound = 4000145
    /// An item to change is not part of the subscription.
    case changeItemNotFound = 4000146
    /// The change does not fit the subscription's renewal date.
    case misalignedBillingCycle = 4000147
    /// A new renewal date and a change at the next renewal exclude each other.
    case billingCycleResetWithEffectiveLater = 4000148
    /// The period changes at once although an item changes at the next renewal.
    case periodChangeImmediateWithEffectiveAtNextBillingCycle = 4000149
    /// One item has more than one price.
    case multiplePrices = 4000150
    /// A prorated price is outside what the App Store allows.
    case invalidProratedPrice = 4000151
    /// An offer's price is outside what the App Store allows.
    case invalidOfferPrice = 4000152
    /// The refund type custom needs a `refundAmount`.
    case nullRefundAmount = 4000153
    /// A refund's amount is below zero.
    case negativeRefundAmount = 4000154
    /// A `refundAmount` goes with the refund type custom only.
    case refundAmountWithoutCustom = 4000155
    /// `refundReason` is missing.
    case nullRefundReason = 4000156
    /// `refundType` is missing.
    case nullRefundType = 4000157
    /// A refusal can be simulated in the sandbox only.
    case simulateRefundDeclineOnlyInSandbox = 4000158
    /// `refundRiskingPreference` is missing.
    case nullRefundRisking = 4000159
    /// The request needs at least one item.
    case atLeastOneItem = 4000160
    /// New texts need a display name or a description.
    case atLeastOneOfDisplayNameOrDescription = 4000165
    /// `targetProductId` is missing.
    case nullTargetProductID = 4000166
    /// The product to migrate to is not one of the Advanced Commerce API.
    case invalidTargetProductID = 4000167
    /// A subscription cannot lose all its items.
    case removalAllNotAllowed = 4000168
    /// `currentSKU` is missing.
    case nullCurrentSKU = 4000169
    /// The signed request of the app is missing.
    case nullAdvancedCommerceData = 4000171
    /// `operation` is not a known value.
    case invalidOperation = 4000172
    /// The signed request of the app cannot be read.
    case malformedPayload = 4000173
    /// The signature of the app's request does not hold.
    case invalidSignature = 4000174
    /// The subscription was migrated before.
    case subscriptionAlreadyMigrated = 4000176
    /// An offer that is under way forbids changing the item before it ends.
    case offerPreventsItemMidCycleChange = 4000177
    /// A price alone cannot be changed by a modification.
    case priceChangeNotSupportedThroughModifyItems = 4000178
    /// The subscription would have more items than allowed.
    case itemLimitExceeded = 4000179
    /// The request does not fit changes that are already on their way.
    case pendingChangesMismatch = 4000180
    /// A refund is already on its way.
    case pendingRefund = 4000181
    /// Only the latest transaction can be refunded in part by time.
    case proratedOnlyLatestTransaction = 4000182
    /// A refusal cannot be simulated for some items only.
    case partialSimulateRefundDecline = 4000184
    /// A subscription that is not active cannot be revoked.
    case revokeOnInactiveSubscription = 4000186
    /// An item depends on more than one other.
    case dependentSKUsCannotBeShared = 4000192
    /// An item that depends on another has dependents itself.
    case dependentSKUsCannotBeChained = 4000193
    /// One item is listed more than once.
    case itemCannotBeSpecifiedMultipleTimes = 4000194
    /// The customer was already told of another price change.
    case priceChangeCannotBeIssuedWhenAlreadyCommunicated = 4000205
    /// The price of a changed item does not fit a price increase under way.
    case invalidPriceForChangeItemInPriceIncrease = 4000214
    /// The item is not one the subscription will renew with.
    case invalidSKUProvidedMustBeCurrentSKUSetToRenew = 4000220
    /// Prices cannot be raised through this API in India.
    case acaPriceIncreaseIsNotCurrentlySupportedInIndia = 4000221
    /// A change at the next renewal has no prorated price.
    case invalidProratedPriceForChangeItemWithEffectiveLater = 4000222
    /// A free trial lasts exactly one period.
    case freeTrialOfferMustUsePeriodCountOfOne = 4000223
    /// The key or the app may not use the Advanced Commerce API.
    case unauthorized = 4010000
    /// There is no such subscription.
    case subscriptionDoesNotExist = 4030008
    /// The customer has such a subscription already.
    case subscriptionAlreadyExists = 4030009
    /// The subscription's state does not allow the request.
    case subscriptionNotEligible = 4030010
    /// The subscription is active already.
    case subscriptionAlreadyActive = 4030011
    /// The customer does not have the item.
    case productNotOwned = 4030013
    /// The subscription is not active.
    case inactiveACASub = 4030015
    /// The customer's payment method does not cover the price.
    case insufficientFunds = 4030020
    /// The item was refunded before.
    case alreadyRefunded = 4030021
    /// The customer's storefront has changed since the purchase.
    case storefrontChange = 4030022
    /// The product cannot be used with this API.
    case productNotEligible = 4030023
    /// The transaction cannot be refunded.
    case transactionNotRefundable = 4030024
    /// The transaction can be refunded by Apple's support only.
    case transactionCannotBeRefundedContactSupport = 4030025
    /// A subscription whose price is about to rise cannot be migrated.
    case migrationNotAllowedWhenPriceIncreaseCommunicated = 4030027
    /// The transaction is unknown in this environment.
    case transactionIdNotFound = 4040010
    /// The generic product is unknown.
    case productNotFound = 4040016
    /// Too many requests were made.
    case rateLimitExceeded = 4290000
    /// Something failed in the App Store.
    case generalInternal = 5000000
    /// Something failed in the App Store; the same request may succeed later.
    case generalInternalRetryable = 5000001
}
