// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationNetworking)
    import CCurl
    import Foundation
    import FoundationNetworking

    extension URLError {
        /// An error with a sentence for people, which Foundation has none of on Linux.
        init(_ code: Code, _ description: String) {
            self.init(code, userInfo: [NSLocalizedDescriptionKey: description])
        }

        /// What Foundation calls it when a request of libcurl's comes to nothing, in libcurl's words, which name no address.
        init(_ code: CURLcode) {
            self.init(Code(code), String(cString: curl_easy_strerror(code)))
        }
    }

    extension URLError.Code {
        fileprivate init(_ code: CURLcode) {
            self =
                switch code {
                case CURLE_URL_MALFORMAT: .badURL
                case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .cannotFindHost
                case CURLE_COULDNT_CONNECT: .cannotConnectToHost
                case CURLE_OPERATION_TIMEDOUT: .timedOut
                case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_HTTP2,
                    CURLE_HTTP2_STREAM:
                    .networkConnectionLost
                case CURLE_TOO_MANY_REDIRECTS: .httpTooManyRedirects
                case CURLE_PEER_FAILED_VERIFICATION: .serverCertificateUntrusted
                case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED,
                    CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
                    .secureConnectionFailed
                case CURLE_SSL_CERTPROBLEM, CURLE_SSL_CLIENTCERT: .clientCertificateRequired
                // Also what a server speaks that is none of HTTP, or only of its first version.
                case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING:
                    .badServerResponse
                default: .unknown
                }
        }
    }
#endif
