// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension AppTransaction {
    /// The kind of App Store that an app came from.
    ///
    /// The set is open.
    public struct StoreType: RawRepresentable, Hashable, Sendable {
        /// The type; the spellings are presumed, for no signed data shows them yet.
        public let rawValue: String

        /// Creates a type from its spelling.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The one for everybody.
        public static let consumer = Self(rawValue: "CONSUMER")
        /// That of a school.
        public static let education = Self(rawValue: "EDUCATION")
        /// That of a company.
        public static let enterprise = Self(rawValue: "ENTERPRISE")
    }

    /// The kind of App Store that the app came from; the stores here are all for everybody.
    public var storeType: StoreType { .consumer }

    /// ``storeType`` as a text.
    public var storeTypeStringRepresentation: String { storeType.rawValue }

    /// When the app itself was taken back; the stores here never do that.
    public var revocationDate: Date? { nil }
}

extension AppTransaction {
    /// Every download of the app that this device has a right to: the one of ``shared``.
    public static var all: AppTransactions { AppTransactions(center: .current) }

    /// The sequence of ``all``; it ends, and is empty when the store cannot be asked.
    public struct AppTransactions: AsyncSequence, Sendable {
        /// A download and whether it can be relied on.
        public typealias Element = VerificationResult<AppTransaction>

        let center: StoreCenter

        /// Begins to iterate.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(center: center)
        }

        /// One walk through the sequence.
        public struct AsyncIterator: AsyncIteratorProtocol {
            /// A download and whether it can be relied on.
            public typealias Element = VerificationResult<AppTransaction>

            var center: StoreCenter?

            /// The next download; `nil` at the end.
            public mutating func next() async -> Element? {
                guard let center = center.take() else { return nil }
                return try? await center.appTransaction(refreshing: false)
            }
        }
    }
}
