// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import CPostgreSQL

/// How connections to a server are made.
enum PostgreSQLLink {
    /// What holds where the address says nothing else: of several values the last one counts, and the address is read where
    /// it stands.
    private static func parameters(_ url: String) -> [(keyword: String, value: String)] {
        [
            ("application_name", "openstorekit"), ("connect_timeout", "5"),
            // How many milliseconds what was sent may stay without an answer from the other machine.
            ("tcp_user_timeout", "15000"), ("keepalives_idle", "15"), ("keepalives_interval", "5"),
            ("dbname", url), ("client_encoding", "UTF8"),
        ]
    }

    /// Nobody waits for ever: not for a lock, and not for one who fell silent while holding it.
    static let settings = """
        SET client_min_messages = warning;
        SET lock_timeout = '10s'; SET idle_in_transaction_session_timeout = '30s';
        SET tcp_keepalives_idle = 15; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3
        """

    /// Tries to connect; the answer, which is to be finished, may be a failure.
    static func connect(to url: String) -> OpaquePointer? {
        let parameters = parameters(url)
        return withCStrings(parameters.map(\.keyword)) { keywords in
            withCStrings(parameters.map(\.value)) { values in PQconnectdbParams(keywords, values, 1) }
        }
    }

    /// Lends out texts as C has them, ended by a null pointer.
    private static func withCStrings<Result>(
        _ texts: [String], _ body: ([UnsafePointer<CChar>?]) -> Result
    ) -> Result {
        var bytes: [CChar] = []
        var starts: [Int] = []
        for text in texts {
            starts.append(bytes.count)
            bytes.append(contentsOf: text.utf8CString)
        }
        return bytes.withUnsafeBufferPointer { buffer in
            body(starts.map { buffer.baseAddress?.advanced(by: $0) } + [nil])
        }
    }
}
