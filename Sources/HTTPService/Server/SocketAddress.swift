// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

// The library's header brings the system's socket types with it.
import CMicroHTTPD
import Foundation

/// The numeric address and port of one end of a connection.
struct SocketAddress {
    let host: String
    let port: UInt16

    init?(_ address: UnsafePointer<sockaddr>) {
        let family = Int32(address.pointee.sa_family)
        guard family == AF_INET || family == AF_INET6 else { return nil }
        let size = family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
        var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        var service = [CChar](repeating: 0, count: Int(NI_MAXSERV))
        guard
            getnameinfo(
                address, socklen_t(size), &host, socklen_t(host.count), &service, socklen_t(service.count),
                NI_NUMERICHOST | NI_NUMERICSERV) == 0
        else { return nil }
        self.host = host.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        self.port = service.withUnsafeBufferPointer { $0.baseAddress.flatMap { UInt16(String(cString: $0)) } ?? 0 }
    }

    /// The address a socket is bound to.
    static func local(of descriptor: Int32) -> Self? {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutableBytes(of: &storage) { bytes in
            guard let address = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                getsockname(descriptor, address, &size) == 0
            else { return nil }
            return Self(address)
        }
    }
}
