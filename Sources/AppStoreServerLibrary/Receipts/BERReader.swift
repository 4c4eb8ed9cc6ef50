// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Reads the Basic Encoding Rules of ASN.1 as far as receipts use them, indefinite lengths included.
struct BERReader {
    /// One value with its kind.
    struct Element {
        /// The kind: class, whether it is made of other values, and number.
        let tag: UInt8
        /// What the value is made of.
        let contents: ArraySlice<UInt8>

        var isConstructed: Bool { tag & 0x20 != 0 }
    }

    /// The bytes are not BER, or use what no receipt uses.
    struct Malformed: Error {}

    static let integer: UInt8 = 0x02
    static let octetString: UInt8 = 0x04
    static let objectIdentifier: UInt8 = 0x06
    static let sequence: UInt8 = 0x30
    static let set: UInt8 = 0x31
    /// The first value that a context numbers by itself.
    static let context0: UInt8 = 0xA0
    private static let constructedOctetString: UInt8 = 0x24
    private static let depthLimit = 16

    private var rest: ArraySlice<UInt8>
    private let depth: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.init(bytes, depth: 0)
    }

    private init(_ bytes: ArraySlice<UInt8>, depth: Int) {
        rest = bytes
        self.depth = depth
    }

    /// Whether every value has been read.
    var isAtEnd: Bool { rest.isEmpty }

    /// The next value, of this kind.
    mutating func next(_ tag: UInt8) throws(Malformed) -> Element {
        let element = try next()
        guard element.tag == tag else { throw Malformed() }
        return element
    }

    /// The next value.
    mutating func next() throws(Malformed) -> Element {
        guard depth < Self.depthLimit, let tag = rest.popFirst(), tag & 0x1F != 0x1F, let first = rest.popFirst() else {
            throw Malformed()
        }
        if first == 0x80 { return Element(tag: tag, contents: try indefiniteContents(of: tag)) }
        var count = Int(first)
        if first > 0x80 {
            guard first <= 0x84, rest.count >= Int(first & 0x7F) else { throw Malformed() }
            count = 0
            for _ in 0..<(first & 0x7F) {
                count = count << 8 | Int(rest.removeFirst())
            }
        }
        guard count <= rest.count else { throw Malformed() }
        defer { rest = rest.dropFirst(count) }
        return Element(tag: tag, contents: rest.prefix(count))
    }

    /// Everything up to the two zeros that end the value.
    private mutating func indefiniteContents(of tag: UInt8) throws(Malformed) -> ArraySlice<UInt8> {
        guard tag & 0x20 != 0 else { throw Malformed() }
        var inner = BERReader(rest, depth: depth + 1)
        while !inner.rest.starts(with: [0, 0]) {
            _ = try inner.next()
        }
        let contents = rest[..<inner.rest.startIndex]
        rest = inner.rest.dropFirst(2)
        return contents
    }

    /// The next value's bytes, which may be written in one piece or in several.
    mutating func nextOctetString() throws(Malformed) -> [UInt8] {
        let element = try next()
        switch element.tag {
        case Self.octetString:
            return Array(element.contents)
        case Self.constructedOctetString:
            var pieces = BERReader(element.contents, depth: depth + 1)
            var bytes: [UInt8] = []
            while !pieces.isAtEnd {
                bytes += try pieces.nextOctetString()
            }
            return bytes
        default:
            throw Malformed()
        }
    }

    /// The next value, a small number.
    mutating func nextInteger() throws(Malformed) -> Int {
        let contents = try next(Self.integer).contents
        guard let first = contents.first, contents.count <= 8 else { throw Malformed() }
        return contents.reduce(first & 0x80 == 0 ? 0 : -1) { $0 << 8 | Int($1) }
    }
}
