// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension Fixtures {
    /// Version 2.0: synchronized, with a key pair that is none.
    static let version20 = #"""
        {
          "identifier" : "E8BE4D19",
          "nonRenewingSubscriptions" : [

          ],
          "products" : [

          ],
          "settings" : {
            "_applicationInternalID" : "1234567890",
            "_billingGracePeriodEnabled" : true,
            "_compatibilityTimeRate" : {
              "3" : 6
            },
            "_developerTeamID" : "ABCDE12345",
            "_lastSynchronizedDate" : 696495566.5,
            "_renewalBillingIssuesEnabled" : true,
            "_timeRate" : 1001
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
                      "displayPrice" : "2.99",
                      "internalID" : "C0000003",
                      "numberOfPeriods" : 3,
                      "offerID" : "half",
                      "paymentMode" : "payAsYouGo",
                      "referenceName" : "Half price",
                      "subscriptionPeriod" : "P1M"
                    }
                  ],
                  "codeOffers" : [

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
                },
                {
                  "adHocOffers" : [

                  ],
                  "codeOffers" : [

                  ],
                  "displayPrice" : "49.99",
                  "familyShareable" : false,
                  "groupNumber" : 1,
                  "internalID" : "B0000002",
                  "introductoryOffer" : null,
                  "localizations" : [
                    {
                      "description" : "Text",
                      "displayName" : "Name",
                      "locale" : "en_US"
                    }
                  ],
                  "productID" : "yearly",
                  "recurringSubscriptionPeriod" : "P1Y",
                  "referenceName" : "Reference",
                  "subscriptionGroupID" : "G0000001",
                  "type" : "RecurringSubscription"
                }
              ]
            }
          ],
          "subscriptionOffersKeyPair" : {
            "id" : "98EEF22B",
            "privateKey" : "MCBzdGFuZHMgZm9yIGEgcHJpdmF0ZSBrZXk="
          },
          "version" : {
            "major" : 2,
            "minor" : 0
          }
        }

        """#
}
