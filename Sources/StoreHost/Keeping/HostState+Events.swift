// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData
import StoreEngine
import StoreLink

// What is asked of a store goes through here, so that it stands in the journal.
extension HostState {
    /// Carries a command out now.
    mutating func apply(_ command: Command, emit: Engine.Emit) throws(Refusal) -> Outcome {
        let date = engine.now
        let outcome = try engine.apply(command, at: date, emit: emit)
        note(.command(command, at: date))
        return outcome
    }

    /// Keeps the store as it is, or in the place of an earlier snapshot of the name.
    mutating func takeSnapshot(named name: String) {
        snapshots[name] = moment
        note(.snapshot(name))
    }

    /// Makes the store what it was.
    ///
    /// - Parameter time: The clock's, by which the store's time stands again where it stood.
    /// - Returns: Whether there is such a snapshot.
    mutating func restoreSnapshot(named name: String, at time: StoreInstant) -> Bool {
        guard let moment = snapshots[name] else { return false }
        restore(moment, offset: moment.date - time)
        note(.restore(name, offset: offset))
        if journal != nil { unkept.append(.forgetNotifications(after: notificationCount)) }
        return true
    }

    /// Deletes a snapshot; `false` when there is none.
    mutating func forgetSnapshot(named name: String) -> Bool {
        guard snapshots.removeValue(forKey: name) != nil else { return false }
        note(.forget(name))
        return true
    }

    /// Lets a key sign offers for as long as there is the store.
    mutating func addOffersKey(_ key: PublicKey, id: String) {
        let der = key.derRepresentation
        takeOffersKey(der, id: id)
        note(.offersKey(id, der))
    }

    private mutating func takeOffersKey(_ der: Data, id: String) {
        // It was read from the same bytes before.
        guard let key = try? PublicKey(der: der) else { return }
        offersKeys[id] = der
        offers.register(key, id: id)
    }

    /// Does again what was done once.
    mutating func replay(_ event: HostEvent, emit: Engine.Emit) throws(Refusal) {
        position += 1
        switch event {
        case .command(let command, let date):
            _ = try engine.apply(command, at: date, emit: emit)
        case .named(let account, let name):
            accounts[name] = account
        case .device(let device, let account):
            devices[device] = account
        case .intentsReceived(let account, let revision):
            changeBook.change(account) { $0.acknowledgeIntents(upTo: revision) }
        case .promotions(let request):
            promotions[request.device, default: DevicePromotions()].apply(request)
        case .clock(let offset, let date):
            self.offset = offset
            engine.advance(to: date, emit: emit)
        case .snapshot(let name):
            snapshots[name] = moment
        case .restore(let name, let offset):
            guard let moment = snapshots[name] else { break }
            restore(moment, offset: offset)
            // What was announced in between is not to come up again.
            unkept.removeAll { entry in
                if case .notification(let draft) = entry { draft.number > notificationCount } else { false }
            }
        case .forget(let name):
            snapshots[name] = nil
        case .offersKey(let id, let der):
            takeOffersKey(der, id: id)
        }
    }

    private mutating func restore(_ moment: HostImage.Moment, offset: Int64) {
        engine = moment.engine.engine(with: engine.catalogue)
        devices = moment.devices
        accounts = moment.accounts
        promotions = moment.promotions
        offerNotices = moment.offerNotices
        notificationCount = moment.notificationCount
        changeBook.restore(moment.changes)
        self.offset = offset
    }

    /// Takes up where an image ended.
    mutating func resume(from image: HostImage) {
        engine = image.moment.engine.engine(with: engine.catalogue)
        devices = image.moment.devices
        accounts = image.moment.accounts
        promotions = image.moment.promotions
        offerNotices = image.moment.offerNotices
        notificationCount = image.moment.notificationCount
        changeBook = image.moment.changes
        offset = image.moment.offset
        snapshots = image.snapshots
        position = image.position
        for (id, der) in image.offersKeys ?? [:] { takeOffersKey(der, id: id) }
    }

    /// Everything there is now, which costs nothing to take.
    var image: HostImage {
        HostImage(position: position, moment: moment, snapshots: snapshots, offersKeys: offersKeys)
    }

    private var moment: HostImage.Moment {
        HostImage.Moment(
            date: engine.now, engine: Engine.State(engine), transactionCount: engine.transactions.count, offset: offset,
            devices: devices, accounts: accounts, promotions: promotions, offerNotices: offerNotices,
            changes: changeBook,
            notificationCount: notificationCount)
    }

    mutating func note(_ event: HostEvent) {
        position += 1
        if journal != nil { unkept.append(.event(event)) }
    }

    /// Has everything taken down that happened since the last time.
    mutating func keep() {
        guard !unkept.isEmpty else { return }
        journal?.append(unkept)
        unkept = []
    }
}
