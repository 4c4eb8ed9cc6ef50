// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Why a renewal date is moved.
public enum ExtendReasonCode: Int32, Codable, Hashable, Sendable {
    /// Not said.
    case undeclared = 0
    /// To please the customer.
    case customerSatisfaction = 1
    /// Another reason.
    case other = 2
    /// The service did not work.
    case serviceIssueOrOutage = 3
}
