// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension Fixtures {
    /// Version 1.2: codes, and an error of StoreKit 1.
    static let version12 = #"""
        {
          "identifier" : "E8BE4D18",
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
            "_billingIssuesEnabled" : true,
            "_failTransactionsEnabled" : true,
            "_storeKitError" : 14
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
                  "codeOffers" : [
                    {
                      "eligibility" : [
                        "new"
                      ],
                      "internalID" : "C0000002",
                      "isStackable" : false,
                      "paymentMode" : "free",
                      "referenceName" : "Friends",
                      "subscriptionPeriod" : "P3D"
                    }
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
                  "productID" : "weekly",
                  "recurringSubscriptionPeriod" : "P1W",
                  "referenceName" : "Reference",
                  "subscriptionGroupID" : "G0000001",
                  "type" : "RecurringSubscription"
                }
              ]
            }
          ],
          "version" : {
            "major" : 1,
            "minor" : 2
          }
        }

        """#
}
