// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreConfiguration

extension ConfigurationFile {
    /// A small shop, so that the command alone has a story to tell.
    static let demo: ConfigurationFile = {
        do {
            return ConfigurationFile(
                name: "the built-in shop", document: try ConfigurationDocument(data: Data(demoShop.utf8)))
        } catch {
            preconditionFailure("The built-in shop cannot be read: \(error)")
        }
    }()

    private static let demoShop = """
        {
          "identifier" : "5C21E0B7",
          "nonRenewingSubscriptions" : [],
          "products" : [
            {
              "displayPrice" : "0.99", "familyShareable" : false, "internalID" : "9F0A61D2",
              "localizations" : [
                { "description" : "A small purse of coins.", "displayName" : "100 Coins", "locale" : "en_US" }
              ],
              "productID" : "com.example.shop.coins.100", "referenceName" : "100 Coins", "type" : "Consumable"
            },
            {
              "displayPrice" : "24.99", "familyShareable" : true, "internalID" : "1B7C33A8",
              "localizations" : [
                { "description" : "All tools, for good.", "displayName" : "Workshop", "locale" : "en_US" }
              ],
              "productID" : "com.example.shop.workshop", "referenceName" : "Workshop", "type" : "NonConsumable"
            }
          ],
          "settings" : { "_locale" : "en_US", "_storefront" : "USA", "_timeRate" : 0 },
          "subscriptionGroups" : [
            {
              "id" : "70D1B6F4",
              "localizations" : [ { "description" : "", "displayName" : "Shop Plus", "locale" : "en_US" } ],
              "name" : "Shop Plus",
              "subscriptions" : [
                {
                  "adHocOffers" : [], "codeOffers" : [], "displayPrice" : "9.99", "familyShareable" : false,
                  "groupNumber" : 1, "internalID" : "C4E85D90", "introductoryOffer" : null,
                  "localizations" : [
                    {
                      "description" : "Everything in the shop, month by month.",
                      "displayName" : "Plus Monthly", "locale" : "en_US"
                    }
                  ],
                  "productID" : "com.example.shop.plus.monthly", "recurringSubscriptionPeriod" : "P1M",
                  "referenceName" : "Plus Monthly", "subscriptionGroupID" : "70D1B6F4",
                  "type" : "RecurringSubscription", "winbackOffers" : []
                }
              ]
            }
          ],
          "version" : { "major" : 4, "minor" : 0 }
        }
        """
}
