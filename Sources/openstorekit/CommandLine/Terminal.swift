// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The two streams a command writes to.
enum Terminal {
    /// Writes a line of results.
    static func print(_ line: String = "") {
        write(line, to: .standardOutput)
    }

    /// Writes a line about what is wrong.
    static func complain(_ line: String) {
        write(line, to: .standardError)
    }

    private static func write(_ line: String, to stream: FileHandle) {
        // Not buffered, so that whoever reads a pipe sees each line at once. A reader that went away is no reason to stop.
        try? stream.write(contentsOf: Data((line + "\n").utf8))
    }
}
