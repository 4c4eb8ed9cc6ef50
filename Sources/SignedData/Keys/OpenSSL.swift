// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import Foundation

/// What every use of the C library needs.
enum OpenSSL {
    /// SHA-256, looked up once: asking for it by name costs as much as hashing a small text.
    ///
    /// An algorithm is never changed after it was fetched and this one is never freed.
    nonisolated(unsafe) static let sha256 = EVP_MD_fetch(nil, "SHA256", nil)
    /// SHA-384, likewise.
    nonisolated(unsafe) static let sha384 = EVP_MD_fetch(nil, "SHA384", nil)

    /// The reason OpenSSL gives for the last failure on this thread; leaves none behind.
    static func drainErrors() -> String {
        let code = ERR_get_error()
        ERR_clear_error()
        guard code != 0 else { return "no reason given" }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { text in
            ERR_error_string_n(code, text.baseAddress, text.count)
            return String(cString: text.baseAddress!)
        }
    }

    /// The bytes of any value OpenSSL can write with an `i2d` function.
    static func der(_ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32) -> Data? {
        var bytes: UnsafeMutablePointer<UInt8>?
        let count = write(&bytes)
        defer { openstorekit_free(bytes) }
        guard count > 0, let bytes else { return nil }
        return Data(bytes: bytes, count: Int(count))
    }

    /// Reads a value with a `d2i` function; `nil` also when bytes are left over.
    static func parse<Bytes: ContiguousBytes>(
        _ bytes: Bytes, _ read: (UnsafeMutablePointer<UnsafePointer<UInt8>?>, Int) -> OpaquePointer?,
        free: (OpaquePointer) -> Void
    ) -> OpaquePointer? {
        bytes.withUnsafeBytes { bytes in
            guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return nil }
            var cursor: UnsafePointer<UInt8>? = start
            guard let value = read(&cursor, bytes.count) else {
                ERR_clear_error()
                return nil
            }
            guard cursor == start + bytes.count else {
                free(value)
                return nil
            }
            return value
        }
    }
}
