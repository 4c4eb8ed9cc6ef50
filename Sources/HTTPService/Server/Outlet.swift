// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The end of a streamed response at which the library takes its bytes: at most one chunk lies there at a time.
struct Outlet: Sendable {
    enum Ending {
        /// The content is complete once the chunk is taken.
        case complete
        /// The rest is not wanted or will not come: the connection is closed in the middle.
        case broken
    }

    let connection: ConnectionHandle
    var chunk = Data()
    var ending: Ending?
    /// The task that waits until its chunk is taken.
    var producer: CheckedContinuation<Void, Never>?
}
