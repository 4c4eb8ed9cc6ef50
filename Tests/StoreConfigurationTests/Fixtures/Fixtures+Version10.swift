// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension Fixtures {
    /// Version 1.0: no identifier, no non-renewing subscriptions, empty settings.
    static let version10 = #"""
        {
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
            },
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
                  "introductoryOffer" : null,
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
            "minor" : 0
          }
        }

        """#
}
