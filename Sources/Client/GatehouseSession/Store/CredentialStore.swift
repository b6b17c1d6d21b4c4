// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import Synchronization

/// A store for values that a client keeps across restarts.
///
/// An item has its last written value or is absent: a crash in the middle of a write leaves the old item.
package protocol CredentialStore: Sendable {
    /// Tells stores apart within a process; two values that reach the same items have the same name.
    var name: String { get }

    /// Reads an item.
    func read(_ key: String) -> StoreAnswer

    /// Writes an item in place of the old one; when the call returns, the item is on disk.
    func write(_ data: Data, for key: String) throws(StoreError)

    /// Removes an item; an absent item is not an error.
    func remove(_ key: String) throws(StoreError)

    /// Changes an item atomically: another change by this method, even in another process, happens before or after
    /// it.
    ///
    /// - Parameters:
    ///   - key: the item.
    ///   - change: decides from the old item; it calls no method of a store.
    /// - Throws: the `StoreError` of `change`, or one because there was no turn or the new item could not be written.
    func update(_ key: String, _ change: (StoreAnswer) throws(StoreError) -> StoreChange) throws(StoreError)

    /// Runs a change of several items: another change by this method, even in another process, happens before or after
    /// it.
    ///
    /// - Parameter body: the change; it calls the other methods.
    /// - Throws: the `StoreError` of `body`, or one because there was no turn.
    func alone(_ body: () throws(StoreError) -> Void) throws(StoreError)

    /// Tries to take the lock for the renewal of a key's session; never waits.
    ///
    /// It has nothing to do with the turns of the other methods, and may be held for as long as a request takes.
    func tryLock(_ key: String) -> StoreLock.Attempt

    /// The keys of the stored items, as far as the store can list them.
    func keys(startingWith prefix: String) throws(StoreError) -> [String]

    /// Brings items that are in another form, such as one that was chosen before, to the form that the store writes.
    ///
    /// An interruption leaves each item in one of the forms, and all can be read.
    func settle() throws(StoreError)
}

extension CredentialStore {
    /// Does nothing; for stores that have one form.
    package func settle() throws(StoreError) {}

    /// No lock; for stores that cannot lock.
    package func tryLock(_ key: String) -> StoreLock.Attempt { .unavailable }

    /// Takes turns within the process; for stores that have no lock between processes.
    package func update(
        _ key: String,
        _ change: (StoreAnswer) throws(StoreError) -> StoreChange
    ) throws(StoreError) {
        try StoreTurn.ofItems.withLock { _ throws(StoreError) in
            switch try change(read(key)) {
            case .keep: break
            case .write(let data): try write(data, for: key)
            case .remove: try remove(key)
            }
        }
    }

    /// Takes turns within the process; for stores that have no lock between processes.
    package func alone(_ body: () throws(StoreError) -> Void) throws(StoreError) {
        try StoreTurn.ofStores.withLock { _ throws(StoreError) in try body() }
    }
}

private enum StoreTurn {
    static let ofItems = Mutex<Void>(())
    static let ofStores = Mutex<Void>(())
}

/// What becomes of an item.
package enum StoreChange: Sendable, Equatable {
    case keep
    case write(Data)
    case remove
}

/// The three answers of a store.
///
/// Only `absent` means that there is nothing.
package enum StoreAnswer: Sendable, Equatable {
    /// The bytes that the store has under the key.
    case found(Data)
    case absent
    /// The store could not read the entry, which may exist.
    case unreadable(StoreError)
}

/// A failed operation of a store.
package struct StoreError: Error, Sendable, Equatable {
    /// The operation of the store that failed.
    package enum Activity: String, Sendable {
        case reading, writing, removing, understanding
    }

    package let activity: Activity
    /// The system's error message, without any content of the item.
    package let reason: String

    /// Creates an error.
    package init(_ activity: Activity, reason: String) {
        self.activity = activity
        self.reason = reason
    }
}

extension StoreError: CustomStringConvertible {
    package var description: String { "The credential store failed while \(activity.rawValue): \(reason)" }
}

extension CredentialStore {
    /// Removes the session of some pools, and a sign-in that waits, unless an instance of this process works with them.
    ///
    /// The devices and passkeys of users stay, because they do not belong to the session.
    ///
    /// - Parameter keys: the names of the items of the pools.
    /// - Returns: whether they were removed.
    /// - Throws: `StoreError`; then some may have been removed.
    package func endSession(of keys: StoreKeys) throws(StoreError) -> Bool {
        if StoreUse.isInUse(keys.session, ofStore: name) { return false }
        try removeSession(of: keys)
        return true
    }

    /// Removes the session of some pools, and a sign-in that waits.
    ///
    /// - Throws: `StoreError`; then some may have been removed.
    package func removeSession(of keys: StoreKeys) throws(StoreError) {
        for key in [keys.suspendedSignIn, keys.session] where read(key) != .absent { try remove(key) }
    }
}

/// A store that lasts as long as the process.
package final class InMemoryCredentialStore: CredentialStore {
    private let items = Mutex<[String: Data]>([:])

    /// Creates an empty store.
    package init() {}

    package var name: String { "\(ObjectIdentifier(self))" }

    package func read(_ key: String) -> StoreAnswer {
        items.withLock { $0[key] }.map { .found($0) } ?? .absent
    }

    package func write(_ data: Data, for key: String) throws(StoreError) {
        items.withLock { $0[key] = data }
    }

    package func remove(_ key: String) throws(StoreError) {
        items.withLock { $0[key] = nil }
    }

    package func tryLock(_ key: String) -> StoreLock.Attempt { ProcessLock.attempt(store: name, key: key) }

    package func keys(startingWith prefix: String) throws(StoreError) -> [String] {
        items.withLock { items in items.keys.filter { $0.hasPrefix(prefix) } }
    }
}
