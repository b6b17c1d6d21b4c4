// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore

/// The store of roles, users, policies and identity providers.
package protocol AccessStore: TransactionalStore where Reading == any AccessReading, Writing == any AccessWriting {}

/// The reads that a transaction can do.
///
/// Every method finds its rows by an index.
package protocol AccessReading {
    /// Returns an entry by its name; `nil` if it does not exist.
    ///
    /// A read outside a writing transaction usually finds it in memory.
    func entry<Entry: AccessEntry>(_ type: Entry.Type, named name: String) throws -> Entry?

    /// Returns an entry with its origin and times; `nil` if it does not exist.
    func record<Entry: AccessEntry>(of type: Entry.Type, named name: String) throws -> AccessRecord<Entry>?

    /// At most `limit` entries of a kind in the order of their names, after the name `after`.
    func records<Entry: AccessEntry>(
        of type: Entry.Type, after name: String?, limit: Int
    ) throws -> [AccessRecord<Entry>]

    /// The names of all entries of a kind in their order.
    func names(of kind: AccessKind) throws -> [String]

    /// The number of entries of a kind.
    func count(of kind: AccessKind) throws -> Int

    /// Whether there is an entry of a kind that `dev` did not register by itself.
    func hasEntry(of kind: AccessKind) throws -> Bool

    /// Returns a user's access key by its id; `nil` if it does not exist.
    func userKey(_ id: String) throws -> UserKeyRecord?

    /// The access keys of a user in the order of their ids.
    func userKeys(ofUser name: String) throws -> [UserKeyRecord]
}

/// The changes that a transaction can make.
package protocol AccessWriting: AccessReading {
    /// Inserts an entry.
    /// - Throws: `StoreConflict.taken` when an entry of the kind has the name already.
    func insert<Entry: AccessEntry>(_ record: AccessRecord<Entry>) throws

    /// Replaces the document of an entry and the time of its last change.
    func update<Entry: AccessEntry>(_ record: AccessRecord<Entry>) throws

    /// Deletes an entry, a user with its access keys; an unknown name is not an error.
    func delete(_ kind: AccessKind, named name: String) throws

    /// Inserts an access key.
    /// - Throws: `StoreConflict.taken` when the id exists already.
    func insert(_ key: UserKeyRecord) throws

    /// Deletes an access key; an unknown id is not an error.
    func deleteUserKey(_ id: String) throws
}
