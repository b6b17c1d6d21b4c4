// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseAccess
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
package import GatehouseWire

/// The administration of the registry by `gatehouse iam` and by the documented file.
package struct AccessRegistry: Sendable {
    let access: any AccessStore
    let sealer: Sealer
    let clock: WallClock
    let entropy: Entropy

    /// An entry as lists show it.
    package struct Line: Sendable, Equatable {
        package let name: String
        package let origin: AccessOrigin
        package let createdAt: Date
    }

    private enum Change {
        case creation
        case replacement
    }

    /// Creates an entry.
    /// - Throws: ``AccessRegistryRefusal``, ``AccessFlaw`` for a document that is not valid and for a Deny that denies less
    ///   than it reads, the errors of the store.
    package func create(_ kind: AccessKind, named name: String, document: WireValue) async throws {
        try await put(kind, name, document, by: .creation)
    }

    /// Replaces the document of an entry, which keeps its ARN, its id and the time of its creation; a user keeps its access
    /// keys as well.
    ///
    /// An entry of `dev` counts as one of a command from then on.
    /// - Throws: ``AccessRegistryRefusal``, also for an entry of the documented file and for another path, which is a part
    ///   of the ARN; ``AccessFlaw`` for a document that is not valid, the errors of the store.
    package func update(_ kind: AccessKind, named name: String, document: WireValue) async throws {
        try await put(kind, name, document, by: .replacement)
    }

    private func put(_ kind: AccessKind, _ name: String, _ document: WireValue, by change: Change) async throws {
        switch kind {
        case .role:
            let role = try Role(name: name, document: document)
            try role.checkTrust()
            try await put(role, attached: role.permissions.attached, by: change)
        case .user:
            let user = try User(name: name, document: document)
            try await put(user, attached: user.permissions.attached, by: change)
        case .policy: try await put(ManagedPolicy(name: name, document: document), by: change)
        case .openIDProvider: try await put(OpenIDProvider(name: name, document: document), by: change)
        case .samlProvider:
            let provider = try SAMLProvider(name: name, document: document)
            try provider.checkMetadata(at: clock.now)
            try await put(provider, by: change)
        }
    }

    /// Registers a role of `dev`'s own resources, unless a command or the file has registered one of that name.
    /// - Throws: the errors of the store.
    package func provide(_ role: Role) async throws {
        let now = clock.now
        try await access.write { store in
            guard var record = try store.record(of: Role.self, named: role.name) else {
                return try store.add(AccessRecord(role, origin: .development, createdAt: now, modifiedAt: now))
            }
            guard record.origin == .development, record.entry != role else { return }
            record.entry = role
            record.modifiedAt = now
            try store.update(record)
        }
    }

    /// The entries of a kind in the order of their names.
    /// - Throws: the errors of the store.
    package func list(_ kind: AccessKind) async throws -> [Line] {
        switch kind {
        case .role: try await lines(Role.self)
        case .user: try await lines(User.self)
        case .policy: try await lines(ManagedPolicy.self)
        case .openIDProvider: try await lines(OpenIDProvider.self)
        case .samlProvider: try await lines(SAMLProvider.self)
        }
    }

    /// Deletes an entry; a policy that is attached stays.
    /// - Throws: ``AccessRegistryRefusal``, the errors of the store.
    package func delete(_ kind: AccessKind, named name: String) async throws {
        guard let line = try await list(kind).first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
            throw AccessRegistryRefusal.missing(kind, name)
        }
        guard line.origin != .file else { throw AccessRegistryRefusal.fromFile(kind, name) }
        try await access.write { store in
            if kind == .policy, let holder = try store.holder(ofPolicy: name) {
                throw AccessRegistryRefusal.attached(name, to: holder)
            }
            try store.delete(kind, named: name)
        }
    }

    /// Makes an access key for a user.
    /// - Returns: the id and the secret, which cannot be shown again.
    /// - Throws: ``AccessRegistryRefusal``, the errors of the store.
    package func createKey(forUser name: String) async throws -> (id: String, secret: String) {
        let (record, secret) = UserKeys.make(forUser: name, at: clock.now, entropy: entropy, sealer: sealer)
        try await access.write { store in
            guard try store.entry(User.self, named: name) != nil else {
                throw AccessRegistryRefusal.missing(.user, name)
            }
            guard try store.userKeys(ofUser: name).count < User.maximumKeys else {
                throw AccessRegistryRefusal.tooManyKeys(name)
            }
            try store.insert(record)
        }
        return (record.id, secret)
    }

    /// The access keys of a user, without their secrets.
    /// - Throws: ``AccessRegistryRefusal`` for an unknown user, the errors of the store.
    package func keys(ofUser name: String) async throws -> [UserKeyRecord] {
        try await access.read { store in
            guard try store.entry(User.self, named: name) != nil else {
                throw AccessRegistryRefusal.missing(.user, name)
            }
            return try store.userKeys(ofUser: name)
        }
    }

    /// Deletes an access key.
    /// - Throws: ``AccessRegistryRefusal`` for an unknown id, the errors of the store.
    package func deleteKey(_ id: String) async throws {
        try await access.write { store in
            guard try store.userKey(id) != nil else { throw AccessRegistryRefusal.missingKey(id) }
            try store.deleteUserKey(id)
        }
    }

    /// Checks the trust policies of all roles.
    /// - Throws: ``AccessFlaw`` for the first one that is unsafe; its place begins with the role's name.
    package func checkTrust() async throws {
        let limit = AccessKind.role.limit
        let roles = try await access.read { try $0.records(of: Role.self, after: nil, limit: limit) }
        for role in roles.map(\.entry) {
            do throws(AccessFlaw) { try role.checkTrust() } catch { throw error.inside(role.name) }
        }
    }

    /// The stored entries that deny less than they read.
    /// - Throws: the errors of the store.
    package func narrowDenials() async throws -> [NarrowDenial] {
        try await access.read { try $0.narrowDenials() }
    }

    /// The stored names that differ by case alone.
    /// - Throws: the errors of the store.
    package func nameCollisions() async throws -> [NameCollision] {
        try await access.read { try $0.nameCollisions() }
    }

    private func put(_ entry: some AccessEntry, attached: [String] = [], by change: Change) async throws {
        if let flaw = entry.narrowDenials.first { throw flaw }
        let now = clock.now
        try await access.write { store in
            switch change {
            case .creation:
                try store.add(AccessRecord(entry, origin: .command, createdAt: now, modifiedAt: now))
            case .replacement:
                try store.replace(by: entry, at: now)
            }
            try store.checkAttached(attached)
        }
    }

    private func lines<Entry: AccessEntry>(_ type: Entry.Type) async throws -> [Line] {
        try await access.read { store in
            try store.records(of: type, after: nil, limit: Entry.kind.limit).map {
                Line(name: $0.entry.name, origin: $0.origin, createdAt: $0.createdAt)
            }
        }
    }
}

extension AccessReading {
    /// The name of a role or user to which a policy is attached.
    func holder(ofPolicy name: String) throws -> String? {
        let roles = try records(of: Role.self, after: nil, limit: AccessKind.role.limit).map(\.entry)
        if let role = roles.first(where: { $0.permissions.attached.contains(name) }) { return role.name }
        let users = try records(of: User.self, after: nil, limit: AccessKind.user.limit).map(\.entry)
        return users.first { $0.permissions.attached.contains(name) }?.name
    }

    /// Checks that policies exist.
    func checkAttached(_ names: [String]) throws {
        for name in names where try entry(ManagedPolicy.self, named: name) == nil {
            throw AccessRegistryRefusal.missing(.policy, name)
        }
    }
}

extension AccessWriting {
    /// Inserts an entry within the quota of its kind.
    func add<Entry: AccessEntry>(_ record: AccessRecord<Entry>) throws {
        try add(record, among: CaseFoldedNames(try names(of: Entry.kind), of: Entry.kind))
    }

    /// Inserts an entry within the quota of its kind; `names` has the names of all stored ones.
    func add<Entry: AccessEntry>(_ record: AccessRecord<Entry>, among names: CaseFoldedNames) throws {
        let name = record.entry.name
        if let former = try self.record(of: Entry.self, named: name) {
            guard former.origin.givesWay, !record.origin.givesWay else {
                throw AccessRegistryRefusal.exists(Entry.kind, name)
            }
            try delete(Entry.kind, named: name)
        }
        if let other = names.other(than: name) { throw AccessRegistryRefusal.otherCase(Entry.kind, name, other) }
        guard try count(of: Entry.kind) < Entry.kind.limit else { throw AccessRegistryRefusal.tooMany(Entry.kind) }
        try insert(record)
    }

    /// Replaces the document of an entry that a command or `dev` created.
    fileprivate func replace<Entry: AccessEntry>(by entry: Entry, at now: Date) throws {
        let former = try changeable(Entry.self, named: entry.name)
        guard former.entry.path.utf8.elementsEqual(entry.path.utf8) else {
            throw AccessRegistryRefusal.otherPath(Entry.kind, entry.name)
        }
        try store(entry.succeeding(former.entry, at: now), for: former, at: now)
    }

    /// The entry with a name, which does not come from the documented file.
    func changeable<Entry: AccessEntry>(_ type: Entry.Type, named name: String) throws -> AccessRecord<Entry> {
        guard let record = try record(of: Entry.self, named: name) else {
            throw AccessRegistryRefusal.missing(Entry.kind, name)
        }
        guard record.origin != .file else { throw AccessRegistryRefusal.fromFile(Entry.kind, name) }
        return record
    }

    /// Stores an entry in place of the former one, of whatever origin that is.
    func store<Entry: AccessEntry>(_ entry: Entry, for former: AccessRecord<Entry>, at now: Date) throws {
        let record = AccessRecord(entry, origin: .command, createdAt: former.createdAt, modifiedAt: now)
        guard former.origin != .command else { return try update(record) }
        // The next start of `dev` would restore an entry of its own; and an update keeps the origin.
        try delete(Entry.kind, named: entry.name)
        try insert(record)
    }
}
