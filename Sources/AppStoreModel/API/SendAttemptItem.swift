// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// One attempt to deliver a notification.
public struct SendAttemptItem: Codable, Hashable, Sendable {
    /// When the attempt was made.
    public var attemptDate: Date?

    /// ``sendAttemptResult`` as it stands on the wire, also when the value is unknown.
    public var rawSendAttemptResult: String?

    /// Creates one from known values.
    public init(attemptDate: Date? = nil, sendAttemptResult: SendAttemptResult? = nil) {
        self.init(attemptDate: attemptDate, rawSendAttemptResult: sendAttemptResult?.rawValue)
    }

    /// Creates one from raw values, known or not.
    @_disfavoredOverload
    public init(attemptDate: Date? = nil, rawSendAttemptResult: String? = nil) {
        self.attemptDate = attemptDate
        self.rawSendAttemptResult = rawSendAttemptResult
    }

    private enum CodingKeys: String, CodingKey {
        case attemptDate
        case rawSendAttemptResult = "sendAttemptResult"
    }

    /// How the attempt ended.
    public var sendAttemptResult: SendAttemptResult? {
        get { rawSendAttemptResult.flatMap(SendAttemptResult.init(rawValue:)) }
        set { rawSendAttemptResult = newValue?.rawValue }
    }
}
