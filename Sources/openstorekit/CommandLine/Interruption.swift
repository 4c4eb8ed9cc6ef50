// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation

/// Being asked to stop, by Ctrl-C or by another program.
final class Interruption {
    private let requests: AsyncStream<Void>
    private let sources: [any DispatchSourceSignal]

    /// Begins to catch SIGINT and SIGTERM, which end the process from then on no more.
    init() {
        let (requests, continuation) = AsyncStream.makeStream(of: Void.self)
        self.requests = requests
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                // Whoever asks a second time does not want to wait for what is in flight.
                signal(number, SIG_DFL)
                continuation.yield()
            }
            source.resume()
            return source
        }
    }

    /// Returns when one of the signals has come.
    func wait() async {
        for await _ in requests { break }
        for source in sources { source.cancel() }
    }
}
