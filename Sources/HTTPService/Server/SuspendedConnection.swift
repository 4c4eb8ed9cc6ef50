// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import CMicroHTTPD

/// A connection of the library, to be touched only where the library allows it.
///
/// `@unchecked Sendable`: the pointer is only dereferenced by the library, on its own thread within a callback or by
/// `MHD_resume_connection`, which locks and may be called from any thread.
struct ConnectionHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Stops all traffic of the connection; only legal within an access or content callback for it.
    func suspend() -> SuspendedConnection {
        MHD_suspend_connection(pointer)
        return SuspendedConnection(handle: self)
    }
}

/// The obligation to resume a connection, once.
///
/// While this value exists the library neither reads, times out nor frees the connection, so the pointer in it is
/// valid; being consumed by ``resume()`` it cannot be used after. The library may only be stopped when no such value
/// is left.
struct SuspendedConnection: ~Copyable, Sendable {
    fileprivate let handle: ConnectionHandle

    consuming func resume() {
        MHD_resume_connection(handle.pointer)
    }
}
