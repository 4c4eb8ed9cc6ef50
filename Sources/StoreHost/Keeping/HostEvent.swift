// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
package import Foundation
package import StoreEngine
package import StoreLink

/// Something that was asked of a store: all of them, in order, make the store again.
package enum HostEvent: Codable, Sendable, Hashable {
    /// A command was carried out.
    case command(Command, at: StoreInstant)
    /// An account got a name that devices sign in with.
    case named(AccountID, String)
    /// A device signed in.
    case device(UUID, AccountID)
    /// A device has received what its customer chose in the App Store, up to a revision.
    case intentsReceived(AccountID, upTo: Int64)
    /// A device changed how its App Store promotes products.
    case promotions(PromotionsRequest)
    /// The store's time was moved, so far ahead of the clock's in milliseconds; then it was so late.
    case clock(offset: Int64, at: StoreInstant)
    /// The store as it was then can be had back under a name.
    case snapshot(String)
    /// The store is again as it was, its time so far ahead of the clock's.
    case restore(String, offset: Int64)
    /// A snapshot was deleted.
    case forget(String)
    /// A key, as SubjectPublicKeyInfo, may sign offers under an identifier.
    case offersKey(String, Data)
}

/// What is taken down of a store.
package enum HostJournalEntry: Sendable {
    /// Something was asked of it.
    case event(HostEvent)
    /// It announced something; that could be found out again from the events.
    case notification(NotificationDraft)
    /// The store is as it was before the notifications after so many.
    case forgetNotifications(after: Int)
}

/// Takes down what happens to a store.
package protocol HostJournal: Sendable {
    /// Takes down things that belong together: all of them are kept or none.
    ///
    /// A host calls it inside its lock, in order: it must not wait, nor ask the host.
    func append(_ entries: [HostJournalEntry])
}
