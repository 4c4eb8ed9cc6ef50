// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// How often, and after which pauses, something that failed is tried again.
public struct Backoff: Sendable {
    /// The pauses before the second, third, … attempt; as many as there are further attempts.
    public var pauses: [Duration]
    /// Waits; tests hand in something that does not.
    public var sleep: @Sendable (Duration) async throws -> Void

    /// Creates a backoff of certain pauses.
    public init(
        pauses: [Duration],
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.pauses = pauses
        self.sleep = sleep
    }

    /// Four attempts within about a quarter of a minute.
    public static let standard = Self(pauses: [.seconds(1), .seconds(3), .seconds(9)])
    /// One attempt.
    public static let none = Self(pauses: [])

    /// Does something, and again while it fails in a way that time can cure.
    ///
    /// - Parameters:
    ///   - isCurable: Whether a failure is worth another attempt, and the least pause before it if the failure names one.
    ///   - operation: What to do.
    /// - Throws: What the last attempt threw.
    func run<Value: Sendable>(
        retrying isCurable: @Sendable (any Error) -> Retry, _ operation: @Sendable () async throws -> Value
    ) async throws -> Value {
        for pause in pauses {
            do {
                return try await operation()
            } catch {
                switch isCurable(error) {
                case .never: throw error
                case .after(let least): try await sleep(max(pause, least))
                }
            }
        }
        return try await operation()
    }

    /// Whether another attempt may help.
    enum Retry: Sendable {
        case never
        case after(Duration)
    }
}
