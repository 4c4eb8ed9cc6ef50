// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking

    /// An answer to a request of HTTP/1.0, as it arrives.
    struct AnswerText {
        private struct Head {
            let status: Int
            let fields: [String: String]
            /// How many bytes follow, `nil` when the end of the connection says so.
            let length: Int?
        }

        private static let blankLine = Data("\r\n\r\n".utf8)

        private let hasContent: Bool
        private var head: Head?
        /// What came, without the head once that is known.
        private var rest = Data()
        private var isUnsound = false

        /// - Parameter hasContent: Whether the request is one whose answer may have content.
        init(hasContent: Bool) {
            self.hasContent = hasContent
        }

        /// How many bytes are kept.
        var count: Int { rest.count }

        /// Whether nothing is missing, or nothing that comes can help.
        var isComplete: Bool {
            if isUnsound { return true }
            guard let length = head?.length else { return false }
            return rest.count >= length
        }

        mutating func append(_ bytes: some Sequence<UInt8>) {
            rest.append(contentsOf: bytes)
            guard head == nil, let end = rest.range(of: Self.blankLine) else { return }
            head = Self.head(rest[..<end.lowerBound], hasContent: hasContent)
            isUnsound = head == nil
            rest = Data(rest[end.upperBound...])
        }

        /// The answer, once the connection has ended or nothing is missing.
        func answer(from url: URL) throws(URLError) -> (data: Data, response: HTTPURLResponse) {
            guard let head else { throw URLError(isUnsound ? .badServerResponse : .networkConnectionLost) }
            guard rest.count >= head.length ?? 0 else { throw URLError(.networkConnectionLost) }
            guard
                let response = HTTPURLResponse(
                    url: url, statusCode: head.status, httpVersion: "HTTP/1.0", headerFields: head.fields)
            else { throw URLError(.badServerResponse) }
            return (head.length.map { rest.prefix($0) } ?? rest, response)
        }

        private static func head(_ bytes: Data, hasContent: Bool) -> Head? {
            let lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
            let parts = lines[0].split(separator: " ", maxSplits: 2)
            guard parts.count >= 2, parts[0].hasPrefix("HTTP/1."), let status = Int(parts[1]),
                (200...599).contains(status)
            else { return nil }
            var fields: [String: String] = [:]
            var length: Int?
            for line in lines.dropFirst() {
                guard let colon = line.firstIndex(of: ":") else { return nil }
                let name = String(line[..<colon])
                let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
                switch name.lowercased() {
                // Nobody may answer so to what is asked in HTTP/1.0.
                case "transfer-encoding": return nil
                case "content-length":
                    guard let number = Int(value), number >= 0, length ?? number == number else { return nil }
                    length = number
                default: break
                }
                fields[name] = fields[name].map { "\($0), \(value)" } ?? value
            }
            if !hasContent || status == 204 || status == 304 { length = 0 }
            return Head(status: status, fields: fields, length: length)
        }
    }
#endif
