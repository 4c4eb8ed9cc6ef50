// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

// This module exists so that code which logs compiles on Linux. Lines go to standard error, all levels of them; there is no
// store of logs and nothing to read them back with.

/// Writes lines about one part of a program.
public struct Logger: Sendable {
    private let log: OSLog

    /// Creates a logger for no part in particular.
    public init() {
        log = .default
    }

    /// Creates a logger for a part of a program.
    public init(subsystem: String, category: String) {
        log = OSLog(subsystem: subsystem, category: category)
    }

    /// Creates a logger for the part that an older object names.
    public init(_ log: OSLog) {
        self.log = log
    }

    /// Writes at the default level.
    public func log(_ message: OSLogMessage) {
        log.write(.default, message.text)
    }

    /// Writes at a level.
    public func log(level: OSLogType, _ message: OSLogMessage) {
        log.write(level, message.text)
    }

    /// Writes what only the person at the debugger wants to see.
    public func trace(_ message: OSLogMessage) {
        log.write(.debug, message.text)
    }

    /// Writes what only the person at the debugger wants to see.
    public func debug(_ message: OSLogMessage) {
        log.write(.debug, message.text)
    }

    /// Writes what may help.
    public func info(_ message: OSLogMessage) {
        log.write(.info, message.text)
    }

    /// Writes at the default level.
    public func notice(_ message: OSLogMessage) {
        log.write(.default, message.text)
    }

    /// Writes what went wrong.
    public func warning(_ message: OSLogMessage) {
        log.write(.error, message.text)
    }

    /// Writes what went wrong.
    public func error(_ message: OSLogMessage) {
        log.write(.error, message.text)
    }

    /// Writes what must not happen.
    public func critical(_ message: OSLogMessage) {
        log.write(.fault, message.text)
    }

    /// Writes what must not happen.
    public func fault(_ message: OSLogMessage) {
        log.write(.fault, message.text)
    }
}
