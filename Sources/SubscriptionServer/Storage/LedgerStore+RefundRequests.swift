// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database
import Foundation
import SignedData

extension LedgerStore {
    /// Takes in that the App Store asks about a refund, or that it declined one; everything else tells nothing here.
    func noteRefundMatters(
        of notification: Verified<ResponseBodyV2DecodedPayload>, facts: SignedFacts, line: Int64, app: Int64,
        receivedAt received: StoreInstant
    ) throws(DatabaseError) {
        let payload = notification.payload
        guard payload.notificationType == .consumptionRequest || payload.notificationType == .refundDeclined,
            let transaction = facts.transactions.first?.payload, let identifier = transaction.transactionId,
            let id = PurchaseLine.ID(transaction)
        else { return }
        let signed = payload.signedDate.map { StoreInstant($0) } ?? received
        guard payload.notificationType == .consumptionRequest else {
            try database.run(
                """
                INSERT INTO refund_declines (line, transaction_identifier, date) VALUES ($1, $2, $3)
                ON CONFLICT DO NOTHING
                """, [.integer(line), .text(identifier), .integer(signed.milliseconds)])
            return
        }
        // A store's clock may be ahead; then the time to answer runs from when the question came.
        let requested = min(signed, received)
        try database.run(
            """
            INSERT INTO refund_requests
                (app, environment, notification, line, transaction_identifier, reason, requested, deadline, state, next,
                attempts)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, $7, 0) ON CONFLICT DO NOTHING
            """,
            [
                .integer(app), .text(id.environment), .text(Self.identifier(of: notification)), .integer(line),
                .text(identifier), DatabaseValue(payload.data?.rawConsumptionRequestReason),
                .integer(requested.milliseconds), .integer((requested + RefundRequest.patience).milliseconds),
            ])
    }

    /// Requests after a number up to another, oldest first.
    func refundRequests(
        after number: Int64, through end: Int64, state: RefundRequest.State?, limit: Int
    ) throws(DatabaseError) -> [RefundRequest] {
        let (condition, states) = state.map { ("AND state = $4", [DatabaseValue.integer($0.rawValue)]) } ?? ("", [])
        return try database.rows(
            Self.refundSelection + " WHERE refund_requests.number > $1 AND refund_requests.number <= $3 \(condition) "
                + "ORDER BY refund_requests.number LIMIT $2",
            [.integer(number), .integer(Int64(limit)), .integer(end)] + states
        ).map(refundRequest)
    }

    func refundRequest(_ number: Int64) throws(DatabaseError) -> RefundRequest? {
        try database.rows(Self.refundSelection + " WHERE refund_requests.number = $1", [.integer(number)])
            .first.map(refundRequest)
    }

    /// Takes those that are to be looked at, the most urgent first.
    ///
    /// Nobody else is given them until an end, or until they are put back. A server that comes to its own end before leaves
    /// them to the others.
    func claimRefundRequests(
        at date: StoreInstant, until end: StoreInstant, limit: Int
    ) throws(DatabaseError) -> [RefundRequest] {
        // What another server is about to take is its own.
        let skip = isShared ? "FOR UPDATE SKIP LOCKED" : ""
        let taken = try database.rows(
            """
            UPDATE refund_requests SET claimed = $2 WHERE number IN (
                SELECT number FROM refund_requests
                WHERE state = 0 AND next <= $1 AND (claimed IS NULL OR claimed <= $1)
                ORDER BY next, number LIMIT $3 \(skip))
            RETURNING number
            """, [.integer(date.milliseconds), .integer(end.milliseconds), .integer(Int64(limit))])
        var requests: [RefundRequest] = []
        for row in taken {
            if let request = try refundRequest(row[0].integer ?? 0) { requests.append(request) }
        }
        return requests.sorted { ($0.next, $0.number) < ($1.next, $1.number) }
    }

    /// Gives back what this server took before it was ended, if it has the ledger alone.
    func releaseRefundRequests() throws(DatabaseError) {
        guard !isShared else { return }
        try database.run("UPDATE refund_requests SET claimed = NULL WHERE state = 0 AND claimed IS NOT NULL")
    }

    /// When the next is to be looked at; `nil` when none waits.
    func nextRefundRequest() throws(DatabaseError) -> StoreInstant? {
        try database.rows(
            "SELECT min(CASE WHEN claimed > next THEN claimed ELSE next END) FROM refund_requests WHERE state = 0"
        ).first?[0].instant
    }

    /// Writes down what became of a request, unless it was answered meanwhile; returns whether it was not.
    @discardableResult
    func put(_ request: RefundRequest) throws(DatabaseError) -> Bool {
        // What the App Store takes is JSON to begin with.
        let answer = request.answer.flatMap { try? WireJSON.encode($0) }
        return try database.run(
            """
            UPDATE refund_requests SET state = $2, next = $3, attempts = $4, answer = $5, decided_by = $6, answered = $7,
                problem = $8, claimed = $9
            WHERE number = $1 AND state <> 1
            """,
            [
                .integer(request.number), .integer(request.state.rawValue), .integer(request.next.milliseconds),
                .integer(Int64(request.attempts)), DatabaseValue(answer.map { String(decoding: $0, as: UTF8.self) }),
                DatabaseValue(request.decidedBy), DatabaseValue(request.answered), DatabaseValue(request.problem),
                DatabaseValue(request.claimed),
            ]) == 1
    }

    /// Lets what is undecided be looked at again, for something changed that decides.
    func reconsiderRefunds(app: Int64, at date: StoreInstant) throws(DatabaseError) {
        try database.run(
            "UPDATE refund_requests SET next = $2 WHERE app = $1 AND state = 0 AND answer IS NULL AND next > $2",
            [.integer(app), .integer(date.milliseconds)])
    }

    private static let refundSelection = """
        SELECT refund_requests.number, bundle_id, refund_requests.environment, transaction_identifier, original, customer,
            reason, requested, deadline, state, next, attempts, answer, decided_by, answered, problem,
            (SELECT payload FROM transactions
                WHERE transactions.line = refund_requests.line AND identifier = transaction_identifier),
            (SELECT max(date) FROM refund_declines
                WHERE refund_declines.line = refund_requests.line
                    AND refund_declines.transaction_identifier = refund_requests.transaction_identifier
                    AND date >= requested), claimed
        FROM refund_requests JOIN apps ON apps.number = refund_requests.app
            JOIN lines ON lines.number = refund_requests.line
        """

    private func refundRequest(_ row: DatabaseRow) -> RefundRequest {
        let transaction: Fact<JWSTransactionDecodedPayload>? = fact(row[16].blob)
        let zero = StoreInstant(milliseconds: 0)
        return RefundRequest(
            number: row[0].integer ?? 0, app: row[1].text ?? "", environment: row[2].text ?? "",
            transactionID: row[3].text ?? "", originalTransactionID: row[4].text ?? "", customer: row[5].integer,
            transaction: transaction?.payload, reason: row[6].text, requested: row[7].instant ?? zero,
            deadline: row[8].instant ?? zero, state: row[9].integer.flatMap(RefundRequest.State.init) ?? .waiting,
            next: row[10].instant ?? zero, attempts: Int(clamping: row[11].integer ?? 0),
            answer: row[12].text.flatMap { try? WireJSON.decode(ConsumptionRequest.self, from: Data($0.utf8)) },
            decidedBy: row[13].text, answered: row[14].instant, problem: row[15].text,
            isDeclined: row[17].integer != nil, claimed: row[18].instant)
    }
}
