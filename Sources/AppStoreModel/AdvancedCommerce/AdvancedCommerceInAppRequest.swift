// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A request of the Advanced Commerce API that the server signs and the app hands to StoreKit.
public protocol AdvancedCommerceInAppRequest: Encodable {}

/// What the App Store is asked to do; written beside the parts of an in-app request.
struct AdvancedCommerceOperation: Encodable {
    let operation: String
    let version = "1"

    init(_ operation: String) {
        self.operation = operation
    }
}
