// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization

/// Data that goes with the process, for previews and tests.
public final class MemoryDataStore: DataStore {
    private let data: Mutex<Data?>

    /// Creates a place that holds nothing, or what is given.
    public init(_ data: Data? = nil) {
        self.data = Mutex(data)
    }

    /// The data written last.
    public func read() -> Data? {
        data.withLock { $0 }
    }

    /// Replaces the data.
    public func write(_ data: Data) {
        self.data.withLock { $0 = data }
    }
}
