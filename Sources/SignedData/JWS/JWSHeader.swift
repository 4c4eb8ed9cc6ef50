// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
public import Foundation

/// The fields of a JWS header that mean something for App Store data; `jwk` and `jku` do not and are never looked at.
public struct JWSHeader: Sendable, Hashable {
    /// The signature's algorithm, always `ES256`.
    public let algorithm: String
    /// The certificates of `x5c` in DER, leaf first; `nil` when there is no such field.
    public private(set) var certificates: [Data]?
    /// The name of the signer's key, `kid`.
    public let keyID: String?
    /// The kind of token, `typ`.
    public let type: String?

    static let certificateCountLimit = 10
    static let certificateSizeLimit = 16 * 1024

    init(json: Data) throws(VerificationFailure) {
        let fields: Fields
        do {
            fields = try WireJSON.decodeSigned(Fields.self, from: json).value
        } catch let problem as JSONProblem {
            throw VerificationFailure(problem, in: .header) { .headerMalformed($0) }
        } catch {
            throw VerificationFailure(.headerMalformed(DecodingProblem.text(error)))
        }
        guard let algorithm = fields.algorithm, algorithm == "ES256" else {
            throw VerificationFailure(.algorithm(fields.algorithm))
        }
        guard !fields.hasCritical else { throw VerificationFailure(.criticalHeader) }
        self.algorithm = algorithm
        self.keyID = fields.keyID
        self.type = fields.type
        self.certificates = try fields.certificates.map(Self.decode)
    }

    /// The same, its certificates in memory of their own.
    var copy: JWSHeader {
        var copy = self
        copy.certificates = certificates?.map(\.self)
        return copy
    }

    private static func decode(_ texts: [String]) throws(VerificationFailure) -> [Data] {
        guard texts.count <= certificateCountLimit else {
            throw VerificationFailure(.certificateCount(found: texts.count, expected: 3))
        }
        var certificates: [Data] = []
        for (index, text) in texts.enumerated() {
            guard let der = Base64URL.decodeStandard(text), !der.isEmpty else {
                throw VerificationFailure(.certificateMalformed(index: index))
            }
            guard der.count <= certificateSizeLimit else {
                throw VerificationFailure(
                    .certificateTooLarge(index: index, size: der.count, limit: certificateSizeLimit))
            }
            certificates.append(der)
        }
        return certificates
    }

    private struct Fields: JSONScannable {
        var algorithm: String?
        var certificates: [String]?
        var keyID: String?
        var type: String?
        var hasCritical = false

        enum CodingKeys: String, CodingKey, CaseIterable {
            case alg, x5c, kid, typ, crit
        }

        static let fields = CodingKeys.allCases
        static let fieldNames = JSONNames(CodingKeys.allCases.map(\.rawValue))

        init(absent: Void) {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            self.algorithm = try container.decodeIfPresent(String.self, forKey: .alg)
            self.certificates = try container.decodeIfPresent([String].self, forKey: .x5c)
            self.keyID = try container.decodeIfPresent(String.self, forKey: .kid)
            self.type = try container.decodeIfPresent(String.self, forKey: .typ)
            self.hasCritical = container.contains(.crit)
        }

        mutating func read(_ field: CodingKeys, from scanner: inout JSONScanner) throws(JSONProblem) {
            switch field {
            case .alg: algorithm = try scanner.stringIfPresent()
            case .x5c: certificates = try scanner.stringsIfPresent()
            case .kid: keyID = try scanner.stringIfPresent()
            case .typ: type = try scanner.stringIfPresent()
            case .crit:
                hasCritical = true
                try scanner.skipValue(depth: 2)
            }
        }
    }
}
