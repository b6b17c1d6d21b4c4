// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseIdentityPools
import GatehouseSQLite
import GatehouseStorage
import Testing

@Suite struct IdentityPoolRowsTests {
    static let date = Date(timeIntervalSince1970: 1_700_000_000.123)
    static let login = LinkedLogin(provider: "p", subject: "alice")

    static func store() async throws -> SQLIdentityPoolStore {
        let database = try SQLiteDatabase.inMemory()
        try await Migrator(Migrations.all).migrate(database)
        return SQLIdentityPoolStore(database)
    }

    static func pool(_ id: String) -> IdentityPoolRecord {
        let mapping = RoleMapping(
            type: .rules, ambiguousRoleResolution: .deny,
            rulesConfiguration: RulesConfigurationType(
                rules: [MappingRule(claim: "c", matchType: .contains, value: "\"'\n", roleARN: "arn")]
            )
        )
        return IdentityPoolRecord(
            id: id,
            description: IdentityPool(
                identityPoolId: id, identityPoolName: "näme", allowUnauthenticatedIdentities: true,
                cognitoIdentityProviders: [
                    CognitoIdentityProvider(providerName: "p", clientId: "c", serverSideTokenCheck: false)
                ],
                identityPoolTags: ["a": ""]
            ),
            roles: GetIdentityPoolRolesResponse(
                identityPoolId: id, roles: ["authenticated": "arn"], roleMappings: ["p:c": mapping]
            ),
            createdAt: date, modifiedAt: date
        )
    }

    static func identity(
        _ id: String, pool: String = "r:1", _ logins: [LinkedLogin] = []
    ) -> IdentityRecord {
        IdentityRecord(
            id: id, poolID: pool, state: logins.isEmpty ? .guest : .authenticated, logins: logins, createdAt: date,
            modifiedAt: date
        )
    }

    @Test func `a pool is read as it was written`() async throws {
        let store = try await Self.store()
        let pool = Self.pool("r:1")
        try await store.write { try $0.insert(pool) }
        #expect(try await store.read { try $0.identityPool("r:1") } == pool)
        #expect(try await store.write { try $0.identityPool("r:1") } == pool)
        #expect(try await store.read { try $0.identityPool("r:2") } == nil)
    }

    @Test func `a change is seen by the next read, and an undone change by none`() async throws {
        struct Undo: Error {}
        let store = try await Self.store()
        try await store.write { try $0.insert(Self.pool("r:1")) }
        _ = try await store.read { try $0.identityPool("r:1") }
        var changed = Self.pool("r:1")
        changed.description.identityPoolName = "undone"
        let undone = changed
        await #expect(throws: Undo.self) {
            try await store.write { writer in
                try writer.update(undone)
                #expect(try writer.identityPool("r:1") == undone)
                throw Undo()
            }
        }
        changed.description.identityPoolName = "done"
        let done = changed
        try await store.write { try $0.update(done) }
        #expect(try await store.read { try $0.identityPool("r:1") } == done)
    }

    @Test func `pools are listed by region, behind an id`() async throws {
        let store = try await Self.store()
        try await store.write { writer in
            for id in ["a:2", "b:1", "a:1", "a:3"] { try writer.insert(Self.pool(id)) }
        }
        let all = try await store.read { try $0.identityPools(inRegion: "a", after: nil, limit: 2) }
        #expect(all.map(\.id) == ["a:1", "a:2"])
        let rest = try await store.read { try $0.identityPools(inRegion: "a", after: "a:2", limit: 2) }
        #expect(rest.map(\.id) == ["a:3"])
    }

    @Test func `an identity is found by id and by each of its logins`() async throws {
        let store = try await Self.store()
        let other = LinkedLogin(provider: "q", subject: "alice")
        let identity = Self.identity("r:i", [Self.login, other])
        try await store.write { try $0.insert(identity) }
        let found = try await store.read { reader in
            [
                try reader.identity("r:i"), try reader.identity(holding: Self.login, inPool: "r:1"),
                try reader.identity(holding: other, inPool: "r:1"),
            ]
        }
        #expect(found == [identity, identity, identity])
        #expect(try await store.read { try $0.identity(holding: Self.login, inPool: "r:2") } == nil)
        let stranger = LinkedLogin(provider: "p", subject: "Alice")
        #expect(try await store.read { try $0.identity(holding: stranger, inPool: "r:1") } == nil)
    }

    @Test func `a login stands for one identity of a pool`() async throws {
        let store = try await Self.store()
        try await store.write { try $0.insert(Self.identity("r:a", [Self.login])) }
        await #expect(throws: IdentityPoolStoreError.taken) {
            try await store.write { try $0.insert(Self.identity("r:b", [Self.login])) }
        }
        #expect(try await store.read { try $0.identity("r:b") } == nil)
        try await store.write { try $0.insert(Self.identity("r:c")) }
        await #expect(throws: IdentityPoolStoreError.taken) {
            try await store.write { try $0.update(Self.identity("r:c", [Self.login])) }
        }
        #expect(try await store.read { try $0.identity("r:c") } == Self.identity("r:c"))
        try await store.write { try $0.insert(Self.identity("r:d", pool: "r:2", [Self.login])) }
    }

    @Test func `ids are not given twice`() async throws {
        let store = try await Self.store()
        try await store.write { writer in
            try writer.insert(Self.pool("r:1"))
            try writer.insert(Self.identity("r:a"))
        }
        await #expect(throws: IdentityPoolStoreError.taken) {
            try await store.write { try $0.insert(Self.pool("r:1")) }
        }
        await #expect(throws: IdentityPoolStoreError.taken) {
            try await store.write { try $0.insert(Self.identity("r:a")) }
        }
    }

    @Test func `logins move within one transaction`() async throws {
        let store = try await Self.store()
        try await store.write { try $0.insert(Self.identity("r:a", [Self.login])) }
        try await store.write { writer in
            var loser = Self.identity("r:a")
            loser.state = .disabled
            try writer.update(loser)
            try writer.insert(Self.identity("r:b", [Self.login]))
        }
        let holder = try await store.read { try $0.identity(holding: Self.login, inPool: "r:1") }
        #expect(holder?.id == "r:b")
        #expect(try await store.read { try $0.identity("r:a")?.state } == .disabled)
    }

    @Test func `identities are listed by pool, behind an id`() async throws {
        let store = try await Self.store()
        try await store.write { writer in
            for id in ["r:c", "r:a", "r:b"] { try writer.insert(Self.identity(id)) }
            try writer.insert(Self.identity("r:x", pool: "r:2"))
        }
        let first = try await store.read { try $0.identities(inPool: "r:1", after: nil, limit: 2) }
        #expect(first.map(\.id) == ["r:a", "r:b"])
        let second = try await store.read { try $0.identities(inPool: "r:1", after: "r:b", limit: 2) }
        #expect(second.map(\.id) == ["r:c"])
    }

    @Test func `what is deleted takes its logins along`() async throws {
        let store = try await Self.store()
        try await store.write { writer in
            try writer.insert(Self.pool("r:1"))
            try writer.insert(Self.identity("r:a", [Self.login]))
            try writer.insert(Self.identity("r:b", pool: "r:2", [Self.login]))
        }
        try await store.write { try $0.deleteIdentity("r:a") }
        try await store.write { try $0.insert(Self.identity("r:c", [Self.login])) }
        try await store.write { try $0.deleteIdentityPool("r:1") }
        try await store.write { try $0.insert(Self.identity("r:d", [Self.login])) }
        let left = try await store.read { try $0.identity(holding: Self.login, inPool: "r:2") }
        #expect(left?.id == "r:b")
        #expect(try await store.read { try $0.identityPool("r:1") } == nil)
    }
}
