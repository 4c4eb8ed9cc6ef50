// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation

// Advanced Commerce in signed facts. The store knows no taxes: the price is the price without them.

extension Engine {
    func advancedInfo(of record: TransactionRecord) -> AdvancedCommerceTransactionInfo? {
        guard let content = record.advancedCommerce else { return nil }
        return AdvancedCommerceTransactionInfo(
            descriptors: content.descriptors.flatMap(Self.descriptors), estimatedTax: 0,
            items: content.items.map { item in
                AdvancedCommerceTransactionItem(
                    sku: item.sku, description: item.description, displayName: item.displayName, offer: item.offer,
                    price: item.price, refunds: item.refunds.isEmpty ? nil : item.refunds,
                    revocationDate: item.revokedAt?.date)
            }, period: content.period, requestReferenceId: content.requestReferenceID.uuidString.lowercased(),
            taxCode: content.taxCode, taxExclusivePrice: record.price, taxRate: "0")
    }

    func advancedInfo(of record: RenewalRecord) -> AdvancedCommerceRenewalInfo? {
        guard let plan = record.advancedCommerce else { return nil }
        let original = identifier(of: record.subscription.original)
        let reference = plan.requestReferenceID.uuidString.lowercased()
        return AdvancedCommerceRenewalInfo(
            consistencyToken: "\(plan.changes).\(original).\(reference)",
            descriptors: Self.descriptors(plan.descriptors),
            items: plan.items.map { item in
                let isTold = item.increase.map { $0.status != .scheduled } ?? false
                return AdvancedCommerceRenewalItem(
                    sku: item.sku, description: item.description, displayName: item.displayName,
                    offer: item.offerPayments > 0 ? item.offer : nil,
                    price: isTold ? item.increase?.price : item.price,
                    priceIncreaseInfo: item.increase.map { increase in
                        AdvancedCommercePriceIncreaseInfo(
                            dependentSKUs: increase.dependents.isEmpty ? nil : increase.dependents,
                            price: increase.price, status: increase.status)
                    })
            }, period: plan.period, requestReferenceId: reference, taxCode: plan.taxCode)
    }

    private static func descriptors(
        _ descriptors: AdvancedCommerceContent.Descriptors
    ) -> AdvancedCommerceDescriptors? {
        // Their lengths were checked when they came.
        try? AdvancedCommerceDescriptors(
            description: descriptors.description, displayName: descriptors.displayName)
    }
}
