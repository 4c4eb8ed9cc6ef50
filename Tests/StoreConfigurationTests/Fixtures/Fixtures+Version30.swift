// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension Fixtures {
    /// Version 3.0: a list of simulated errors.
    static let version30 = #"""
        {
          "identifier" : "E8BE4D20",
          "nonRenewingSubscriptions" : [

          ],
          "products" : [
            {
              "displayPrice" : "0.99",
              "familyShareable" : false,
              "internalID" : "A0000001",
              "localizations" : [
                {
                  "description" : "Text",
                  "displayName" : "Coins",
                  "locale" : "en_US"
                }
              ],
              "productID" : "coins",
              "referenceName" : "Reference",
              "type" : "Consumable"
            }
          ],
          "settings" : {
            "_failTransactionsEnabled" : false,
            "_locale" : "ja",
            "_storefront" : "JPN",
            "_storeKitErrors" : [
              {
                "current" : {
                  "index" : 2,
                  "type" : "generic"
                },
                "enabled" : false,
                "name" : "Load Products"
              },
              {
                "current" : null,
                "enabled" : false,
                "name" : "Purchase"
              },
              {
                "current" : null,
                "enabled" : false,
                "name" : "Verification"
              },
              {
                "current" : null,
                "enabled" : false,
                "name" : "App Store Sync"
              },
              {
                "current" : {
                  "index" : 3,
                  "type" : "generic"
                },
                "enabled" : true,
                "name" : "Subscription Status"
              },
              {
                "current" : null,
                "enabled" : false,
                "name" : "App Transaction"
              },
              {
                "current" : null,
                "enabled" : false,
                "name" : "Manage Subscriptions Sheet"
              },
              {
                "current" : null,
                "enabled" : false,
                "name" : "Refund Request Sheet"
              },
              {
                "current" : null,
                "enabled" : false,
                "name" : "Offer Code Redeem Sheet"
              }
            ]
          },
          "subscriptionGroups" : [
            {
              "id" : "G0000001",
              "localizations" : [
                {
                  "description" : "",
                  "displayName" : "プレミアム",
                  "locale" : "ja"
                }
              ],
              "name" : "Premium",
              "subscriptions" : [
                {
                  "adHocOffers" : [

                  ],
                  "codeOffers" : [

                  ],
                  "displayPrice" : "4.99",
                  "familyShareable" : false,
                  "groupNumber" : 1,
                  "internalID" : "B0000001",
                  "introductoryOffer" : {
                    "displayPrice" : "0.99",
                    "internalID" : "C0000001",
                    "numberOfPeriods" : 1,
                    "paymentMode" : "free",
                    "subscriptionPeriod" : "P1W"
                  },
                  "localizations" : [
                    {
                      "description" : "Text",
                      "displayName" : "Name",
                      "locale" : "en_US"
                    }
                  ],
                  "productID" : "monthly",
                  "recurringSubscriptionPeriod" : "P1M",
                  "referenceName" : "Reference",
                  "subscriptionGroupID" : "G0000001",
                  "type" : "RecurringSubscription"
                }
              ]
            }
          ],
          "version" : {
            "major" : 3,
            "minor" : 0
          }
        }

        """#
}
