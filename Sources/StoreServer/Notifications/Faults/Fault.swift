// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// What can go wrong on the way to a developer's server, on purpose.
package enum Fault: String, Codable, Sendable, Hashable, CaseIterable {
    /// Is lost on the way: the attempt has got no response.
    case drop
    /// Comes later.
    case delay
    /// Comes several times.
    case duplicate
    /// Comes later by a random part of a window, so that those within it change places.
    case reorder
    /// Is followed by an older one, chosen at random.
    case replay
    /// Ends in the middle of the request, with the connection.
    case cutConnection
    /// Has a signature that does not fit.
    case wrongSignature
    /// Is signed with a certificate that had expired.
    case expiredCertificate
    /// Has a type that nobody knows.
    case unknownType
    /// Has fields that nobody knows, in itself and in the facts it carries.
    case unknownFields
    /// Lacks the renewal info.
    case missingRenewalInfo

    /// Whether the fault is in the signed text rather than in its journey.
    var isForgery: Bool {
        switch self {
        case .drop, .delay, .duplicate, .reorder, .replay, .cutConnection: false
        case .wrongSignature, .expiredCertificate, .unknownType, .unknownFields, .missingRenewalInfo: true
        }
    }
}
