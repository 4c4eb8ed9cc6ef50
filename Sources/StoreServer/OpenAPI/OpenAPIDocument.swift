// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPService

/// The description of everything the store answers, as OpenAPI 3.1.
struct OpenAPIDocument: Sendable {
    let endpoints: [Endpoint]

    /// The document as JSON, always the same bytes.
    func data() throws -> Data {
        var paths: [String: [String: any Sendable]] = [:]
        for endpoint in endpoints {
            paths[endpoint.path, default: [:]][endpoint.method.rawValue.lowercased()] = endpoint.operation
        }
        let schemas = RecordSchemas.all.mapValues(\.json)
        let document: [String: any Sendable] = [
            "openapi": "3.1.0",
            "info": [
                "title": "OpenStoreKit", "version": "1",
                "description": "A local App Store: control, StoreKit clients and the App Store Server API.",
            ],
            "paths": paths,
            "components": [
                "schemas": schemas,
                "securitySchemes": ["token": ["type": "http", "scheme": "bearer", "bearerFormat": "JWT"]],
            ],
        ]
        return try JSONSerialization.data(withJSONObject: document, options: [.sortedKeys, .prettyPrinted])
    }
}
