// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

// On Apple's platforms `import StoreKit` alone also gives these; code written there relies on it.
@_exported public import Combine
@_exported public import Foundation
@_exported public import Observation

#if canImport(FoundationNetworking)
    // Home of `URLError` on Linux, which `StoreKitError.networkError` carries.
    @_exported public import FoundationNetworking
#endif
