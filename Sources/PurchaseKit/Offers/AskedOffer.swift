// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// An offer that a purchase asks for.
public enum AskedOffer: Hashable, Sendable {
    /// The introductory offer, which the store applies by itself to a customer who may have it.
    case introductory
}
