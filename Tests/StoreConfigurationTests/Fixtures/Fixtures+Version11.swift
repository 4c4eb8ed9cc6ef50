// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension Fixtures {
    /// Version 1.1: identifier and non-renewing subscriptions.
    static let version11 = #"""
        {
          "identifier" : "E8BE4D17",
          "nonRenewingSubscriptions" : [
            {
              "displayPrice" : "10",
              "familyShareable" : false,
              "internalID" : "A0000003",
              "localizations" : [
                {
                  "description" : "Text",
                  "displayName" : "Season",
                  "locale" : "en_US"
                }
              ],
              "productID" : "season",
              "referenceName" : "Reference",
              "type" : "NonRenewingSubscription"
            }
          ],
          "products" : [
            {
              "displayPrice" : "4900",
              "familyShareable" : true,
              "internalID" : "A0000002",
              "localizations" : [
                {
                  "description" : "Text",
                  "displayName" : "Lifetime",
                  "locale" : "en_US"
                }
              ],
              "productID" : "lifetime",
              "referenceName" : null,
              "type" : "NonConsumable"
            }
          ],
          "settings" : {
            "_askToBuyEnabled" : true,
            "_locale" : "es_ES",
            "_storefront" : "ESP",
            "_timeRate" : 1
          },
          "subscriptionGroups" : [
            {
              "id" : "G0000001",
              "localizations" : [

              ],
              "name" : "Premium",
              "subscriptions" : [
                {
                  "adHocOffers" : [

                  ],
                  "displayPrice" : "4.99",
                  "familyShareable" : false,
                  "groupNumber" : 1,
                  "internalID" : "B0000001",
                  "introductoryOffer" : {
                    "displayPrice" : "1.99",
                    "internalID" : "C0000001",
                    "paymentMode" : "payUpFront",
                    "subscriptionPeriod" : "P2M"
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
            "major" : 1,
            "minor" : 1
          }
        }

        """#
}
