// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

// Whoever imports this library gets the values on the App Store's wire with it, as with Apple's library.
@_exported public import AppStoreModel
