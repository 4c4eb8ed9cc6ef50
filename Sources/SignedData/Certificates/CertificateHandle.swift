// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import Foundation

/// Owns one OpenSSL certificate.
///
/// Sendable because the certificate is complete once it is here: `init` makes OpenSSL work out what it works out lazily,
/// and reading a finished certificate is safe on any number of threads.
final class CertificateHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes over the caller's reference.
    init(owning pointer: OpaquePointer) {
        self.pointer = pointer
        // Reads the extensions once, so that no later call writes.
        X509_check_purpose(pointer, -1, 0)
        ERR_clear_error()
    }

    deinit {
        X509_free(pointer)
    }

    /// A name as `CN=…, O=…`, in the order of the certificate.
    static func text(_ name: OpaquePointer?) -> String {
        guard let name else { return "" }
        return (0..<X509_NAME_entry_count(name)).compactMap { index in
            guard let entry = X509_NAME_get_entry(name, index), let value = text(of: entry) else { return nil }
            let label = OBJ_nid2sn(OBJ_obj2nid(X509_NAME_ENTRY_get_object(entry))).map { String(cString: $0) } ?? "?"
            return "\(label)=\(value)"
        }.joined(separator: ", ")
    }

    /// The first common name in a name.
    static func commonName(_ name: OpaquePointer?) -> String? {
        let index = X509_NAME_get_index_by_NID(name, NID_commonName, -1)
        guard index >= 0, let entry = X509_NAME_get_entry(name, index) else { return nil }
        return text(of: entry)
    }

    private static func text(of entry: OpaquePointer) -> String? {
        var bytes: UnsafeMutablePointer<UInt8>?
        let count = ASN1_STRING_to_UTF8(&bytes, X509_NAME_ENTRY_get_data(entry))
        defer { openstorekit_free(bytes) }
        guard count >= 0, let bytes else { return nil }
        return String(decoding: UnsafeBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
    }

    /// A date of the certificate; `nil` when it is written wrongly.
    static func date(_ time: UnsafePointer<ASN1_TIME>?) -> Date? {
        guard let time, let epoch = ASN1_TIME_set(nil, 0) else { return nil }
        defer { ASN1_STRING_free(epoch) }
        var days: Int32 = 0
        var seconds: Int32 = 0
        guard ASN1_TIME_diff(&days, &seconds, epoch, time) == 1 else { return nil }
        return Date(timeIntervalSince1970: Double(days) * 86_400 + Double(seconds))
    }
}
