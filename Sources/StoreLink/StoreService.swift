// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// What a StoreKit client asks of a store, whether the store lives in the same process or behind HTTP.
///
/// The client learns facts about purchases only as signed strings and verifies each one itself. The calls carry no
/// account: a device signs in by ``connect(_:)`` and is known from then on by its identifier.
package protocol StoreService: Sendable {
    /// Introduces a device and tells it which app and storefront it talks to. Calling it again changes nothing.
    func connect(_ request: ConnectRequest) async throws(StoreFailure) -> ConnectAnswer

    /// Looks products up; identifiers that are not on sale are left out, the order is that of the request.
    func products(_ request: ProductsRequest) async throws(StoreFailure) -> ProductsAnswer

    /// Buys a product for the device's account.
    func purchase(_ request: PurchaseRequest) async throws(StoreFailure) -> PurchaseAnswer

    /// Marks a transaction as delivered. Unknown and already finished transactions are no error.
    func finish(_ request: FinishRequest) async throws(StoreFailure)

    /// Returns everything that changed for the device's account since a cursor, at once.
    func changes(_ request: ChangesRequest) async throws(StoreFailure) -> ChangesAnswer

    /// Returns when there is something newer than the cursor, or throws when the calling task is cancelled.
    func waitForChange(_ request: ChangesRequest) async throws(StoreFailure)

    /// Signs the record of the app itself for the device.
    func appTransaction(_ request: AppTransactionRequest) async throws(StoreFailure) -> AppTransactionAnswer

    /// Tells in which subscription groups the customer may have an introductory offer.
    func eligibility(_ request: EligibilityRequest) async throws(StoreFailure) -> EligibilityAnswer

    /// Does nothing but fail when the store is told to; what the customer owns comes with the changes.
    func sync(_ request: SyncRequest) async throws(StoreFailure)

    /// Opens a sheet and tells what it shows; fails when the store is told to.
    func sheet(_ request: SheetRequest) async throws(StoreFailure) -> SheetAnswer

    /// Does what the customer does in a sheet; what comes of it arrives as a change like anything done elsewhere.
    func act(_ request: ActionRequest) async throws(StoreFailure) -> ActionAnswer

    /// Tells how the device's App Store promotes the app's products, after changing what the request says.
    func promotions(_ request: PromotionsRequest) async throws(StoreFailure) -> PromotionsAnswer
}
