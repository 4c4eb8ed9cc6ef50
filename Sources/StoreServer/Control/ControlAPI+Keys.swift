// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import HTTPService
import SignedData
import StoreHost

// The developer's keys.
extension ControlAPI {
    var keyRoutes: [Route] {
        [
            route(
                .post, "/offersKeys",
                "Lets one more key sign offers and requests that apps hand in with purchases; it does not open the Server API",
                request: [
                    .required("keyId", .string("What signatures call the key: letters, digits and hyphens.")),
                    .required("publicKey", .string("PEM with BEGIN PUBLIC KEY, on P-256.")),
                ], response: .object([.required("keyId", .string())])
            ) { request, _ in try addKey(Self.body(request)) }
        ]
    }

    private struct KeyOrder: Decodable {
        var keyId: String
        var publicKey: String
    }

    private func addKey(_ order: KeyOrder) throws(ControlFailure) -> [String: String] {
        guard order.keyId.wholeMatch(of: /[A-Za-z0-9-]{1,64}/) != nil else {
            throw .badRequest("A key cannot be called that", fix: "Use 1 to 64 letters, digits and hyphens as keyId.")
        }
        guard let key = try? PublicKey(pem: order.publicKey), key.curve == .p256 else {
            throw .badRequest(
                "publicKey is no public key on P-256 in PEM",
                fix: "Make it with openssl pkey -in AuthKey_\(order.keyId).p8 -pubout, and write line ends as \\n.")
        }
        host.addOffersKey(key, id: order.keyId)
        return ["keyId": order.keyId]
    }
}
