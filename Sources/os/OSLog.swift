// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A part of a program that lines are written about.
public final class OSLog: Sendable {
    /// No part in particular.
    public static let `default` = OSLog(name: "", isEnabled: true)
    /// Writes nothing.
    public static let disabled = OSLog(name: "", isEnabled: false)

    private let name: String
    private let isEnabled: Bool

    /// Names a part of a program.
    public convenience init(subsystem: String, category: String) {
        self.init(name: "\(subsystem):\(category)", isEnabled: true)
    }

    private init(name: String, isEnabled: Bool) {
        self.name = name
        self.isEnabled = isEnabled
    }

    /// Whether lines of a level are written.
    public func isEnabled(type: OSLogType) -> Bool {
        isEnabled
    }

    func write(_ level: OSLogType, _ text: String) {
        guard isEnabled else { return }
        Self.output("[\(level.name)] \(name.isEmpty ? "" : name + " ")\(text)\n")
    }

    /// Where lines go; tests look at them here.
    @TaskLocal static var output: @Sendable (String) -> Void = { line in
        // A log must not end its program because nobody reads it.
        try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
    }
}

/// How much a line matters.
///
/// The set is open.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
    /// The number Apple gives the level.
    public let rawValue: UInt8

    /// Creates a level from its number.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Creates a level from its number.
    public init(_ rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// What should be known.
    public static let `default` = Self(0)
    /// What may help.
    public static let info = Self(1)
    /// What only the person at the debugger wants to see.
    public static let debug = Self(2)
    /// What went wrong.
    public static let error = Self(16)
    /// What must not happen.
    public static let fault = Self(17)

    var name: String {
        switch self {
        case .default: "default"
        case .info: "info"
        case .debug: "debug"
        case .error: "error"
        case .fault: "fault"
        default: "level \(rawValue)"
        }
    }
}
