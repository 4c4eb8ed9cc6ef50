// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension Fixtures {
    /// Version 4.0: win-back offers and policies.
    static let version40 = #"""
        {
          "appPolicies" : {
            "eula" : "",
            "policies" : [
              {
                "locale" : "en_US",
                "policyText" : "",
                "policyURL" : ""
              }
            ]
          },
          "identifier" : "E8BE4D21",
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
            "_askToBuyEnabled" : false,
            "_billingGracePeriodEnabled" : false,
            "_billingIssuesEnabled" : false,
            "_disableDialogs" : true,
            "_failTransactionsEnabled" : false,
            "_locale" : "en_US",
            "_renewalBillingIssuesEnabled" : false,
            "_storefront" : "USA",
            "_storeKitErrors" : [

            ],
            "_timeRate" : 0
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
                    {
                      "displayPrice" : "29.99",
                      "internalID" : "C0000005",
                      "numberOfPeriods" : 1,
                      "offerID" : "upgrade",
                      "paymentMode" : "payUpFront",
                      "referenceName" : "Upgrade",
                      "subscriptionPeriod" : "P6M"
                    }
                  ],
                  "codeOffers" : [
                    {
                      "displayPrice" : "0.99",
                      "eligibility" : [
                        "expired",
                        "existing",
                        "new"
                      ],
                      "internalID" : "C0000004",
                      "isStackable" : true,
                      "numberOfPeriods" : 5,
                      "paymentMode" : "payAsYouGo",
                      "referenceName" : "Fair",
                      "subscriptionPeriod" : "P1M"
                    }
                  ],
                  "displayPrice" : "4.99",
                  "familyShareable" : false,
                  "groupNumber" : 1,
                  "internalID" : "B0000001",
                  "introductoryOffer" : {
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
                  "type" : "RecurringSubscription",
                  "winbackOffers" : [
                    {
                      "internalID" : "C0000006",
                      "isEligible" : true,
                      "offerID" : "return",
                      "paymentMode" : "free",
                      "referenceName" : "Return",
                      "subscriptionPeriod" : "P1M"
                    }
                  ]
                }
              ]
            }
          ],
          "version" : {
            "major" : 4,
            "minor" : 0
          }
        }

        """#
}
