// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Something that a code is redeemed with; there are none so far.
public struct RedeemOption: Hashable, Sendable {}
