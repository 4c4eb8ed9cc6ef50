// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import SignedData

extension DecodedRealtimeRequestBody: SignedPayload {
    /// The number of the app and the store.
    public var identityClaims: IdentityClaims {
        IdentityClaims(bundleID: .notMade, appAppleID: .made(appAppleId), environment: rawEnvironment)
    }
}
