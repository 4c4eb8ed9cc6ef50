// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreConfiguration
import Testing

@Suite struct DocumentErrorTests {
    @Test(
        arguments: [
            ([], .empty), (Array(" \n\t\r".utf8), .empty), ([0xEF, 0xBB, 0xBF], .empty),
            (Array("[]".utf8), .notAnObject),
            (Array("\"{}\"".utf8), .notAnObject), (Array("null".utf8), .notAnObject), (Array("{".utf8), .notJSON),
            ([0x7B, 0x22, 0xC3, 0x22, 0x7D], .notUTF8), ([0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00], .notUTF8),
            (Array(String(repeating: "[", count: 1000).utf8), .tooDeep),
        ] as [([UInt8], ConfigurationError.Code)])
    func dataThatIsNoConfigurationIsRefused(_ bytes: [UInt8], _ code: ConfigurationError.Code) {
        #expect { try ConfigurationDocument(data: Data(bytes)) } throws: { ($0 as? ConfigurationError)?.code == code }
    }

    @Test func moreDataThanAnyConfigurationHasIsRefused() {
        let data = Data(repeating: 0x20, count: ConfigurationDocument.maximumSize + 1)
        #expect { try ConfigurationDocument(data: data) } throws: { ($0 as? ConfigurationError)?.code == .tooLarge }
    }

    @Test func theEmptyObjectIsAConfiguration() throws {
        let document = try Fixtures.read("{}")
        #expect(document.configuration == StoreKitConfiguration(version: .init(major: 1, minor: 0)))
        #expect(document.problems.allSatisfy { $0.code == .missingValue })
        #expect(document.problems.contains { $0.path == "$.version" && $0.severity == .warning })
    }

    @Test func aByteOrderMarkIsNotedAndNotWrittenBack() throws {
        let text = Fixtures.version10
        let document = try Fixtures.read("\u{FEFF}" + text)
        #expect(document.codes == [.byteOrderMark])
        #expect(document.data() == Data(text.utf8))
    }

    @Test func slicesOfDataAreRead() throws {
        let data = Data("xx".utf8) + Data(Fixtures.version10.utf8)
        #expect(try ConfigurationDocument(data: data.dropFirst(2)).problems.isEmpty)
    }
}
