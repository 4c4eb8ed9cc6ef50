// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Asks issuers whether they have revoked certificates, and remembers what they said.
final class RevocationChecker: Sendable {
    private struct Key: Hashable {
        let certificate: Certificate
        let issuer: Certificate
    }

    private struct Known: Sendable {
        let answer: OCSPAnswer
        /// When it is asked again, although the answer may hold longer.
        let expiry: Date
    }

    /// How long an answer is relied on at most, in seconds: what is revoked in between is learnt this late.
    static let longestMemory: TimeInterval = 60 * 60
    static let capacity = 256

    private let isSoft: Bool
    private let transport: any OCSPTransport
    private let now: @Sendable () -> Date
    private let known = BoundedCache<Key, Known>(capacity: capacity)

    /// `nil` when nothing is to be asked.
    init?(_ policy: Trust.Revocation, transport: any OCSPTransport, now: @escaping @Sendable () -> Date) {
        switch policy {
        case .off: return nil
        case .ocspHardFail: self.isSoft = false
        case .ocspSoftFail: self.isSoft = true
        }
        self.transport = transport
        self.now = now
    }

    var count: Int { known.count }

    /// Asks about every certificate but the root, which is trusted by itself; each issuer is asked about its own.
    func check(_ signer: Signer) async throws(VerificationFailure) {
        let certificates = signer.certificates
        for index in certificates.indices.dropLast() {
            try await check(certificates[index], of: certificates[index + 1], at: index == 0 ? .leaf : .intermediate)
        }
    }

    private func check(_ certificate: Certificate, of issuer: Certificate, at position: VerificationFailure.Position)
        async throws(VerificationFailure)
    {
        let status: OCSPAnswer.Status
        do throws(RevocationProblem) {
            status = try await self.status(of: certificate, issuedBy: issuer)
        } catch {
            guard isSoft else { throw VerificationFailure(.revocationUnavailable(position, error)) }
            return
        }
        switch status {
        case .good: return
        case .revoked(let date, let reason):
            throw VerificationFailure(.certificateRevoked(position, at: date, reason: reason))
        case .unknown:
            guard isSoft else { throw VerificationFailure(.revocationUnknown(position)) }
        }
    }

    private func status(of certificate: Certificate, issuedBy issuer: Certificate)
        async throws(RevocationProblem) -> OCSPAnswer.Status
    {
        let key = Key(certificate: certificate, issuer: issuer)
        if let known = known.value(for: key) {
            if now() < known.expiry { return known.answer.status }
            self.known.remove(key)
        }
        let question = try OCSPQuestion(about: certificate, of: issuer)
        guard let responder = question.responder else { throw .noResponder }
        let response: Data
        do {
            response = try await transport.response(to: question.request, from: responder)
        } catch {
            throw .unreachable(String(describing: error))
        }
        let received = now()
        let answer = try OCSPAnswer(response, to: question, now: received)
        let expiry = min(answer.validUntil, received.addingTimeInterval(Self.longestMemory))
        if expiry > received { known.insert(Known(answer: answer, expiry: expiry), for: key) }
        return answer.status
    }
}
