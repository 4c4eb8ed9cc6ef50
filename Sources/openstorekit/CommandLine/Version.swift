// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The version of the command and of everything in it.
enum Version {
    static let current = "0.1.0"
    static let text = "openstorekit \(current)"
}
