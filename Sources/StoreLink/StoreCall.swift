// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The calls of ``StoreService`` as they travel over HTTP: `POST /client/v1/{call}`, JSON both ways.
///
/// Both ends of each call stand here, so that they cannot drift apart.
package enum StoreCall: String, CaseIterable, Sendable {
    case connect
    case products
    case purchase
    case finish
    case changes
    case wait
    case appTransaction
    case eligibility
    case sync
    case sheet
    case act
    case promotions

    /// The path that all calls lie under.
    package static let basePath = "/client/v1"

    /// The path of the call.
    package var path: String {
        "\(Self.basePath)/\(rawValue)"
    }

    /// How long a `wait` call is held open when nothing changes; proxies and clients give up not long after.
    package static let longestWait = Duration.seconds(20)

    /// Answers one call: decodes the request, asks the service, encodes the answer.
    ///
    /// - Throws: ``StoreFailure`` of the service, or `badRequest` when the body is not the call's request.
    package func answer(_ body: Data, from service: any StoreService) async throws(StoreFailure) -> Data {
        switch self {
        case .connect: try Self.encode(await service.connect(Self.decode(body)))
        case .products: try Self.encode(await service.products(Self.decode(body)))
        case .purchase: try Self.encode(await service.purchase(Self.decode(body)))
        case .changes: try Self.encode(await service.changes(Self.decode(body)))
        case .appTransaction: try Self.encode(await service.appTransaction(Self.decode(body)))
        case .eligibility: try Self.encode(await service.eligibility(Self.decode(body)))
        case .sheet: try Self.encode(await service.sheet(Self.decode(body)))
        case .act: try Self.encode(await service.act(Self.decode(body)))
        case .promotions: try Self.encode(await service.promotions(Self.decode(body)))
        case .finish: try await Self.answerFinish(body, from: service)
        case .sync: try await Self.answerSync(body, from: service)
        case .wait: try await Self.answerWait(body, from: service)
        }
    }

    private static func answerFinish(_ body: Data, from service: any StoreService) async throws(StoreFailure) -> Data {
        try await service.finish(decode(body))
        return try encode(Done())
    }

    private static func answerSync(_ body: Data, from service: any StoreService) async throws(StoreFailure) -> Data {
        try await service.sync(decode(body))
        return try encode(Done())
    }

    /// Waits for a change, but not for ever: a connection held open too long is cut by something in between.
    private static func answerWait(_ body: Data, from service: any StoreService) async throws(StoreFailure) -> Data {
        let request: ChangesRequest = try decode(body)
        let outcome = await withTaskGroup(of: Result<Void, StoreFailure>.self) { group in
            group.addTask {
                do throws(StoreFailure) {
                    return .success(try await service.waitForChange(request))
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                try? await Task.sleep(for: longestWait)
                return .success(())
            }
            let first = await group.next()
            group.cancelAll()
            return first ?? .success(())
        }
        try outcome.get()
        return try encode(Done())
    }

    /// The answer of a call that has nothing to tell.
    struct Done: Codable, Sendable {}

    static func encode(_ answer: some Encodable) throws(StoreFailure) -> Data {
        do {
            return try JSONEncoder().encode(answer)
        } catch {
            throw StoreFailure(
                .unknown, "The store could not write its answer: \(error)", fix: "This is a fault of the store.")
        }
    }

    private static func decode<Request: Decodable>(_ body: Data) throws(StoreFailure) -> Request {
        do {
            return try JSONDecoder().decode(Request.self, from: body)
        } catch {
            throw StoreFailure(
                .badRequest, "The body is not a \(Request.self): \(error)",
                fix: "Use a client of the same version as the store.")
        }
    }
}
