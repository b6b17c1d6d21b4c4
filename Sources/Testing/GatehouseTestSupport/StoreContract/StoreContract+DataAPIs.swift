// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseServerCrypto
import GatehouseStorage
import Testing

extension StoreContract {
    /// Data APIs and their keys.
    package static let dataAPIs: [StoreContractRule] = [
        StoreContractRule("an API is read as it was written, with its revision") { database in
            let store = try await dataAPIs(in: database)
            let settings = DataSettings(
                defaultMode: .apiKey, additionalModes: [.iam, .oidc], userPoolsAction: .deny, conflicts: .function,
                conflictFunction: "f",
                modelConflicts: ["A": ConflictHandler(.automerge), "B": ConflictHandler(.function, function: "g")],
                requiresAuthRules: true,
                strictOwnership: true, identityClaim: "username", populatesOwners: false)
            let pools = [
                UserPoolSource(id: "r_1", clientExpression: "^a\"$"), UserPoolSource(id: "r_2"),
                UserPoolSource(id: "r_3", issuer: "https://pools.example/r_3"),
            ]
            let issuers = [
                OpenIDSource(issuer: "https://a.example"),
                OpenIDSource(
                    issuer: "https://b.example/", clientExpression: "x|y", issueLifetime: 1, authenticationLifetime: 2),
            ]
            let authorizer = AuthorizerSource(function: "arn:f", resultLifetime: 300, tokenExpression: "t.*")
            var first = StoredAPI(
                id: "a", name: "Ä", schema: "type A @model { id: ID! }\n", settings: settings, userPools: pools,
                openIDIssuers: issuers, authorizer: authorizer,
                bounds: RequestBounds(depth: 0, allowsIntrospection: false), tags: ["team": "Ä", "gatehouse:x": ""],
                createdAt: moment())
            first = try await store.write { [first] in try $0.put(first, expecting: nil) }
            #expect(first.revision == 1)
            let second = try await store.write { try $0.put(api("b"), expecting: nil) }
            #expect(try await store.read { try $0.api("a") } == first)
            #expect(try await store.write { try $0.api("b") } == second)
            #expect(try await store.read { try $0.apis() } == [first, second])
            #expect(try await store.read { try $0.revisions() } == ["a": 1, "b": 1])
            #expect(try await store.read { try $0.api("c") } == nil)
        },
        StoreContractRule("a write of an API needs the stored revision") { database in
            let store = try await dataAPIs(in: database)
            await #expect(throws: DataAPIConflict(stored: nil)) {
                try await store.write { try $0.put(api("a"), expecting: 1) }
            }
            let stored = try await store.write { try $0.put(api("a"), expecting: nil) }
            for revision in [nil, 0, 2] {
                await #expect(throws: DataAPIConflict(stored: stored)) {
                    try await store.write { try $0.put(api("a", name: "other"), expecting: revision) }
                }
            }
            let changed = try await store.write { try $0.put(api("a", name: "other"), expecting: 1) }
            #expect(changed.revision == 2)
            #expect(try await store.read { try $0.api("a") } == changed)
        },
        StoreContractRule("one API is the default, and the one that loses the mark has a new revision") { database in
            let store = try await dataAPIs(in: database)
            try await store.write { writer in
                for id in ["a", "b", "c"] { try writer.put(api(id, isDefault: id != "c"), expecting: nil) }
            }
            let apis = try await store.read { try $0.apis() }
            #expect(apis.map(\.isDefault) == [false, true, false])
            #expect(apis.map(\.revision) == [2, 1, 1])
        },
        StoreContractRule("a key is found by its secret in its API, and stored sealed") { database in
            let store = try await dataAPIs(in: database)
            let key = StoredAPIKey(key: "da2-secret", description: "web", createdAt: moment(), expiresAt: moment(9))
            let later = StoredAPIKey(key: "da2-later", createdAt: moment(1), expiresAt: moment(-9))
            try await store.write { writer in
                for api in ["a", "b"] {
                    try writer.put(later, of: api)
                    try writer.put(key, of: api)
                }
            }
            #expect(try await store.read { try $0.key("da2-secret", in: "a") } == key)
            #expect(try await store.read { try $0.keys(of: "a") } == [key, later])
            for secret in ["", "da2-secre", "DA2-secret", "da2-secret\n"] {
                #expect(try await store.read { try $0.key(secret, in: "a") } == nil)
            }
            #expect(try await store.read { try $0.key("da2-secret", in: "c") } == nil)
            let rows = try await database.read {
                try $0.query("SELECT id, sealed FROM data_api_keys WHERE api_id > ''")
            }
            for row in rows {
                let (id, sealed): (String, [UInt8]) = (try row["id"], try row["sealed"])
                #expect(!id.contains("da2") && !String(decoding: sealed, as: UTF8.self).contains("da2"))
            }
            // The same key has other rows in another API.
            #expect(Set(try rows.map { row in try row["id"] as String }).count == 4)
            #expect(!"\(key) \(String(reflecting: key))".contains("secret"))
            let renewed = StoredAPIKey(key: "da2-secret", createdAt: moment(), expiresAt: moment(99))
            try await store.write { writer in
                try writer.put(renewed, of: "a")
                try writer.removeKey("da2-later", of: "a")
            }
            #expect(try await store.read { try $0.keys(of: "a") } == [renewed])
            #expect(try await store.read { try $0.keys(of: "b") } == [key, later])
        },
        StoreContractRule("a key of a row that was copied to another API does not open") { database in
            let store = try await dataAPIs(in: database)
            try await store.write {
                try $0.put(StoredAPIKey(key: "da2-a", createdAt: moment(), expiresAt: moment()), of: "a")
            }
            try await database.write { connection in
                try connection.execute("UPDATE data_api_keys SET api_id = 'b' WHERE api_id = 'a'")
            }
            await #expect(throws: SealingError.notAuthentic) { try await store.read { try $0.keys(of: "b") } }
        },
        StoreContractRule("an API that is removed takes its keys with it, and lists its records") { database in
            let store = try await dataAPIs(in: database)
            let records = SQLRecordStore(database)
            for id in ["a", "b"] {
                let shelf = try await RecordShelf(in: database, api: id)
                try await shelf.put([shelf.note("1", number: 1, owner: "ada")])
                try await store.write { writer in
                    try writer.put(api(id), expecting: nil)
                    try writer.put(StoredAPIKey(key: "da2-a", createdAt: moment(), expiresAt: moment()), of: id)
                    try writer.list(RecordCleanup(api: id, subject: .records(model: "Tag"), listedAt: moment()))
                }
            }
            try await store.write { try $0.removeAPI("a", at: moment(1)) }
            #expect(try await store.read { try $0.apis().map(\.id) } == ["b"])
            #expect(try await store.read { try $0.keys(of: "a") } == [])
            #expect(try await store.read { try $0.keys(of: "b").count } == 1)
            #expect(
                try await records.read { try $0.cleanups(of: nil) } == [
                    RecordCleanup(api: "b", subject: .records(model: "Tag"), listedAt: moment()),
                    RecordCleanup(api: "a", subject: .everything, listedAt: moment(1)),
                ])
            #expect(try await records.read { try $0.revision(of: "a") } == nil)
            #expect(try await records.read { try $0.revision(of: "b") } == 1)
            #expect(try await records.read { try $0.modelWithRecords(in: "a") } == "Note")
            #expect(try await records.read { try $0.modelWithRecords(in: "c") } == nil)
        },
        StoreContractRule("what is to be removed is listed with the change or not at all, and once") { database in
            let store = try await dataAPIs(in: database)
            let records = SQLRecordStore(database)
            let values = RecordCleanup(api: "a", subject: .values(model: "A", field: "x"), listedAt: moment(2))
            let model = RecordCleanup(api: "a", subject: .records(model: "A"), listedAt: moment())
            await #expect(throws: DataAPIConflict(stored: nil)) {
                try await store.write { writer in
                    try writer.list(values)
                    try writer.put(api("a"), expecting: 1)
                }
            }
            #expect(try await records.read { try $0.cleanups(of: "a") } == [])
            try await store.write { writer in
                try writer.put(api("a"), expecting: nil)
                for cleanup in [values, model, values] { try writer.list(cleanup) }
            }
            #expect(try await records.read { try $0.cleanups(of: "a") } == [model, values])
            #expect(try await records.read { try $0.cleanups(of: "b") } == [])
            #expect(try await records.read { try $0.isListed(values) })
            let other = RecordCleanup(api: "a", subject: .values(model: "A", field: "y"), listedAt: moment(2))
            #expect(try await records.read { try $0.isListed(other) } == false)
            // A second process may have taken it from the list before.
            for _ in 0..<2 { try await records.write { try $0.finish(values) } }
            #expect(try await records.write { try $0.cleanups(of: nil) } == [model])
        },
        StoreContractRule("the last creation of a schema is noted, and forgotten with its API") { database in
            let store = try await dataAPIs(in: database)
            let creations = [
                StoredCreation(.running, changedAt: moment()),
                StoredCreation(.failed, details: "one\ntwo", changedAt: moment(2)),
            ]
            for creation in creations {
                try await store.write { try $0.put(creation, of: "a") }
                try await store.write { try $0.put(creations[0], of: "b") }
                #expect(try await store.read { try $0.creation(of: "a") } == creation)
            }
            try await store.write { try $0.removeAPI("a", at: moment()) }
            #expect(try await store.read { try $0.creation(of: "a") } == nil)
            #expect(try await store.read { try $0.creation(of: "b") } == creations[0])
        },
    ]

    private static func dataAPIs(in database: any SQLDatabase) async throws -> SQLDataAPIStore {
        try await Migrator(Migrations.all).migrate(database)
        let sealer = Sealer(
            ring: try KeyRing.generate(id: "test", entropy: .seeded(1)), index: .random(.seeded(2)), entropy: .system)
        return SQLDataAPIStore(database, sealer: sealer)
    }

    private static func api(_ id: String, name: String = "API", isDefault: Bool = false) -> StoredAPI {
        StoredAPI(
            id: id, name: name, schema: "type A @model { id: ID! }", isDefault: isDefault, createdAt: moment())
    }
}
