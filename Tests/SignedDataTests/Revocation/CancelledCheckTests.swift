// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Dispatch
import Foundation
import Testing

@testable import SignedData

@Suite struct CancelledCheckTests {
    /// Tells that it was asked, and answers nothing.
    private struct SilentTransport: OCSPTransport {
        let asked: AsyncStream<Void>.Continuation

        func response(to request: Data, from responder: URL) async throws -> Data {
            asked.yield()
            for await _ in AsyncStream<Void>.makeStream().stream {}
            throw CancellationError()
        }
    }

    @Test func aCancelledCheckSaysNothingAgainstTheText() async throws {
        let store = try RevocableStore()
        let jws = try store.jws()
        let (questions, asked) = AsyncStream<Void>.makeStream()
        let verifier = JWSVerifier(
            trust: .appStore(roots: [store.root], revocation: .ocspHardFail),
            expecting: ExpectedApp(bundleID: LocalStore.bundleID), transport: SilentTransport(asked: asked)
        ) { LocalStore.now }
        var questionIterator = questions.makeAsyncIterator()
        // Twice, because a question without an answer must not be remembered.
        for _ in 0..<2 {
            let check = Task { () -> VerificationFailure? in
                do throws(VerificationFailure) {
                    _ = try await verifier.verifyOnline(jws, as: JWSTransactionDecodedPayload.self)
                    return nil
                } catch {
                    return error
                }
            }
            await questionIterator.next()
            check.cancel()
            let failure = try #require(await check.value)
            #expect(failure.isRetryable)
        }
    }

    @Test func aCancelledQuestionOverHTTPEndsWithoutItsAnswer() async throws {
        let (questions, asked) = AsyncStream<Void>.makeStream()
        let answer = DispatchSemaphore(value: 0)
        let server = try LoopbackServer { _ in
            asked.yield()
            answer.wait()
            return ("200 OK", Data())
        }
        let url = server.url
        let question = Task { try await HTTPOCSPTransport().response(to: Data([1]), from: url) }
        var questionIterator = questions.makeAsyncIterator()
        await questionIterator.next()
        question.cancel()
        await #expect(throws: CancellationError.self) { try await question.value }
        answer.signal()
    }
}
