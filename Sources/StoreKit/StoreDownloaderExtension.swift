// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// An extension that downloads an app's asset packs in the background.
///
/// No system here runs app extensions. The name lets code that adopts it compile.
public protocol StoreDownloaderExtension {}
