// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation

/// Being asked to read files again, as by `systemctl reload`.
final class ReloadRequests {
    /// Each time it was asked, as long as this is there.
    let requests: AsyncStream<Void>
    private let source: any DispatchSourceSignal

    /// Begins to catch SIGHUP, which ends the process from then on no more.
    init() {
        // One that comes while another is answered is answered after it; more need not be.
        let (requests, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.requests = requests
        signal(SIGHUP, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGHUP, queue: .global())
        source.setEventHandler { continuation.yield() }
        source.resume()
    }
}
