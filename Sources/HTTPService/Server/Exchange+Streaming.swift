// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import CMicroHTTPD
import Foundation

extension Exchange {
    // The macros of the library for these are casts, which Swift does not import.
    private static let complete = -1
    static let broken = -2

    /// Lets a stream feed the response that was just queued, within the access callback.
    ///
    /// The task iterates the stream itself, because only that tells its producer when the task is cancelled.
    func startStream<Element: Sendable>(
        _ stream: AsyncStream<Element>, on connection: OpaquePointer, encode: @escaping @Sendable (Element) -> Data
    ) {
        let outlet = Outlet(connection: ConnectionHandle(pointer: connection))
        change { state in
            state.phase = .streaming(outlet)
            state.task = Task {
                for await element in stream {
                    let chunk = encode(element)
                    if !chunk.isEmpty { await offer(chunk) }
                }
                change { $0.endStream(.complete) }
            }
            return state.isStopping ? state.endStream(.complete) : Effects()
        }
        client.attach(self)
    }

    /// Fills the library's buffer; without content the connection is suspended until there is some.
    func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        var count = 0
        change { state in
            guard case .streaming(var outlet) = state.phase, outlet.ending != .broken else {
                count = Self.broken
                return Effects()
            }
            if outlet.chunk.isEmpty {
                if outlet.ending == .complete {
                    count = Self.complete
                } else {
                    state.suspended = outlet.connection.suspend()
                }
                return Effects()
            }
            count = outlet.chunk.copyBytes(to: buffer)
            outlet.chunk = outlet.chunk.dropFirst(count)
            var effects = Effects()
            if outlet.chunk.isEmpty {
                effects.producer = outlet.producer
                outlet.producer = nil
            }
            state.phase = .streaming(outlet)
            return effects
        }
        return count
    }

    /// Waits until the library has taken a chunk, or until none is wanted any more.
    private func offer(_ chunk: Data) async {
        await withCheckedContinuation { producer in
            change { state in
                guard case .streaming(var outlet) = state.phase, outlet.ending == nil else {
                    return Effects(producer: producer)
                }
                outlet.chunk = chunk
                outlet.producer = producer
                state.phase = .streaming(outlet)
                return Effects(suspended: state.suspended.take())
            }
        }
    }
}
