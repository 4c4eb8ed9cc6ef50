// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
public import Foundation

/// A compact JWS that has been read but not verified.
///
/// Holding one says nothing about who wrote it. Hand it to ``JWSVerifier`` and read fields from the ``Verified`` that
/// comes back.
public struct UnverifiedJWS: Sendable, Hashable {
    /// The text as it came.
    public let compact: String
    /// The first segment.
    public let header: JWSHeader
    /// The bytes of the second segment, normally JSON.
    public let payloadData: Data
    /// The third segment: 64 bytes, r and s side by side.
    public let signature: Data
    let segments: CompactSegments

    /// The longest text that is read, in bytes.
    public static let sizeLimit = 1024 * 1024

    /// Takes a compact JWS apart.
    ///
    /// - Throws: ``VerificationFailure`` when this is no ES256 JWS or is larger than any App Store data.
    public init(_ compact: String) throws(VerificationFailure) {
        let segments = try CompactSegments(compact)
        try self.init(segments, header: segments.header())
    }

    /// Completes the reading with a header that was read before from the same text.
    init(_ segments: CompactSegments, header: JWSHeader) throws(VerificationFailure) {
        self.segments = segments
        self.compact = segments.compact
        self.header = header
        self.payloadData = try segments.decode(.payload)
        self.signature = try segments.decode(.signature)
        guard signature.count == 64 else { throw VerificationFailure(.signatureSize(signature.count)) }
    }

    /// The bytes the signature covers: header and payload, still encoded.
    public var signingInput: Data {
        segments.withSigningInput { Data($0) }
    }

    /// Decodes the payload although nobody knows who wrote it: for looking, never for deciding.
    ///
    /// - Throws: ``VerificationFailure`` with the reasons `payloadMalformed`, `duplicateKey` and `nestingTooDeep`.
    public func unsafePayload<Payload: Decodable>(as type: Payload.Type = Payload.self)
        throws(VerificationFailure) -> Payload
    {
        try decodedPayload(as: type).value
    }

    @inline(__always)
    func decodedPayload<Payload: Decodable>(as type: Payload.Type)
        throws(VerificationFailure) -> WireJSON.Decoded<Payload>
    {
        try Self.decode(type, from: payloadData)
    }

    @inline(__always)
    static func decode<Payload: Decodable>(_ type: Payload.Type, from bytes: Data)
        throws(VerificationFailure) -> WireJSON.Decoded<Payload>
    {
        do {
            return try WireJSON.decodeSigned(type, from: bytes)
        } catch let problem as JSONProblem {
            throw VerificationFailure(problem, in: .payload) { .payloadMalformed($0) }
        } catch {
            throw VerificationFailure(.payloadMalformed(DecodingProblem.text(error)))
        }
    }

    /// Two are equal when their texts are.
    public static func == (one: Self, other: Self) -> Bool { one.compact == other.compact }

    /// Feeds the text to a hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(compact) }
}
