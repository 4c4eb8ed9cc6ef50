// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Tasks that end with their owner.
final class TaskBag: Sendable {
    private let tasks = Mutex<[Task<Void, Never>]>([])

    deinit {
        cancel()
    }

    var isEmpty: Bool { tasks.withLock { $0.isEmpty } }

    func add(_ task: Task<Void, Never>) {
        tasks.withLock { $0.append(task) }
    }

    func cancel() {
        let cancelled = tasks.withLock { tasks in
            defer { tasks = [] }
            return tasks
        }
        for task in cancelled { task.cancel() }
    }
}
