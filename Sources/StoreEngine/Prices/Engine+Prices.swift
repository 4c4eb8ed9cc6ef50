// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
import StoreConfiguration

extension Engine {
    /// What a product costs in a storefront now, in milliunits.
    package func price(of product: Catalogue.ProductIndex, in storefront: Storefront) -> Int64 {
        price(of: product, at: storefront.place)
    }

    func price(of product: Catalogue.ProductIndex, at storefront: Storefront.Place) -> Int64 {
        prices.price(of: product, in: storefront) ?? catalogue[product].product.price.milliunits
    }

    /// What a product costs a subscriber without an offer, in milliunits.
    func price(of product: Catalogue.ProductIndex, for subscription: Subscription) -> Int64 {
        let storefront = self[subscription.account].storefrontPlace
        if let own = prices.subscribers[subscription.index], own.product == product, own.storefront == storefront {
            return own.next
        }
        return price(of: product, at: storefront)
    }

    /// Whether a product can be bought now.
    package func isOnSale(_ product: Catalogue.ProductIndex) -> Bool {
        !prices.withdrawn.contains(product)
    }

    func checkIsOnSale(_ product: Catalogue.ProductIndex) throws(Refusal) {
        guard isOnSale(product) else {
            throw Refusal(
                .productUnavailable, "\(catalogue[product].product.id) was taken off sale",
                fix: "Offer it again, or buy another product.")
        }
    }

    mutating func apply(_ command: SaleCommand, emit: Emit) throws(Refusal) {
        switch command {
        case .setPrice(let change):
            try setPrice(change, emit: emit)
        case .withdraw(let productID):
            prices.withdrawn.insert(try product(productID))
        case .offerAgain(let productID):
            prices.withdrawn.remove(try product(productID))
        }
    }

    func product(_ productID: String) throws(Refusal) -> Catalogue.ProductIndex {
        guard let product = catalogue.index(of: productID) else {
            throw Refusal(
                .productUnavailable, "The store has no product \(productID)",
                fix: "Name one of the products of its configuration.")
        }
        return product
    }

    /// The places of storefronts by their codes; all of them when there are none.
    func places(_ codes: [String]?) throws(Refusal) -> [Storefront.Place] {
        guard let codes else { return Storefront.all.indices.map { Storefront.Place(index: Int16($0)) } }
        var places: [Storefront.Place] = []
        for code in codes { places.append(try storefront(named: code).place) }
        return places
    }

    private mutating func setPrice(_ change: SaleCommand.PriceChange, emit: Emit) throws(Refusal) {
        let product = try product(change.productID)
        let places = try places(change.storefronts)
        guard change.price >= 0 else {
            throw Refusal(.invalidAction, "A price cannot be \(change.price)", fix: "Use 0 or more milliunits.")
        }
        let concerned = subscribers(of: product, in: Set(places)).map { index in
            (index: index, old: price(of: product, for: self[index]), followsIncrease: followsIncrease(of: index))
        }
        let listed = places.map { price(of: product, at: $0) }
        for place in places { prices.setPrice(change.price, of: product, in: place) }
        for subscriber in concerned {
            switch change.subscribers {
            case .keepPrice:
                prices.subscribers[subscriber.index] = PriceList.SubscriberPrice(
                    product: product, storefront: self[self[subscriber.index].account].storefrontPlace,
                    agreed: subscriber.old)
                forgetListedPrice(of: subscriber.index)
            case .follow(let consent):
                let needsConsent: Bool =
                    switch consent {
                    case .byRule: subscriber.followsIncrease || isLarge(subscriber, change.price, product)
                    case .needed: true
                    case .notNeeded: false
                    }
                follow(change.price, after: subscriber.old, of: subscriber.index, needsConsent, emit: emit)
            }
        }
        guard case .follow = change.subscribers else { return }
        for (place, old) in zip(places, listed) where change.price > old {
            prices.noteIncrease(of: product, in: place, at: now)
        }
    }

    /// Those who renew into a product, or did until lately: they may come back at a preserved price.
    private func subscribers(
        of product: Catalogue.ProductIndex, in places: Set<Storefront.Place>
    ) -> [SubscriptionIndex] {
        subscriptions.filter { subscription in
            guard places.contains(self[subscription.account].storefrontPlace), isKnown(subscription),
                !subscription.isFamilyShared
            else { return false }
            switch subscription.state {
            case .active, .gracePeriod, .billingRetry: return subscription.nextProduct == product
            case .expired(let end, _), .revoked(let end):
                return subscription.product == product && now <= timetable.retryEnd(from: end)
            }
        }.map(\.index)
    }

    private func followsIncrease(of index: SubscriptionIndex) -> Bool {
        let subscription = self[index]
        let place = self[subscription.account].storefrontPlace
        guard let last = prices.lastIncrease(of: subscription.nextProduct, in: place) else { return false }
        return now < timetable.end(of: ConsentRule.appStore.interval, from: last)
    }

    private func isLarge(
        _ subscriber: (index: SubscriptionIndex, old: Int64, followsIncrease: Bool), _ price: Int64,
        _ product: Catalogue.ProductIndex
    ) -> Bool {
        ConsentRule.appStore.isLarge(
            from: subscriber.old, to: price, period: catalogue.subscription(at: product).period)
    }
}
