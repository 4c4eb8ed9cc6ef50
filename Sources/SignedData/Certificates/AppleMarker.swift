// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Extensions by which Apple says what a certificate may sign; their presence is all they say.
enum AppleMarker {
    /// On the leaf: signs App Store receipts and what replaced them.
    static let receiptSigning = "1.2.840.113635.100.6.11.1"
    /// On the intermediate: belongs to Apple Worldwide Developer Relations.
    static let developerRelations = "1.2.840.113635.100.6.2.1"
}
