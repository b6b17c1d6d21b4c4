// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
import GatehouseCore
import GatehouseStorage
import Testing

extension StoreContract {
    /// Roles, users, policies, identity providers and the access keys of users.
    package static let access: [StoreContractRule] = [
        StoreContractRule("an entry of the registry is read as it was written") { database in
            let store = try await access(in: database)
            let google = try provider("https://accounts.google.com", ["a", "b"])
            let name = "accounts.google.com"
            try await store.write { try $0.insert(google) }
            #expect(try await store.read { try $0.record(of: OpenIDProvider.self, named: name) } == google)
            #expect(try await store.read { try $0.entry(OpenIDProvider.self, named: name) } == google.entry)
            #expect(try await store.write { try $0.entry(OpenIDProvider.self, named: name) } == google.entry)
            #expect(try await store.read { try $0.entry(SAMLProvider.self, named: name) } == nil)
            #expect(try await store.read { try $0.hasEntry(of: .openIDProvider) })
            #expect(try await store.read { try !$0.hasEntry(of: .samlProvider) })
            let corp = AccessRecord(
                try SAMLProvider(name: "corp", metadata: "<a/>"), origin: .development, createdAt: moment(),
                modifiedAt: moment())
            try await store.write { try $0.insert(corp) }
            #expect(try await store.read { try $0.record(of: SAMLProvider.self, named: "corp") } == corp)
            // An entry that dev registers by itself does not count.
            #expect(try await store.read { try !$0.hasEntry(of: .samlProvider) })
        },
        StoreContractRule("a change of the registry is seen by the next read of each store, an undone one by none") {
            database in
            struct Undo: Error {}
            let (store, other) = (try await access(in: database), SQLAccessStore(database))
            let name = "accounts.google.com"
            try await store.write { try $0.insert(provider("https://accounts.google.com", ["old"])) }
            for store in [store, other] {
                #expect(try await store.read { try $0.entry(OpenIDProvider.self, named: name)?.clientIDs } == ["old"])
            }
            await #expect(throws: Undo.self) {
                try await store.write { writer in
                    try writer.update(provider("https://accounts.google.com", ["undone"]))
                    #expect(try writer.entry(OpenIDProvider.self, named: name)?.clientIDs == ["undone"])
                    throw Undo()
                }
            }
            try await store.write { try $0.update(provider("https://accounts.google.com", ["new"])) }
            for store in [store, other] {
                #expect(try await store.read { try $0.entry(OpenIDProvider.self, named: name)?.clientIDs } == ["new"])
            }
            try await store.write { try $0.delete(.openIDProvider, named: name) }
            for store in [store, other] {
                #expect(try await store.read { try $0.entry(OpenIDProvider.self, named: name) } == nil)
            }
        },
        StoreContractRule("a name is taken within its kind only") { database in
            let store = try await access(in: database)
            try await store.write { writer in
                try writer.insert(provider("https://example.com", []))
                try writer.insert(record(SAMLProvider(name: "example.com", metadata: "<a/>")))
            }
            await #expect(throws: StoreConflict.taken("example.com")) {
                try await store.write { try $0.insert(provider("https://example.com/", [])) }
            }
        },
        StoreContractRule("entries are listed by kind, behind a name") { database in
            let store = try await access(in: database)
            try await store.write { writer in
                for name in ["c", "a", "b"] { try writer.insert(record(SAMLProvider(name: name, metadata: "<a/>"))) }
                try writer.insert(provider("https://b.example", []))
            }
            let first = try await store.read { try $0.records(of: SAMLProvider.self, after: nil, limit: 2) }
            #expect(first.map(\.entry.name) == ["a", "b"])
            let rest = try await store.read { try $0.records(of: SAMLProvider.self, after: "b", limit: 2) }
            #expect(rest.map(\.entry.name) == ["c"])
            #expect(try await store.read { try $0.count(of: .samlProvider) } == 3)
        },
        StoreContractRule("a deleted user loses the access keys") { database in
            let store = try await access(in: database)
            let key = UserKeyRecord(id: "AKIA1", userName: "ada", sealedSecret: [1, 2], createdAt: moment())
            let other = UserKeyRecord(id: "AKIA2", userName: "bob", sealedSecret: [3], createdAt: moment())
            try await store.write { writer in
                try writer.insert(key)
                try writer.insert(other)
            }
            await #expect(throws: StoreConflict.taken("AKIA1")) { try await store.write { try $0.insert(key) } }
            #expect(try await store.read { try $0.userKey("AKIA1") } == key)
            #expect(try await store.read { try $0.userKeys(ofUser: "ada") } == [key])
            try await store.write { try $0.delete(.user, named: "ada") }
            #expect(try await store.read { try $0.userKey("AKIA1") } == nil)
            #expect(try await store.read { try $0.userKey("AKIA2") } == other)
            try await store.write { try $0.deleteUserKey("AKIA2") }
            #expect(try await store.read { try $0.userKeys(ofUser: "bob") }.isEmpty)
        },
    ]

    /// The registry over a database that this program's migrations have prepared.
    private static func access(in database: any SQLDatabase) async throws -> SQLAccessStore {
        try await Migrator(Migrations.all).migrate(database)
        return SQLAccessStore(database)
    }

    private static func provider(_ issuer: String, _ clients: [String]) throws -> AccessRecord<OpenIDProvider> {
        record(try OpenIDProvider(issuer: issuer, clientIDs: clients))
    }

    private static func record<Entry: AccessEntry>(_ entry: Entry) -> AccessRecord<Entry> {
        AccessRecord(entry, origin: .command, createdAt: moment(), modifiedAt: moment(1))
    }
}
