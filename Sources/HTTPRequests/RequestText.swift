// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking

    /// A request as HTTP/1.0 spells it.
    struct RequestText {
        let host: String
        let port: UInt16
        let data: Data

        /// Nil for an address without a host, and for lines that would be more than one.
        init?(_ request: URLRequest) {
            guard let url = request.url, let components = URLComponents(url: url, resolvingAgainstBaseURL: true),
                let host = components.host, !host.isEmpty,
                let port = UInt16(exactly: components.port ?? 80)
            else { return nil }
            self.host = host.trimmingCharacters(in: ["[", "]"])
            self.port = port
            var target = components.percentEncodedPath
            if target.isEmpty { target = "/" }
            if let query = components.percentEncodedQuery { target += "?\(query)" }
            let name = self.host.contains(":") ? "[\(self.host)]" : self.host
            var lines = ["\(request.httpMethod ?? "GET") \(target) HTTP/1.0", "Host: \(name):\(port)"]
            for (field, value) in request.allHTTPHeaderFields ?? [:] {
                if ["host", "connection", "content-length"].contains(field.lowercased()) { continue }
                lines.append("\(field): \(value)")
            }
            let body = request.httpBody
            if let body { lines.append("Content-Length: \(body.count)") }
            guard !lines.contains(where: { $0.contains(where: \.isNewline) }) else { return nil }
            data = Data((lines + ["", ""]).joined(separator: "\r\n").utf8) + (body ?? Data())
        }
    }
#endif
