// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// What keeps bytes from being read as JSON, or from being read fast.
package enum JSONProblem: Error, Sendable, Hashable {
    /// The bytes are not one JSON value in UTF-8.
    case malformed
    /// An object has two members of this name, so that two readers may see two different values.
    case duplicateKey(String)
    /// Objects and arrays are nested deeper than any App Store data.
    case tooDeep
    /// Correct as far as it was read, but written in a way that is left to `JSONDecoder`.
    case unusual
}
