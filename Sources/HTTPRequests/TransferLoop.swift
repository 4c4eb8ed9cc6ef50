// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationNetworking)
    import CCurl
    import Foundation
    import FoundationNetworking
    import Synchronization

    /// Carries all requests of the process on one thread, which sleeps as long as nothing comes.
    ///
    /// `@unchecked Sendable`: only the thread touches what libcurl has, but for waking it, which libcurl allows from
    /// anywhere.
    final class TransferLoop: @unchecked Sendable {
        static let shared = TransferLoop()

        private struct State {
            var new: [Transfer] = []
            var isRunning = false
        }

        private let state = Mutex(State())
        private let multi = curl_multi_init()

        /// Sends what a transfer asks, and tells the caller what came of it.
        func begin(
            _ transfer: Transfer, for caller: CheckedContinuation<(data: Data, response: HTTPURLResponse), any Error>
        ) {
            transfer.caller = caller
            let isRunning = state.withLock { state in
                state.new.append(transfer)
                defer { state.isRunning = true }
                return state.isRunning
            }
            if isRunning {
                curl_multi_wakeup(multi)
            } else {
                Thread.detachNewThread { [self] in run() }
            }
        }

        /// Ends a transfer, whether it has begun or is going to.
        func cancel(_ transfer: Transfer) {
            transfer.isCancelled.store(true, ordering: .releasing)
            curl_multi_wakeup(multi)
        }

        private func run() {
            var active: [UnsafeMutableRawPointer: Transfer] = [:]
            while true {
                let new = state.withLock { state in
                    defer { state.new = [] }
                    return state.new
                }
                for transfer in new {
                    transfer.start()
                    curl_multi_add_handle(multi, transfer.handle)
                    active[transfer.handle] = transfer
                }
                for transfer in active.values where transfer.isCancelled.load(ordering: .acquiring) {
                    end(transfer, &active) { $0.fail(CancellationError()) }
                }
                var count: Int32 = 0
                curl_multi_perform(multi, &count)
                while let message = curl_multi_info_read(multi, &count) {
                    guard let handle = message.pointee.easy_handle, let transfer = active[handle] else { continue }
                    let code = message.pointee.data.result
                    end(transfer, &active) { $0.end(code) }
                }
                let now = ContinuousClock.now
                for transfer in active.values where transfer.deadline <= now {
                    end(transfer, &active) { $0.expire() }
                }
                wait(until: active.values.map(\.deadline).min())
            }
        }

        private func end(
            _ transfer: Transfer, _ active: inout [UnsafeMutableRawPointer: Transfer], _ tell: (Transfer) -> Void
        ) {
            curl_multi_remove_handle(multi, transfer.handle)
            active[transfer.handle] = nil
            tell(transfer)
        }

        private func wait(until deadline: ContinuousClock.Instant?) {
            let milliseconds = deadline.map { max(0, ($0 - .now) / .milliseconds(1)) } ?? Double(Int32.max)
            curl_multi_poll(multi, nil, 0, Int32(min(milliseconds.rounded(.up), Double(Int32.max))), nil)
        }
    }
#endif
