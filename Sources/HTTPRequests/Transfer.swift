// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationNetworking)
    import CCurl
    import Foundation
    import FoundationNetworking
    import Synchronization

    /// One request and what has come of its answer.
    ///
    /// `@unchecked Sendable`: it is made by one caller and then handed over to the thread of ``TransferLoop``, which is the
    /// only one to touch it from then on, but for ``isCancelled``.
    final class Transfer: @unchecked Sendable {
        /// No answer that is waited for here is nearly as large.
        private static let largestAnswer = 64 << 20
        /// As many as browsers follow.
        private static let mostRedirections = 20

        let handle: UnsafeMutableRawPointer
        private let url: URL
        private var lines: UnsafeMutablePointer<curl_slist>?
        private var head = AnswerHead()
        private var content = Data()
        private var isTooLarge = false
        /// For how long nothing may happen.
        private let patience: Duration
        /// When something happened last.
        private var lastSign = ContinuousClock.now
        /// Whether nobody waits any more.
        let isCancelled = Atomic(false)
        /// Who waits for the answer.
        var caller: CheckedContinuation<(data: Data, response: HTTPURLResponse), any Error>?

        /// Prepares a request; throws `URLError` with the code `badURL` or `unsupportedURL` for what cannot be sent.
        init(_ request: URLRequest) throws(URLError) {
            guard let url = request.url, url.host?.isEmpty == false else {
                throw URLError(.badURL, "The address names no host")
            }
            guard ["http", "https"].contains(url.scheme?.lowercased()) else {
                throw URLError(.unsupportedURL, "The address begins neither with http nor with https")
            }
            let method = request.httpMethod ?? "GET"
            let fields = (request.allHTTPHeaderFields ?? [:]).sorted { $0.key < $1.key }
            guard ([method] + fields.flatMap { [$0.key, $0.value] }).allSatisfy({ !$0.contains(where: \.isNewline) })
            else { throw URLError(.badURL, "The method or a field of the request has more than one line") }
            _ = Self.library
            guard let handle = curl_easy_init() else { throw URLError(CURLE_FAILED_INIT) }
            self.handle = handle
            self.url = url
            patience = .seconds(min(max(request.timeoutInterval, 0.001), 1e9))
            set(CURLOPT_URL, to: url.absoluteString)
            openstorekit_curl_keep_to_http(handle)
            set(CURLOPT_NOSIGNAL, to: 1)
            set(CURLOPT_FOLLOWLOCATION, to: 1)
            set(CURLOPT_MAXREDIRS, to: Self.mostRedirections)
            // 301 and 302 move what is told, too: a GET in its stead would be answered, and nothing have been told.
            set(CURLOPT_POSTREDIR, to: 1 | 2)
            // Every coding that the library knows.
            set(CURLOPT_ACCEPT_ENCODING, to: "")
            if url.isOnThisMachine { set(CURLOPT_NOPROXY, to: "*") }
            openstorekit_curl_close_on_exec(handle)
            openstorekit_curl_set_receivers(
                handle, { Transfer.receive($0, $1 * $2, $3) { $0.hear($1) } },
                { Transfer.receive($0, $1 * $2, $3) { $0.keep($1) } }, Unmanaged.passUnretained(self).toOpaque())
            set(method, fields, request.httpBody)
        }

        deinit {
            curl_easy_cleanup(handle)
            curl_slist_free_all(lines)
        }

        private static let library: Void = { curl_global_init(Int(CURL_GLOBAL_ALL)) }()

        // MARK: - The request

        private func set(_ method: String, _ fields: [(key: String, value: String)], _ body: Data?) {
            if let body {
                // What is sent on a connection that was used before may be sent again, when that has ended.
                set(CURLOPT_FRESH_CONNECT, to: 1)
                set(CURLOPT_FORBID_REUSE, to: 1)
                body.withUnsafeBytes { _ = openstorekit_curl_set_content(handle, $0.baseAddress, $0.count) }
            }
            switch method {
            case "GET" where body == nil: break
            case "HEAD": set(CURLOPT_NOBODY, to: 1)
            case "POST":
                set(CURLOPT_POST, to: 1)
                if body == nil { openstorekit_curl_set_content(handle, nil, 0) }
            default: set(CURLOPT_CUSTOMREQUEST, to: method)
            }
            // The library asks for permission to send what is large, and takes any content for that of a form.
            var given = ["Expect:"]
            if !fields.contains(where: { $0.key.lowercased() == "content-type" }) { given.append("Content-Type:") }
            for (name, value) in fields where name.lowercased() != "content-length" {
                given.append(value.isEmpty ? "\(name);" : "\(name): \(value)")
            }
            for line in given { lines = curl_slist_append(lines, line) }
            openstorekit_curl_set_address(handle, CURLOPT_HTTPHEADER, lines)
        }

        private func set(_ option: CURLoption, to value: Int) {
            openstorekit_curl_set_number(handle, option, value)
        }

        private func set(_ option: CURLoption, to value: String) {
            openstorekit_curl_set_text(handle, option, value)
        }

        // MARK: - The answer

        /// When it is given up, unless something happens.
        var deadline: ContinuousClock.Instant { lastSign + patience }

        /// The time begins to run.
        func start() { lastSign = .now }

        private static func receive(
            _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
            _ take: (Transfer, UnsafeRawBufferPointer) -> Bool
        ) -> Int {
            guard let context else { return 0 }
            let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
            transfer.lastSign = .now
            // Whatever is not the whole count ends the transfer.
            return take(transfer, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : count + 1
        }

        private func hear(_ line: UnsafeRawBufferPointer) -> Bool {
            if head.hear(String(decoding: line, as: UTF8.self)) { content = Data() }
            return true
        }

        private func keep(_ bytes: UnsafeRawBufferPointer) -> Bool {
            isTooLarge = content.count + bytes.count > Self.largestAnswer
            if !isTooLarge { content.append(contentsOf: bytes) }
            return !isTooLarge
        }

        /// Tells who waits that it is over.
        func end(_ code: CURLcode) {
            caller?.resume(with: Result { () throws(URLError) in try answer(code) }.mapError { $0 as any Error })
            caller = nil
        }

        /// Tells who waits that nothing came for too long.
        func expire() {
            fail(URLError(.timedOut, "Nothing came for \(patience / .seconds(1)) seconds"))
        }

        /// Tells who waits that nothing will come.
        func fail(_ error: any Error) {
            caller?.resume(throwing: error)
            caller = nil
        }

        private func answer(_ code: CURLcode) throws(URLError) -> (data: Data, response: HTTPURLResponse) {
            guard code == CURLE_OK else {
                throw isTooLarge
                    ? URLError(.dataLengthExceedsMaximum, "The answer has more than \(Self.largestAnswer) bytes")
                    : URLError(code)
            }
            guard head.isComplete else { throw URLError(CURLE_RECV_ERROR) }
            let address = openstorekit_curl_address(handle).flatMap { URL(string: String(cString: $0)) } ?? url
            let status = openstorekit_curl_status(handle)
            guard (200...599).contains(status),
                let response = HTTPURLResponse(
                    url: address, statusCode: status, httpVersion: head.version, headerFields: head.fields)
            else { throw URLError(CURLE_WEIRD_SERVER_REPLY) }
            return (content, response)
        }
    }

    extension URL {
        /// Whether it is a server on this machine, which no proxy stands in front of.
        fileprivate var isOnThisMachine: Bool {
            guard let host = host?.trimmingCharacters(in: ["[", "]"]).lowercased() else { return false }
            return host == "localhost" || host == "::1" || host.hasPrefix("127.")
        }
    }
#endif
