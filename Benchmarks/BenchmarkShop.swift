// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData
import StoreEngine
import StoreHost
import StoreServer

/// A store that listens, with customers who bought 50 things each.
struct BenchmarkShop {
    /// Subscriptions stored; each has the customer of its number.
    static let subscribers = 20
    private let host: StoreHost
    private let server: StoreServer
    private let credentials: APICredentials

    init(transactions: Int) throws {
        let authority = try CertificateAuthority.make(now: Date())
        var random = SeededGenerator(seed: 1)
        credentials = try APICredentials.make(random: &random)
        let host = StoreHost(
            configuration: SampleCatalogue.configuration, identity: SampleCatalogue.identity,
            signer: StoreSigner(JWSSigner(authority)), seed: 1)
        for number in 0..<transactions {
            let isPlan = number < Self.subscribers
            let customer = isPlan ? number : number / 50 + Self.subscribers
            let purchase = Command.Purchase(
                account: host.account(named: String(customer)),
                productID: isPlan ? SampleCatalogue.monthly : SampleCatalogue.coins)
            try host.perform(.purchase(purchase))
        }
        self.host = host
        server = StoreServer(
            host: host, configuration: StoreServer.Configuration(root: authority.root, credentials: [credentials]))
        try server.start()
        Processor.pin(to: 0)
    }

    var port: UInt16 { server.port }
    var now: StoreInstant { host.now }

    func close() {
        let done = DispatchSemaphore(value: 0)
        Task { [server] in
            await server.shutdown()
            done.signal()
        }
        done.wait()
    }

    func token() throws -> String {
        try credentials.token(bundleID: SampleCatalogue.identity.bundleID, now: Date())
    }

    /// The identifier of the transaction with a number.
    func id(_ number: Int) -> String {
        host.read { $0.identifier(of: $0.transactions[number].index) }
    }

    func orderID(_ number: Int) -> String {
        host.read { $0.orderID(of: $0.transactions[number].index) }
    }

    /// Identifiers of customers' downloads, spread over all customers.
    var downloads: [String] {
        host.read { engine in
            stride(from: Self.subscribers, to: engine.accounts.count, by: max(1, engine.accounts.count / 500)).map {
                engine.accounts[$0].appTransactionID
            }
        }
    }

    func request(_ method: String, _ path: String, token: String, _ body: String = "") -> String {
        "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(token)\r\nAccept: application/json\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    /// The bodies of requests.
    struct Body {
        let consumption =
            #"{"customerConsented":true,"sampleContentProvided":false,"deliveryStatus":"DELIVERED"}"#
        let `extension` = #"{"extendByDays":1,"extendReasonCode":0,"requestIdentifier":"one"}"#
        let token = #"{"appAccountToken":"7e3fb20b-4cdb-47cc-936d-99d65f608138"}"#

        func dates(now: StoreInstant) -> String {
            #"{"startDate":\#(now.milliseconds - 86_400_000),"endDate":\#(now.milliseconds + 86_400_000)}"#
        }
    }
}
