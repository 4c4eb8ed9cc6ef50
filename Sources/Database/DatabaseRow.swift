// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A row of an answer.
package struct DatabaseRow: Sendable, Hashable {
    /// The values in the order of the columns.
    package let values: [DatabaseValue]

    /// The value of a column, counted from 0; `null` where there is none.
    package subscript(column: Int) -> DatabaseValue {
        values.indices.contains(column) ? values[column] : .null
    }
}
