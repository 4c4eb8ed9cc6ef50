// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
package import Foundation

/// Posts a notification to a developer's server.
package protocol NotificationClient: Sendable {
    /// Posts JSON and returns the HTTP status of the answer.
    ///
    /// It gives up when the calling task is cancelled.
    func post(_ json: Data, to url: URL) async throws(SendFailure) -> Int

    /// Begins to post JSON and cuts the connection in the middle.
    func cut(_ json: Data, to url: URL) async
}

/// Why a notification got no answer.
package struct SendFailure: Error, Sendable, Hashable {
    /// The reason as the App Store names it.
    package let result: SendAttemptResult

    /// Creates a failure.
    package init(_ result: SendAttemptResult) {
        self.result = result
    }
}
