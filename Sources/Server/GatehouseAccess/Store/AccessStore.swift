// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
import GatehouseWire

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

/// The names of the entries of a kind, by their form without case.
///
/// Source: the IAM API reference, `CreateRole`, `CreateUser` and `CreatePolicy`: names "must be unique within the account"
/// and "are not distinguished by case". The names of users include the reserved one of the administrator.
package struct CaseFoldedNames: Sendable {
    private let kind: AccessKind
    private var names: [WireName: [String]] = [:]

    /// Creates the collection from the names of all entries of a kind.
    package init(_ names: [String], of kind: AccessKind) {
        self.kind = kind
        if kind == .user { insert(User.administratorName) }
        for name in names { insert(name) }
    }

    /// Adds the name of a new entry.
    package mutating func insert(_ name: String) {
        names[Self.folded(name), default: []].append(name)
    }

    /// The first name that differs from `name` by case alone; `nil` for none, and for a kind whose names are distinguished
    /// by case.
    package func other(than name: String) -> String? {
        guard !kind.distinguishesCase else { return nil }
        return names[Self.folded(name)]?.first { !$0.utf8.elementsEqual(name.utf8) }
    }

    /// The names that differ by case alone, which only an earlier release could store.
    fileprivate var collisions: [NameCollision] {
        guard !kind.distinguishesCase else { return [] }
        return names.values.filter { $0.count > 1 }.map { NameCollision(kind: kind, names: $0.sorted()) }
            .sorted { $0.names[0] < $1.names[0] }
    }

    private static func folded(_ name: String) -> WireName { WireName(name.lowercased()) }
}

/// Stored names of a kind that differ by case alone.
package struct NameCollision: Sendable, Equatable {
    /// The kind of the entries.
    package let kind: AccessKind
    /// The names, at least two.
    package let names: [String]
}

extension AccessReading {
    /// The stored names that differ by case alone, also from the reserved name of the administrator.
    package func nameCollisions() throws -> [NameCollision] {
        try AccessKind.allCases.flatMap { kind in CaseFoldedNames(try names(of: kind), of: kind).collisions }
    }
}

extension AccessKind {
    /// Whether two entries of the kind may have names that differ by case alone.
    ///
    /// OpenID Connect providers may not, because the case of condition keys does not matter.
    fileprivate var distinguishesCase: Bool { self == .samlProvider }
}
