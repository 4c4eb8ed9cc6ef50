// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPService
import Synchronization

/// The description of everything the store answers, as OpenAPI 3.1.
///
/// It is encoded when somebody first asks for it, and once.
final class OpenAPIDocument: Sendable {
    private let endpoints: [Endpoint]
    private let encoded = Mutex<Data?>(nil)

    init(endpoints: [Endpoint]) {
        self.endpoints = endpoints
    }

    /// The document as JSON, always the same bytes.
    func data() throws -> Data {
        try encoded.withLock { encoded in
            let data = try encoded ?? encode()
            encoded = data
            return data
        }
    }

    private static func secret(_ origin: String) -> [String: String] {
        ["type": "http", "scheme": "bearer", "description": "What the store was given by \(origin)."]
    }

    private func encode() throws -> Data {
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
                "securitySchemes": [
                    "token": ["type": "http", "scheme": "bearer", "bearerFormat": "JWT"],
                    "clientToken": Self.secret("--client-token, beyond loopback"),
                    "controlToken": Self.secret("--control-token, where it was given"),
                ],
            ],
        ]
        return try JSONSerialization.data(withJSONObject: document, options: [.sortedKeys, .prettyPrinted])
    }
}
