// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Database

extension DatabaseError.Code {
    /// A transaction that named what it works on turned out to need more; nobody but ``LedgerWriter`` sees this.
    static let needsEverything = Self(rawValue: "needsEverything")
}
