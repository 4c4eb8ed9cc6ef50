// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// What a request asks for: the target as it was sent, and its decoded parts.
package struct HTTPTarget: Sendable, Hashable {
    /// The request target as it stood in the request line, still encoded.
    package let raw: String
    /// The path as it was sent, without the query.
    package let path: String
    /// The path cut at its slashes and then decoded, so that an escaped slash stays within its segment.
    package let segments: [String]
    /// The decoded query.
    package let query: HTTPQuery

    /// Reads a target in origin form (`/path?query`) or in absolute form, of which scheme and authority are left out.
    ///
    /// Returns `nil` when there is no path or an escape is malformed.
    package init?(_ raw: String) {
        // Bytes: everything that means something here is ASCII, and the ends of characters take long to find.
        let target = Self.withoutAuthority(raw)
        let pathEnd = target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex
        let path = target[..<pathEnd]
        guard path.utf8.first == UInt8(ascii: "/"),
            let query = HTTPQuery(encoded: Substring(target.utf8[pathEnd...].dropFirst()))
        else { return nil }
        var segments: [String] = []
        for encoded in path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let segment = PercentEncoding.decode(Substring(encoded)) else { return nil }
            segments.append(segment)
        }
        self.raw = raw
        self.path = String(path)
        self.segments = segments
        self.query = query
    }

    private static func withoutAuthority(_ raw: String) -> Substring {
        guard raw.utf8.first != UInt8(ascii: "/"),
            let scheme = ["http://", "https://"].first(where: { raw.lowercased().hasPrefix($0) })
        else { return raw[...] }
        let rest = raw.dropFirst(scheme.count)
        return rest[(rest.firstIndex(of: "/") ?? rest.endIndex)...]
    }
}
