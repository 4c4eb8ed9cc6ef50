// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension DatabaseError {
    /// What a failure of a server means.
    ///
    /// - Parameters:
    ///   - state: The five characters of the SQL standard that PostgreSQL gives; `nil` when there was no answer.
    ///   - detail: PostgreSQL's own words, without the detail that may name values.
    init(postgreSQL state: String?, _ detail: String, database name: String) {
        guard let state else {
            self.init(
                .unavailable, "The database \(name) cannot be reached: \(detail)",
                fix: "See whether the server runs, and check user, password and name of the database; then try again.")
            return
        }
        let (code, fix) = Self.meaning(of: state)
        // An error about a value may quote it.
        let words = state.hasPrefix("22") ? "an error about a value" : detail
        self.init(code, "The database \(name) answers \(words) (\(state))", fix: fix)
    }

    private static func meaning(of state: String) -> (Code, fix: String) {
        let fault = "This is a fault of the program."
        switch state {
        case "08P01": return (.misuse, fault)
        case "22021", "22P05": return (.unstorable, "Leave out what is no text, such as the character NUL.")
        case "54000": return (.unstorable, "Give something shorter.")
        case "25006": return (.readOnly, "Name the primary server, or several with target_session_attrs=read-write.")
        case "40001", "40P01", "55P03", "57014": return (.busy, "Try again.")
        case "42501": return (.readOnly, "Give the user the rights to the tables.")
        case "53100": return (.full, "Make space on the disk of the server, then try again.")
        case "57P01", "57P02", "57P03": return (.unavailable, "Try again in a moment.")
        default: break
        }
        switch state.prefix(2) {
        case "08", "53": return (.unavailable, "See how the server is, then try again.")
        case "23": return (.constraint, "This is a fault of the program, or the row is there already.")
        case "28", "3D": return (.cannotOpen, "Check user, password and name of the database.")
        case "22", "26", "42": return (.misuse, fault)
        case "58": return (.inputOutput, "Check the disk of the server, then try again.")
        case "XX": return (.damaged, "Read the log of the server, and restore the database if it is damaged.")
        default: return (.other, "Try again.")
        }
    }
}
