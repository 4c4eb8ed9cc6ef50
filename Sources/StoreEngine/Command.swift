// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
package import Foundation

/// Something a person does: a customer, a developer, or the App Store's staff.
package enum Command: Codable, Sendable, Hashable {
    /// Opens an account in a storefront, ISO 3166-1 alpha-3; `nil` means the store's default.
    case openAccount(storefront: String?)
    /// Buys a product.
    case purchase(Purchase)
    /// Chooses a product in the App Store rather than in the app: bought there when purchasing is streamlined, otherwise
    /// left to the app.
    case chooseInAppStore(Purchase, isStreamlined: Bool)
    /// Marks a transaction as delivered.
    case finish(account: AccountID, transaction: TransactionIndex)
    /// Lets a subscription renew, or not.
    case setAutoRenew(subscription: SubscriptionIndex, Bool)
    /// Pays what failed to be charged.
    case resolveBillingIssue(subscription: SubscriptionIndex)
    /// Ends a subscription now and switches its renewal off.
    case expire(subscription: SubscriptionIndex)
    /// Ends the current period now and begins the next.
    case renew(subscription: SubscriptionIndex)
    /// Ends the current period now and lets the renewal fail, with so many days of grace or, when `nil`, none.
    case failRenewal(subscription: SubscriptionIndex, graceDays: Int?)
    /// Pays a purchase back in full.
    case refund(transaction: TransactionIndex, reason: RevocationReason)
    /// Moves an account to another storefront, ISO 3166-1 alpha-3.
    case moveAccount(account: AccountID, storefront: String)
    /// Forgets an account's purchases.
    case clearHistory(account: AccountID)
    /// Forgets which introductory offers an account has used.
    case resetIntroductoryOffers(account: AccountID)
    /// Turns the store's switches.
    case configure(StoreSettings)
    /// Changes prices, or what is on sale.
    case sale(SaleCommand)
    /// Asks a subscriber to agree to a higher price, or answers.
    case priceIncrease(PriceIncreaseCommand)
    /// Moves renewal dates without a charge.
    case extend(ExtensionCommand)
    /// Asks for money back, decides about it, or undoes it.
    case refundDesk(RefundCommand)
    /// Does what a developer's server asks of the Advanced Commerce API.
    case advancedCommerce(AdvancedCommerceCommand)
    /// Makes known what the store itself does not decide.
    case announce(Announcement)
    /// Takes one transaction out of its customer's history, as if it had never been.
    case deleteTransaction(TransactionIndex)
    /// Opens a family.
    case openFamily(organiser: AccountID)
    /// Adds an account to a family, whose members share what can be shared.
    case joinFamily(FamilyID, account: AccountID)
    /// Takes an account out of its family; the family ends with its organiser.
    case leaveFamily(account: AccountID)
    /// Shares a purchase or subscription with the buyer's family, as it is from the beginning, or not.
    case setFamilySharing(transaction: TransactionIndex, Bool)
    /// Makes what an account buys wait for approval, or not.
    case setAskToBuy(account: AccountID, Bool)
    /// Lets a purchase that waits for approval go on.
    case approvePurchase(PendingPurchaseID)
    /// Ends a purchase that waits for approval.
    case declinePurchase(PendingPurchaseID)
    /// Takes a purchase that waits out of its customer's history, whatever it waits for.
    case deletePendingPurchase(PendingPurchaseID)
    /// Lets an interrupted purchase go on, as when the customer has done what the store asked for.
    case resolvePurchase(PendingPurchaseID)
    /// Makes an account's next purchase in the app fail; `nil` takes that back.
    case failNextPurchase(account: AccountID, SimulatedError?)
    /// Sets up an offer behind codes.
    case createOfferCodes(OfferCodeBatch)
    /// Lets rules decide who may have a win-back offer; `nil` means the offer's switch in the configuration.
    case setWinBackRules(productID: String, offerID: String, WinBackRules?)
    /// Says whom the developer's server knows a purchase's customer as, from a subscription's present period on.
    case setAppAccountToken(transaction: TransactionIndex, UUID)
    /// Sends a notification of type TEST.
    case requestTestNotification

    /// What a customer asks for when buying.
    package struct Purchase: Codable, Sendable, Hashable {
        package var account: AccountID
        /// The device it is bought on; `nil` means outside the app.
        package var device: UUID?
        package var productID: String
        package var quantity: Int
        package var appAccountToken: UUID?
        /// An offer that is asked for; without one the introductory offer is applied by itself.
        package var offer: OfferRequest?
        /// What the app claims about the introductory offer.
        package var introductoryOverride: IntroductoryOverride?
        /// How a subscription is billed; `nil` means up front, or as the held product is.
        package var billingPlan: BillingPlanType?
        /// What a signed request of the Advanced Commerce API asks for; the product is a generic one then.
        package var advancedCommerce: AdvancedCommerceOperation?
        /// Whether it waits for approval although neither the account nor the store asks for that.
        package var simulatesAskToBuy: Bool?
        /// When it was made, for a test that needs a history; `nil` means now.
        package var past: PastPurchase?

        /// Creates a purchase.
        package init(
            account: AccountID, device: UUID? = nil, productID: String, quantity: Int = 1,
            appAccountToken: UUID? = nil, offer: OfferRequest? = nil, introductoryOverride: IntroductoryOverride? = nil,
            billingPlan: BillingPlanType? = nil
        ) {
            self.account = account
            self.device = device
            self.productID = productID
            self.quantity = quantity
            self.appAccountToken = appAccountToken
            self.offer = offer
            self.introductoryOverride = introductoryOverride
            self.billingPlan = billingPlan
        }
    }
}

/// What came of a command that was not refused.
package enum Outcome: Sendable, Hashable {
    case done
    /// The account that was opened.
    case account(AccountID)
    /// The transaction that was made, or the one the customer already held.
    case purchased(TransactionIndex)
    /// The purchase that waits for somebody to act.
    case pending(PendingPurchaseID)
    /// The purchase was not made, because it was told to fail.
    case failed(SimulatedError)
    /// The family that was opened.
    case family(FamilyID)
    /// The notification that was asked for.
    case notification(UUID)
    /// The new end of the period that was extended.
    case extended(until: StoreInstant)
    /// The identifier of the token that was made.
    case externalPurchaseToken(String)
}

/// Why the store does not do what it is told; nothing has changed when one is thrown.
package struct Refusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of refusal.
    package enum Code: String, Sendable, Hashable {
        case invalidQuantity
        case productUnavailable
        case unknownAccount
        case unknownTransaction
        case unknownSubscription
        case unknownStorefront
        case invalidAction
        case invalidExtendByDays
        case invalidRequestIdentifier
        case extensionIneligible
        case extensionLimitReached
        case unknownFamily
        case unknownPendingPurchase
        /// Only the family member who bought it can do that.
        case familyShared
        case notAvailableInStorefront
        case invalidOfferIdentifier
        case invalidOfferSignature
        case missingOfferParameters
        case ineligibleForOffer
        case unknownOfferCode
        case offerCodeUsedUp
        case offerCodeExpired
        /// The Advanced Commerce API refuses, for the reason in ``Refusal/advancedCommerceError``.
        case advancedCommerce
    }

    package let code: Code
    /// What was asked, and why it cannot be.
    package let message: String
    /// What would work.
    package let fix: String
    /// The reason in the numbers of the Advanced Commerce API, when it is the one that refuses.
    package internal(set) var advancedCommerceError: AdvancedCommerceAPIError?

    init(_ code: Code, _ message: String, fix: String) {
        self.code = code
        self.message = message
        self.fix = fix
    }

    package var description: String {
        "\(message). \(fix)"
    }
}
