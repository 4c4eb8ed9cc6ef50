// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

// Apple's views hand these to the code that shows products. They need no view, so models that hold one build here too.

extension Product {
    /// How far loading one product has come.
    public enum TaskState: Sendable {
        /// Under way.
        case loading
        /// The store does not sell it here.
        case unavailable
        /// The store could not be asked.
        case failure(any Error)
        /// Done.
        case success(Product)

        /// The product once it is there.
        public var product: Product? {
            if case .success(let product) = self { product } else { nil }
        }
    }

    /// How far loading several products has come.
    public enum CollectionTaskState: Sendable {
        /// Under way.
        case loading
        /// The store could not be asked.
        case failure(any Error)
        /// Done, with the identifiers of what the store does not sell here.
        case success([Product], unavailable: [Product.ID])

        /// The products once they are there.
        public var products: [Product]? {
            if case .success(let products, _) = self { products } else { nil }
        }
    }
}
