// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A request line and header fields that passed the checks of RFC 9112 on how a message is framed.
///
/// The library lets several messages through that a proxy in front might cut differently. They are refused here,
/// together with those whose bytes did not lie where they should (``HeadLayout``).
struct RequestHead {
    let method: HTTPMethod
    let target: HTTPTarget
    let headers: HTTPHeaders
    /// The declared length of the content, `nil` when it comes in chunks or there is none.
    let contentLength: Int?

    /// Checks a head; returns `nil` when it is to be answered 400.
    ///
    /// - Parameters:
    ///   - method: The token in front of the target.
    ///   - target: The target as it was sent.
    ///   - version: The version behind the target.
    ///   - headers: The header fields.
    init?(method: String, target: String, version: String, headers: HTTPHeaders) {
        let lengths = headers.all("Content-Length")
        let encodings = headers.all("Transfer-Encoding")
        let isOld = version == "HTTP/1.0"
        guard method.utf8.allSatisfy(Self.isToken), target.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }),
            let target = HTTPTarget(target),
            headers.fields.allSatisfy({ $0.name.utf8.allSatisfy(Self.isToken) && $0.value.utf8.allSatisfy(Self.isText) }
            ),
            (isOld ? 0...1 : 1...1).contains(headers.all("Host").count),
            lengths.count + encodings.count <= 1,
            encodings.allSatisfy({ $0.lowercased() == "chunked" && !isOld }),
            lengths.allSatisfy(Self.isLength)
        else { return nil }
        self.method = HTTPMethod(rawValue: method)
        self.target = target
        self.headers = headers
        self.contentLength = lengths.first.flatMap { Int($0) }
    }

    // Eighteen digits fit an Int of 64 bits.
    private static func isLength(_ text: String) -> Bool {
        (1...18).contains(text.utf8.count) && text.utf8.allSatisfy(isDigit)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isToken(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }

    private static func isText(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x7F || byte == UInt8(ascii: "\t")
    }
}
