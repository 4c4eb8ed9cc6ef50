// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The payload of something the App Store signed.
public protocol DecodedSignedData: Codable, Sendable {
    /// When it was signed, if it says so; the date against which the signer's certificates are judged.
    var signedDateOptional: Date? { get }
}
