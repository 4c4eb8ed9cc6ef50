// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import StoreLink

/// Everybody who iterates over updates, whatever store is connected.
struct Audience {
    typealias SignedTransaction = VerificationResult<Transaction>
    /// Wakes readers; to be called with no lock held.
    typealias Wakes = [@Sendable () -> Void]

    /// A listener to transactions.
    ///
    /// It begins with everything unfinished, as of a pull that started after it arrived: an older one might miss what
    /// was bought in between.
    fileprivate struct Seat {
        let mailbox: Mailbox<SignedTransaction>
        /// How many pulls had started when the listener arrived.
        var arrival: Int
        /// What was announced to the listener before it got the unfinished ones; `nil` afterwards.
        var given: Set<UInt64>? = []
    }

    private var seats: [Int: Seat] = [:]
    private var statuses: [Int: Mailbox<Product.SubscriptionInfo.Status>] = [:]
    private var storefronts: [Int: Mailbox<Storefront>] = [:]
    /// Listeners to messages, each with what it was given.
    private var messages: [Int: (mailbox: Mailbox<Message>, given: Set<MessageRecord>)] = [:]
    private var intents: [Int: Mailbox<PurchaseIntent>] = [:]
    /// What customers wished while nobody listened.
    private var waitingIntents: [PurchaseIntent] = []
    private var lastTicket = 0

    var isEmpty: Bool {
        seats.isEmpty && statuses.isEmpty && storefronts.isEmpty && messages.isEmpty && intents.isEmpty
    }

    /// Whether somebody still waits for the unfinished transactions.
    var isExpectingUnfinished: Bool { seats.values.contains { $0.given != nil } }

    mutating func add(_ mailbox: Mailbox<SignedTransaction>, arrival: Int) -> Int {
        lastTicket += 1
        seats[lastTicket] = Seat(mailbox: mailbox, arrival: arrival)
        return lastTicket
    }

    mutating func add(_ mailbox: Mailbox<Product.SubscriptionInfo.Status>) -> Int {
        lastTicket += 1
        statuses[lastTicket] = mailbox
        return lastTicket
    }

    mutating func add(_ mailbox: Mailbox<Storefront>) -> Int {
        lastTicket += 1
        storefronts[lastTicket] = mailbox
        return lastTicket
    }

    mutating func add(_ mailbox: Mailbox<Message>) -> Int {
        lastTicket += 1
        messages[lastTicket] = (mailbox, [])
        return lastTicket
    }

    mutating func add(_ mailbox: Mailbox<PurchaseIntent>) -> Int {
        lastTicket += 1
        intents[lastTicket] = mailbox
        // Nobody can wait for it yet, so there is nobody to wake.
        _ = mailbox.post(waitingIntents)
        waitingIntents = []
        return lastTicket
    }

    mutating func remove(_ ticket: Int) {
        seats[ticket] = nil
        statuses[ticket] = nil
        storefronts[ticket] = nil
        messages[ticket] = nil
        intents[ticket] = nil
    }

    /// Treats everybody as newly arrived, because another store has been connected.
    mutating func startAnew() {
        for ticket in seats.keys {
            seats[ticket]?.arrival = 0
            seats[ticket]?.given = []
        }
        for ticket in messages.keys { messages[ticket]?.given = [] }
        waitingIntents = []
    }

    /// Hands out what a pull brought.
    ///
    /// - Parameters:
    ///   - pull: The number of the pull, counted from 1.
    ///   - unfinished: Everything unfinished after it, newest first; asked only when somebody waits for it.
    mutating func deliver(_ news: LedgerNews, pull: Int, unfinished: () -> [SignedTransaction]) -> Wakes {
        var wakes: Wakes = []
        for ticket in seats.keys {
            let elements = seats[ticket]?.elements(news.transactions, pull: pull, unfinished: unfinished) ?? []
            if let wake = seats[ticket]?.mailbox.post(elements) { wakes.append(wake) }
        }
        wakes += statuses.values.compactMap { $0.post(news.statuses) }
        wakes += storefronts.values.compactMap { $0.post(news.storefront.map { [$0] } ?? []) }
        wakes += deliver(messages: news.messages)
        if intents.isEmpty {
            waitingIntents += news.intents
        } else {
            wakes += intents.values.compactMap { $0.post(news.intents) }
        }
        return wakes
    }

    /// Hands transactions out that are not what a pull announced.
    mutating func announce(_ transactions: [SignedTransaction]) -> Wakes {
        for ticket in seats.keys { seats[ticket]?.given?.formUnion(transactions.map(\.unsafePayloadValue.id)) }
        return seats.values.compactMap { $0.mailbox.post(transactions) }
    }

    /// Gives every listener the messages that wait and it has not been given yet.
    private mutating func deliver(messages pending: [MessageRecord]) -> Wakes {
        var wakes: Wakes = []
        for (ticket, listener) in messages {
            let new = pending.filter { !listener.given.contains($0) }
            messages[ticket]?.given = Set(pending)
            if let wake = listener.mailbox.post(new.map(Message.init)) { wakes.append(wake) }
        }
        return wakes
    }
}

extension Audience.Seat {
    /// What this listener gets of a pull, each transaction once.
    fileprivate mutating func elements(
        _ announced: [Audience.SignedTransaction], pull: Int, unfinished: () -> [Audience.SignedTransaction]
    ) -> [Audience.SignedTransaction] {
        guard var given else { return announced }
        guard pull > arrival else {
            given.formUnion(announced.map(\.unsafePayloadValue.id))
            self.given = given
            return announced
        }
        self.given = nil
        let first = unfinished().filter { !given.contains($0.unsafePayloadValue.id) }
        let firstIDs = Set(first.map(\.unsafePayloadValue.id))
        return first + announced.filter { !firstIDs.contains($0.unsafePayloadValue.id) }
    }
}
