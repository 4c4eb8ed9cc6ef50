// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Why a server could not start, or could not send a response.
package struct HTTPServerError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure.
    package struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the kind.
        package let rawValue: String

        /// Creates a kind.
        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Another socket listens on the port.
        package static let portInUse = Code(rawValue: "portInUse")
        /// The host is not a numeric address, or not one of this machine.
        package static let addressUnavailable = Code(rawValue: "addressUnavailable")
        /// The system does not let this user listen on the port.
        package static let permissionDenied = Code(rawValue: "permissionDenied")
        /// The server is running or has been shut down; one instance runs once.
        package static let alreadyStarted = Code(rawValue: "alreadyStarted")
        /// The server does not run, or not with TLS.
        package static let notRunning = Code(rawValue: "notRunning")
        /// Certificate and key cannot be used.
        package static let identityUnusable = Code(rawValue: "identityUnusable")
        /// A handler answered with what HTTP does not permit; only passed to `onError`.
        package static let invalidResponse = Code(rawValue: "invalidResponse")
        /// The system refused a resource, such as a file descriptor or a thread.
        package static let systemFailure = Code(rawValue: "systemFailure")
    }

    /// The kind of failure.
    package let code: Code
    /// What happened, in a sentence.
    package let message: String
    /// What the reader can do now.
    package let fix: String

    /// The message and the way out.
    package var description: String { "\(message). \(fix)" }
}

extension HTTPServerError {
    static func listening(on host: String, _ port: UInt16, errno reason: Int32) -> Self {
        let place = "\(host) port \(port)"
        return switch reason {
        case EADDRINUSE:
            Self(
                code: .portInUse, message: "\(place) is in use by another program",
                fix: "Stop that program, choose another port, or choose port 0 for any free one.")
        case EADDRNOTAVAIL:
            Self(
                code: .addressUnavailable, message: "\(host) is not an address of this machine",
                fix: "Use 127.0.0.1 for this machine only, or 0.0.0.0 for all its networks.")
        case EACCES, EPERM:
            Self(
                code: .permissionDenied, message: "This user may not listen on \(place)",
                fix: "Choose a port from 1024 on, or run with the right to lower ones.")
        default:
            systemFailure("Listening on \(place) failed: \(String(cString: strerror(reason)))")
        }
    }

    static var alreadyStarted: Self {
        Self(
            code: .alreadyStarted, message: "The server was started before",
            fix: "Create another one; each runs once.")
    }

    /// There is no certificate to be renewed.
    package static var notRunning: Self {
        Self(
            code: .notRunning, message: "The server does not run with TLS",
            fix: "Start it with a certificate; another one can be given while it runs.")
    }

    static var identityUnusable: Self {
        Self(
            code: .identityUnusable, message: "Certificate and key cannot be used for TLS",
            fix: "Give a chain of certificates and the key of the first, both in PEM and without a password.")
    }

    static func systemFailure(_ message: String) -> Self {
        Self(
            code: .systemFailure, message: message,
            fix: "Look at the limits of this process for open files and threads.")
    }
}
