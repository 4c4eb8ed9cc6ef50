// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A `.storekit` file: what it says, what is doubtful about it, and the file itself.
public struct ConfigurationDocument: Sendable, Hashable {
    /// The most bytes that are read, far above the largest configurations.
    package static let maximumSize = 16 << 20

    /// What the file says.
    public let configuration: StoreKitConfiguration
    /// What its author may want to know, in the order of reading.
    public let problems: [ConfigurationProblem]
    /// The whole file, with what this version does not know.
    public let json: JSONValue

    private let endsWithNewline: Bool

    /// Reads a file's content.
    ///
    /// - Parameter data: UTF-8 JSON of any version of the format.
    /// - Throws: A ``ConfigurationError`` when the data is empty, oversized, no JSON or no object. Whatever else may be
    ///   wrong with it is listed in ``problems``.
    public init(data: Data) throws(ConfigurationError) {
        guard data.count <= Self.maximumSize else { throw .tooLarge(limit: Self.maximumSize) }
        var bytes = [UInt8](data)
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let hasByteOrderMark = bytes.starts(with: byteOrderMark)
        if hasByteOrderMark { bytes.removeFirst(byteOrderMark.count) }
        guard String(validating: bytes, as: UTF8.self) != nil else { throw .notUTF8 }
        guard bytes.contains(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else { throw .empty }

        var parser = JSONParser(bytes: bytes)
        let json = try parser.parseDocument()
        guard case .object(let members) = json else { throw .notAnObject(found: json) }
        var reader = ConfigurationReader()
        if hasByteOrderMark { reader.problems.noteByteOrderMark() }
        if parser.replacedSurrogates { reader.problems.warnOfUnpairedSurrogates() }
        self.configuration = reader.read(root: JSONObject(path: "$", members: members))
        self.problems = reader.problems.list
        self.json = json
        self.endsWithNewline = bytes.last == 0x0A
    }

    /// The whole file in Xcode's layout: the bytes that were read, when Xcode wrote them.
    ///
    /// Files in other layouts keep every value, the order of keys and the digits of numbers; white space and escapes
    /// become Xcode's, and a byte order mark goes.
    public func data() -> Data {
        var writer = JSONWriter()
        writer.write(json)
        if endsWithNewline { writer.write("\n") }
        return Data(writer.bytes)
    }
}
