// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The pages of a long answer, asked for one after the other as they are read.
///
/// An iterator throws ``APIFailure`` when a page cannot be had and `CancellationError` when its task is cancelled; after
/// either it has ended.
public struct APIPages<Page: Sendable>: AsyncSequence, Sendable {
    /// A page.
    public typealias Element = Page

    let fetch: @Sendable (_ token: String?) async -> APIResult<Page>
    /// The token that leads to the page after this one; `nil` after the last.
    let next: @Sendable (Page) -> String?

    /// Begins with the first page.
    public func makeAsyncIterator() -> Iterator {
        Iterator(pages: self)
    }

    /// Asks for page after page.
    public struct Iterator: AsyncIteratorProtocol {
        private let pages: APIPages
        private var token: String?
        private var isFinished = false

        init(pages: APIPages) {
            self.pages = pages
        }

        /// The next page; `nil` after the last.
        public mutating func next() async throws -> Page? {
            guard !isFinished else { return nil }
            isFinished = true
            try Task.checkCancellation()
            let page = try await pages.fetch(token).get()
            if let next = pages.next(page) {
                guard next != token else { throw AppStoreServerAPIError.paginationStuck(next) }
                token = next
                isFinished = false
            }
            return page
        }
    }
}
