// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import Synchronization

/// Owns one OpenSSL key.
///
/// Sendable because the key is never changed once it is here, and OpenSSL 3 lets any number of threads use such a key.
final class KeyHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes over the caller's reference.
    init(owning pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit {
        EVP_PKEY_free(pointer)
    }
}

/// Prepared operations on one key, lent to one thread at a time.
///
/// Preparing costs OpenSSL several microseconds of lookups, so contexts are kept; as many as ever ran at once.
final class KeyContextPool: Sendable {
    /// Sendable because whoever has taken a context out of the pool is the only one to know it.
    private struct Context: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    private let key: KeyHandle
    private let prepare: @Sendable (OpaquePointer) -> Int32
    private let idle = Mutex<[Context]>([])

    init(key: KeyHandle, prepare: @escaping @Sendable (OpaquePointer) -> Int32) {
        self.key = key
        self.prepare = prepare
    }

    deinit {
        for context in idle.withLock({ $0 }) {
            EVP_PKEY_CTX_free(context.pointer)
        }
    }

    /// Runs an operation on a prepared context; `nil` when OpenSSL cannot prepare one.
    func withContext<Result>(_ operate: (OpaquePointer) -> Result) -> Result? {
        guard let context = idle.withLock({ $0.popLast() }) ?? makeContext() else { return nil }
        let result = operate(context.pointer)
        idle.withLock { $0.append(context) }
        return result
    }

    private func makeContext() -> Context? {
        guard let pointer = EVP_PKEY_CTX_new_from_pkey(nil, key.pointer, nil) else { return nil }
        guard prepare(pointer) == 1 else {
            EVP_PKEY_CTX_free(pointer)
            return nil
        }
        return Context(pointer: pointer)
    }
}
