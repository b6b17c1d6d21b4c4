// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseIdentityPoolModel
import GatehouseStorage
import Testing

extension StoreContract {
    /// Identity pools, identities and their logins.
    package static let identityPools: [StoreContractRule] = [
        StoreContractRule("a pool is read as it was written") { database in
            let store = try await identityPools(in: database)
            let pool = identityPool("r:1")
            try await store.write { try $0.insert(pool) }
            #expect(try await store.read { try $0.identityPool("r:1") } == pool)
            #expect(try await store.write { try $0.identityPool("r:1") } == pool)
            #expect(try await store.read { try $0.identityPool("r:2") } == nil)
        },
        StoreContractRule("a change is seen by the next read, and an undone change by none") { database in
            struct Undo: Error {}
            let store = try await identityPools(in: database)
            try await store.write { try $0.insert(identityPool("r:1")) }
            _ = try await store.read { try $0.identityPool("r:1") }
            var changed = identityPool("r:1")
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
        },
        StoreContractRule("pools are listed by region, behind an id") { database in
            let store = try await identityPools(in: database)
            try await store.write { writer in
                for id in ["a:2", "b:1", "a:1", "a:3"] { try writer.insert(identityPool(id)) }
            }
            let all = try await store.read { try $0.identityPools(inRegion: "a", after: nil, limit: 2) }
            #expect(all.map(\.id) == ["a:1", "a:2"])
            let rest = try await store.read { try $0.identityPools(inRegion: "a", after: "a:2", limit: 2) }
            #expect(rest.map(\.id) == ["a:3"])
            let ofAllRegions = try await store.read { try $0.identityPools(after: "a:1", limit: 3) }
            #expect(ofAllRegions.map(\.id) == ["a:2", "a:3", "b:1"])
        },
        StoreContractRule("an identity is found by id and by each of its logins") { database in
            let store = try await identityPools(in: database)
            let other = LinkedLogin(provider: "q", subject: "alice")
            let alice = identity("r:i", [login, other])
            try await store.write { try $0.insert(alice) }
            let found = try await store.read { reader in
                [
                    try reader.identity("r:i"), try reader.identity(holding: login, inPool: "r:1"),
                    try reader.identity(holding: other, inPool: "r:1"),
                ]
            }
            #expect(found == [alice, alice, alice])
            #expect(try await store.read { try $0.identity(holding: login, inPool: "r:2") } == nil)
            let stranger = LinkedLogin(provider: "p", subject: "Alice")
            #expect(try await store.read { try $0.identity(holding: stranger, inPool: "r:1") } == nil)
        },
        StoreContractRule("a login belongs to one identity of a pool") { database in
            let store = try await identityPools(in: database)
            try await store.write { try $0.insert(identity("r:a", [login])) }
            await #expect(throws: StoreConflict.taken(login.subject)) {
                try await store.write { try $0.insert(identity("r:b", [login])) }
            }
            #expect(try await store.read { try $0.identity("r:b") } == nil)
            try await store.write { try $0.insert(identity("r:c")) }
            await #expect(throws: StoreConflict.taken(login.subject)) {
                try await store.write { try $0.update(identity("r:c", [login])) }
            }
            #expect(try await store.read { try $0.identity("r:c") } == identity("r:c"))
            try await store.write { try $0.insert(identity("r:d", pool: "r:2", [login])) }
        },
        StoreContractRule("an identity id and a pool id cannot be inserted twice") { database in
            let store = try await identityPools(in: database)
            try await store.write { writer in
                try writer.insert(identityPool("r:1"))
                try writer.insert(identity("r:a"))
            }
            await #expect(throws: StoreConflict.taken("r:1")) {
                try await store.write { try $0.insert(identityPool("r:1")) }
            }
            await #expect(throws: StoreConflict.taken("r:a")) {
                try await store.write { try $0.insert(identity("r:a")) }
            }
        },
        StoreContractRule("logins move within one transaction") { database in
            let store = try await identityPools(in: database)
            try await store.write { try $0.insert(identity("r:a", [login])) }
            try await store.write { writer in
                var loser = identity("r:a")
                loser.state = .disabled
                try writer.update(loser)
                try writer.insert(identity("r:b", [login]))
            }
            let holder = try await store.read { try $0.identity(holding: login, inPool: "r:1") }
            #expect(holder?.id == "r:b")
            #expect(try await store.read { try $0.identity("r:a")?.state } == .disabled)
        },
        StoreContractRule("identities are listed by pool, behind an id") { database in
            let store = try await identityPools(in: database)
            try await store.write { writer in
                for id in ["r:c", "r:a", "r:b"] { try writer.insert(identity(id)) }
                try writer.insert(identity("r:x", pool: "r:2"))
            }
            let first = try await store.read { try $0.identities(inPool: "r:1", after: nil, limit: 2) }
            #expect(first.map(\.id) == ["r:a", "r:b"])
            let second = try await store.read { try $0.identities(inPool: "r:1", after: "r:b", limit: 2) }
            #expect(second.map(\.id) == ["r:c"])
        },
        StoreContractRule("a deleted identity or pool takes its logins with it") { database in
            let store = try await identityPools(in: database)
            try await store.write { writer in
                try writer.insert(identityPool("r:1"))
                try writer.insert(identity("r:a", [login]))
                try writer.insert(identity("r:b", pool: "r:2", [login]))
            }
            try await store.write { try $0.deleteIdentity("r:a") }
            try await store.write { try $0.insert(identity("r:c", [login])) }
            try await store.write { try $0.deleteIdentityPool("r:1") }
            try await store.write { try $0.insert(identity("r:d", [login])) }
            let left = try await store.read { try $0.identity(holding: login, inPool: "r:2") }
            #expect(left?.id == "r:b")
            #expect(try await store.read { try $0.identityPool("r:1") } == nil)
        },
        StoreContractRule("guests that were unused for long are deleted in parts, and no other identity") { database in
            let store = try await identityPools(in: database)
            try await store.write { writer in
                for (index, id) in ["r:a", "r:b", "r:c"].enumerated() {
                    var guest = identity(id)
                    guest.unusedSince = moment(Double(index))
                    try writer.insert(guest)
                }
                try writer.insert(identity("r:used"))
                try writer.insert(identity("r:alice", [login]))
                var used = try writer.identity("r:c")
                used?.unusedSince = nil
                if let used { try writer.update(used) }
            }
            let later = moment(1)
            #expect(try await store.write { try $0.deleteUnusedGuests(before: later, limit: 1) } == 1)
            #expect(try await store.write { try $0.deleteUnusedGuests(before: later, limit: 1) } == 0)
            let end = moment(1_000)
            #expect(try await store.write { try $0.deleteUnusedGuests(before: end, limit: 10) } == 1)
            let left = try await store.read { try $0.identities(inPool: "r:1", after: nil, limit: 10) }
            #expect(left.map(\.id) == ["r:alice", "r:c", "r:used"])
        },
        StoreContractRule("keys for identity tokens are listed, the newest first, until they are retired") { database in
            let store = try await identityPools(in: database)
            let (old, new) = (tokenKey("old", age: 5), tokenKey("new", age: 0))
            try await store.write { writer in
                try writer.insert(old)
                try writer.insert(new)
            }
            #expect(try await store.read { try $0.identityTokenKeys() } == [new, old])
            await #expect(throws: StoreConflict.taken("new")) { try await store.write { try $0.insert(new) } }
            var retired = old
            retired.retiredAt = moment()
            let change = retired
            try await store.write { writer in
                try writer.update(change)
                try writer.deleteIdentityTokenKeys(retiredBefore: moment())
            }
            #expect(try await store.read { try $0.identityTokenKeys() } == [new, retired])
            let later = moment(1)
            try await store.write { try $0.deleteIdentityTokenKeys(retiredBefore: later) }
            #expect(try await store.read { try $0.identityTokenKeys() } == [new])
        },
    ]

    private static func tokenKey(_ id: String, age: Double) -> IdentityTokenKeyRecord {
        IdentityTokenKeyRecord(
            id: id, sealedPrivateKey: [0, 1, 255], modulus: "n", exponent: "e",
            createdAt: moment(-age)
        )
    }

    private static let login = LinkedLogin(provider: "p", subject: "alice")

    /// Identity pools over a database that this program's migrations have prepared.
    private static func identityPools(in database: any SQLDatabase) async throws -> SQLIdentityPoolStore {
        try await Migrator(Migrations.all).migrate(database)
        return SQLIdentityPoolStore(database)
    }

    private static func identityPool(_ id: String) -> IdentityPoolRecord {
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
            principalTags: [
                "p": PrincipalTagMap(usesDefaults: false, tags: ["tëam": "custom:team"]),
                "q": PrincipalTagMap(usesDefaults: true, tags: [:]),
            ],
            createdAt: moment(), modifiedAt: moment()
        )
    }

    private static func identity(
        _ id: String, pool: String = "r:1", _ logins: [LinkedLogin] = []
    ) -> IdentityRecord {
        IdentityRecord(
            id: id, poolID: pool, state: logins.isEmpty ? .guest : .authenticated, logins: logins, createdAt: moment(),
            modifiedAt: moment()
        )
    }
}
