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
        var target = String(Self.withoutAuthority(raw))
        guard let parts = target.withUTF8(Self.parts) else { return nil }
        self.raw = raw
        path = parts.path
        segments = parts.segments
        query = parts.query
    }

    // Bytes: everything that means something here is ASCII, and the ends of characters take long to find.
    private static func parts(
        of target: UnsafeBufferPointer<UInt8>
    ) -> (path: String, segments: [String], query: HTTPQuery)? {
        let path = target.prefix { $0 != UInt8(ascii: "?") }
        guard path.first == UInt8(ascii: "/"), let query = HTTPQuery(encoded: target[path.endIndex...].dropFirst())
        else { return nil }
        var segments: [String] = []
        for encoded in path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let segment = PercentEncoding.decode(encoded) else { return nil }
            segments.append(segment)
        }
        return (String(decoding: path, as: UTF8.self), segments, query)
    }

    private static func withoutAuthority(_ raw: String) -> Substring {
        guard raw.utf8.first != UInt8(ascii: "/"),
            let scheme = ["http://", "https://"].first(where: { raw.lowercased().hasPrefix($0) })
        else { return raw[...] }
        let rest = raw.dropFirst(scheme.count)
        return rest[(rest.firstIndex(of: "/") ?? rest.endIndex)...]
    }
}
