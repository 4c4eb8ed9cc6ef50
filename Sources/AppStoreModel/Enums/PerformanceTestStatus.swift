// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The outcome of a performance test.
public enum PerformanceTestStatus: String, Codable, Hashable, Sendable {
    /// Still running.
    case pending = "PENDING"
    /// Fast enough.
    case pass = "PASS"
    /// Not fast enough.
    case fail = "FAIL"
}
