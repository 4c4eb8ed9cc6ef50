// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension Fixtures {
    /// Version 6.3: bundles and suites, and no single introductory offer.
    static let version63 = #"""
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
          "identifier" : "E8BE4D23",
          "nonRenewingSubscriptions" : [

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
            "_askToBuyEnabled" : false,
            "_billingGracePeriodEnabled" : false,
            "_billingIssuesEnabled" : false,
            "_disableDialogs" : false,
            "_failTransactionsEnabled" : false,
            "_lastSynchronizedDate" : 804965276.43550706,
            "_locale" : "en_US",
            "_renewalBillingIssuesEnabled" : false,
            "_storefront" : "USA",
            "_storeKitErrors" : [
              {
                "enabled" : false,
                "name" : "Load Products"
              },
              {
                "enabled" : false,
                "name" : "Purchase"
              },
              {
                "enabled" : false,
                "name" : "Verification"
              },
              {
                "enabled" : false,
                "name" : "App Store Sync"
              },
              {
                "enabled" : false,
                "name" : "Subscription Status"
              },
              {
                "enabled" : false,
                "name" : "App Transaction"
              },
              {
                "enabled" : false,
                "name" : "Manage Subscriptions Sheet"
              },
              {
                "enabled" : false,
                "name" : "Refund Request Sheet"
              },
              {
                "enabled" : false,
                "name" : "Offer Code Redeem Sheet"
              }
            ],
            "_timeRate" : 0
          },
          "subscriptionBundleGroups" : [

          ],
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
                  "billingPlans" : [
                    {
                      "billingPlanType" : "BILLED_UPFRONT",
                      "commitmentDisplayPrice" : "4.99",
                      "displayPrice" : "4.99",
                      "internalID" : "D0000003",
                      "isEnabled" : true
                    }
                  ],
                  "codeOffers" : [

                  ],
                  "displayPrice" : "4.99",
                  "familyShareable" : false,
                  "groupNumber" : 2,
                  "internalID" : "B0000001",
                  "introductoryOffers" : [

                  ],
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

                  ]
                }
              ]
            }
          ],
          "subscriptionSuiteGroups" : [

          ],
          "version" : {
            "major" : 6,
            "minor" : 3
          }
        }

        """#
}
