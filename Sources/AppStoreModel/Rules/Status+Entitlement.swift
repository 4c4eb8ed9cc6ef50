// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension Status {
    /// Whether the customer has access: while active and in a billing grace period, as Apple documents it.
    package var isEntitled: Bool {
        switch self {
        case .active, .billingGracePeriod: true
        case .expired, .billingRetry, .revoked: false
        }
    }
}
