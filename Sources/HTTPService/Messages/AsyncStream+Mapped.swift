// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension AsyncStream where Element: Sendable {
    /// Returns a stream of the transformed elements that pulls from this one, so that nothing is buffered twice and the
    /// end of either ends the other.
    func mapped<Output: Sendable>(_ transform: @escaping @Sendable (Element) -> Output) -> AsyncStream<Output> {
        AsyncStream<Output> {
            for await element in self {
                return transform(element)
            }
            return nil
        }
    }
}
