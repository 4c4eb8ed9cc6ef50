// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Handlers by method and path.
///
/// Where several patterns fit a path, the one whose first different segment is literal wins. A path that no pattern
/// fits is answered 404, a method it has no handler for 405 with `Allow`; `HEAD` is answered by the handler of `GET`.
package struct Router: Sendable {
    /// Answers a request; an error it throws becomes a 500 without content.
    package typealias Handler = @Sendable (HTTPRequest, PathParameters) async throws -> HTTPResponse

    private struct Leaf: Sendable {
        let pattern: RoutePattern
        let isBrief: Bool
        let handler: Handler
    }

    private struct Node: Sendable {
        /// The name in braces, of a node that stands for any segment.
        var name = ""
        var literals: [String: Node] = [:]
        // One child in an array, because a struct cannot contain itself.
        var parameter: [Node] = []
        var leaves: [HTTPMethod: Leaf] = [:]
    }

    private var root = Node()

    /// The method and pattern of every route, in the order they were added.
    package private(set) var routes: [(method: HTTPMethod, pattern: String)] = []

    /// Creates a router without routes.
    package init() {}

    /// Adds a route; adding the same method and path twice is a mistake in the program.
    ///
    /// - Parameters:
    ///   - method: The method the handler answers.
    ///   - pattern: The path; a segment `{name}` fits any one segment that is not empty.
    ///   - isBrief: Whether it answers in less time than it takes to hand it over to another thread.
    ///   - handler: What answers.
    package mutating func on(
        _ method: HTTPMethod, _ pattern: String, isBrief: Bool = false, _ handler: @escaping Handler
    ) {
        let pattern = RoutePattern(pattern)
        Self.insert(
            Leaf(pattern: pattern, isBrief: isBrief, handler: handler), method: method,
            segments: pattern.segments[...], into: &root)
        routes.append((method, pattern.text))
    }

    /// Answers a request by the handler that fits it.
    package func respond(to request: HTTPRequest) async throws -> HTTPResponse {
        let found = nodes(for: request)
        guard !found.isEmpty else { return .empty(404) }
        guard let leaf = Self.leaf(for: request, among: found) else {
            return HTTPResponse(status: 405, headers: ["Allow": Self.allowed(at: found)])
        }
        return try await leaf.handler(request, Self.parameters(of: request, for: leaf.pattern))
    }

    /// Whether what answers a request was said to be brief.
    package func isBrief(_ request: HTTPRequest) -> Bool {
        Self.leaf(for: request, among: nodes(for: request))?.isBrief ?? false
    }

    private func nodes(for request: HTTPRequest) -> [Node] {
        var found: [Node] = []
        Self.collect(request.target.segments[...], from: root, into: &found)
        return found
    }

    private static func leaf(for request: HTTPRequest, among nodes: [Node]) -> Leaf? {
        for method in request.method == .head ? [.head, .get] : [request.method] {
            if let leaf = nodes.lazy.compactMap({ $0.leaves[method] }).first { return leaf }
        }
        return nil
    }

    /// The path of a request with the names that its route has in braces in place of what the client gave, for logs.
    ///
    /// Where no route fits, as far as one does.
    package func described(_ target: HTTPTarget) -> String {
        var node: Node? = root
        return target.segments.map { segment in
            let literal = node?.literals[segment]
            let parameter = segment.isEmpty ? nil : node?.parameter.first
            node = literal ?? parameter
            return "/" + (literal == nil ? parameter.map { "{\($0.name)}" } ?? segment : segment)
        }.joined()
    }

    private static func insert(
        _ leaf: Leaf, method: HTTPMethod, segments: ArraySlice<RoutePattern.Segment>, into node: inout Node
    ) {
        switch segments.first {
        case nil:
            precondition(node.leaves[method] == nil, "The route \(method) \(leaf.pattern.text) is there twice")
            node.leaves[method] = leaf
        case .literal(let text):
            insert(leaf, method: method, segments: segments.dropFirst(), into: &node.literals[text, default: Node()])
        case .parameter(let name):
            if node.parameter.isEmpty { node.parameter.append(Node(name: name)) }
            insert(leaf, method: method, segments: segments.dropFirst(), into: &node.parameter[0])
        }
    }

    // Every node that fits, best first: a literal child before the parameter at each step.
    private static func collect(_ segments: ArraySlice<String>, from node: Node, into found: inout [Node]) {
        guard let segment = segments.first else {
            if !node.leaves.isEmpty { found.append(node) }
            return
        }
        if let child = node.literals[segment] {
            collect(segments.dropFirst(), from: child, into: &found)
        }
        if !segment.isEmpty, let child = node.parameter.first {
            collect(segments.dropFirst(), from: child, into: &found)
        }
    }

    private static func parameters(of request: HTTPRequest, for pattern: RoutePattern) -> PathParameters {
        var values: [String: String] = [:]
        for case (.parameter(let name), let segment) in zip(pattern.segments, request.target.segments) {
            values[name] = segment
        }
        return PathParameters(values)
    }

    private static func allowed(at nodes: [Node]) -> String {
        var methods = Set(nodes.flatMap(\.leaves.keys))
        if methods.contains(.get) { methods.insert(.head) }
        return methods.map(\.rawValue).sorted().joined(separator: ", ")
    }
}
