// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseAccess
import GatehouseCore

/// What the calls of IAM need of the registry: changes of a part of an entry, each in one transaction.
extension AccessRegistry {
    /// Creates an entry.
    /// - Returns: the entry with the times of its creation.
    /// - Throws: ``AccessRegistryRefusal``, ``AccessFlaw`` for a Deny that denies less than it reads and for an unsafe
    ///   trust policy, the errors of the store.
    package func add<Entry: AccessEntry>(_ entry: Entry) async throws -> AccessRecord<Entry> {
        try check(entry, since: nil)
        let record = newRecord(entry, .command)
        try await access.write { try $0.add(record) }
        return record
    }

    /// Creates a role, and in the same transaction the roles of identity pools that would give no credentials after it.
    ///
    /// Once a role is managed, the others are not created.
    /// - Returns: the role with the times of its creation.
    /// - Throws: as ``add(_:)`` does; nothing is created then.
    package func add(_ role: Role, togetherWith others: [Role]) async throws -> AccessRecord<Role> {
        try check(role, since: nil)
        let record = newRecord(role, .command)
        let companions = others.map { newRecord($0, .identityPool) }
        try await access.write { store in
            let isFirst = try !store.hasEntry(of: .role)
            try store.add(record)
            if isFirst { try store.addMissing(companions) }
        }
        return record
    }

    /// Creates those roles of identity pools that have no entry of their name.
    /// - Throws: ``AccessRegistryRefusal``, the errors of the store.
    package func adopt(_ roles: [Role]) async throws {
        let records = roles.map { newRecord($0, .identityPool) }
        guard !records.isEmpty else { return }
        try await access.write { try $0.addMissing(records) }
    }

    /// Whether the registry has a role that ends the freedom of the others.
    /// - Throws: the errors of the store.
    package func managesRoles() async throws -> Bool {
        try await access.read { try $0.hasEntry(of: .role) }
    }

    /// Changes an entry.
    ///
    /// A Deny that denies less than it reads is refused only where the change brings it. A role of `dev` becomes one of a
    /// command by a change, and so the first one that ends the freedom of the others.
    /// - Parameters:
    ///   - type: the kind of the entry.
    ///   - name: the name of the entry.
    ///   - others: roles of identity pools that are created with the first role.
    ///   - change: makes the new entry of the former one; it can read the registry as the same transaction sees it.
    /// - Returns: the new entry with its times.
    /// - Throws: ``AccessRegistryRefusal``, ``AccessFlaw``, what `change` throws, the errors of the store.
    @discardableResult
    package func change<Entry: AccessEntry>(
        _ type: Entry.Type, named name: String, togetherWith others: [Role] = [],
        _ change: @escaping @Sendable (AccessRecord<Entry>, any AccessReading) throws -> Entry
    ) async throws -> AccessRecord<Entry> {
        let now = clock.now
        let companions = others.map { newRecord($0, .identityPool) }
        return try await access.write { store in
            let former = try store.changeable(type, named: name)
            let entry = try change(former, store)
            guard entry != former.entry else { return former }
            try check(entry, since: former.entry)
            let isFirst = try !store.hasEntry(of: .role)
            try store.store(entry, for: former, at: now)
            if isFirst { try store.addMissing(companions) }
            return AccessRecord(entry, origin: .command, createdAt: former.createdAt, modifiedAt: now)
        }
    }

    /// Deletes an entry that `check` accepts; it can read the registry as the same transaction sees it.
    /// - Throws: ``AccessRegistryRefusal``, what `check` throws, the errors of the store.
    package func remove<Entry: AccessEntry>(
        _ type: Entry.Type, named name: String,
        _ check: @escaping @Sendable (Entry, any AccessReading) throws -> Void
    ) async throws {
        try await access.write { store in
            try check(try store.changeable(type, named: name).entry, store)
            try store.delete(Entry.kind, named: name)
        }
    }

    /// The unique id of an entry with an ARN, such as `AROA…` of a role and `ANPA…` of a policy.
    package func uniqueID(of kind: AccessKind, arn: String) -> String {
        PrincipalID.id(of: kind, arn: arn, by: sealer)
    }

    /// The end of a SAML provider's metadata; `nil` if it has none.
    /// - Throws: `AccessRegistryRefusal.badMetadata`.
    package func end(ofMetadataOf provider: SAMLProvider) throws(AccessRegistryRefusal) -> Date? {
        try provider.checkMetadata()
    }

    private func newRecord<Entry: AccessEntry>(_ entry: Entry, _ origin: AccessOrigin) -> AccessRecord<Entry> {
        let now = clock.now
        return AccessRecord(entry, origin: origin, createdAt: now, modifiedAt: now)
    }

    /// Checks what an entry has beside the former one.
    private func check<Entry: AccessEntry>(_ entry: Entry, since former: Entry?) throws {
        let known = former?.narrowDenials ?? []
        if let flaw = entry.narrowDenials.first(where: { !known.contains($0) }) { throw flaw }
        switch entry {
        case let role as Role: try role.checkTrust()
        case let provider as SAMLProvider:
            if provider.metadata != (former as? SAMLProvider)?.metadata { try provider.checkMetadata(at: clock.now) }
        default: break
        }
    }
}

extension AccessWriting {
    /// Inserts the roles of identity pools that have no entry of their name.
    fileprivate func addMissing(_ records: [AccessRecord<Role>]) throws {
        for record in records where try self.record(of: Role.self, named: record.entry.name) == nil {
            try add(record)
        }
    }
}
