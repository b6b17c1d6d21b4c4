// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseStorage
import GatehouseUserPoolModel
import Testing

extension StoreContract {
    /// The longest values of indexed columns: a row of an index of PostgreSQL has at most 2,704 bytes.
    package static let longestKeys: [StoreContractRule] = [
        StoreContractRule("every index takes the longest values of its columns") { database in
            try await Migrator(Migrations.all).migrate(database)
            for table in try SchemaTable.tables() {
                let indexed = Set(table.indexes.flatMap(\.columns))
                let columns = table.columns.filter { $0.isRequired || indexed.contains($0.name) }
                let values = columns.map { column in
                    indexed.contains(column.name) ? longestValue(of: column, in: table) : shortValue(of: column)
                }
                let row = SQL.insertion(into: table.name, columns: columns.map(\.name), values: values)
                let count = try await database.write { connection in try connection.execute(row) }
                #expect(count == 1, "\(table.name)")
            }
        },
        StoreContractRule("a user with the longest values is stored and found by each") { database in
            let store = try await userPools(in: database)
            let fields: [UserFilter.Field] = [
                .email, .phoneNumber, .name, .givenName, .familyName, .preferredUsername,
            ]
            let values = Dictionary(uniqueKeysWithValues: fields.map { ($0.rawValue, noise(2_048, seed: $0.rawValue)) })
            let username = noise(512, seed: "username")
            let ada = user("ada", inPool: "p", username: username, attributes: values)
            let email = values["email"] ?? ""
            try await store.write { store in
                try store.insert(ada, names: [SignInName(.username, username), SignInName(.email, email)])
            }
            try await store.read { (store) throws in
                for name in [username, email] {
                    #expect(try store.user(named: SignInName(.username, name), inPool: "p") == ada)
                }
                for field in fields {
                    let filter = UserFilter(
                        field: field, comparison: .startsWith, value: String((values[field.rawValue] ?? "").prefix(250))
                    )
                    #expect(try store.users(inPool: "p", after: nil, limit: 9, filter: filter) == [ada], "\(field)")
                }
            }
        },
        StoreContractRule("a record with the longest values is stored, and a longer place is refused") { database in
            var model = RecordShelf.note(
                key: RecordKey(sort: ["text"]),
                indexes: [RecordIndex(name: noise(200, seed: "index"), partition: "author", sort: ["text"])])
            model.name = noise(255, seed: "model")
            let shelf = try await RecordShelf(in: database, model)
            let (id, author, text) = (
                noise(2_048, seed: "id"), noise(2_048, seed: "author"), noise(1_024, seed: "text")
            )
            try await shelf.put([shelf.note(id, author: author, text: text)])
            #expect(try await shelf.record(.string(id), .string(text)) != nil)
            let other = shelf.note(
                noise(2_048, seed: "2"), author: author, text: text, owner: noise(100, seed: "owner"))
            await #expect(throws: RecordRefusal.placeTooLong(bytes: 2_612, limit: 2_600)) {
                try await shelf.put([other])
            }
        },
    ]

    /// The longest values in bytes, by the column, or by the table and the column where it has another length there.
    ///
    /// A new column of an index gets a line here. The rules that bound the values are in the domains.
    private static let longest: [String: Int] = [
        // Ids that the server makes.
        "pool_id": 55, "user_pools.id": 55, "identity_pools.id": 64, "identities.id": 64, "identity_id": 64,
        "identities.pool_id": 64, "identity_logins.pool_id": 64, "sub": 128, "client_id": 128, "app_clients.id": 128,
        "region": 32, "family_id": 64, "token_families.id": 64, "event_id": 64, "user_sessions.id": 64,
        "auth_events.id": 64, "signing_keys.id": 128, "saml_keys.id": 128, "service_signing_keys.id": 128,
        "service_signing_keys.service": 64, "device_key": 128, "import_jobs.id": 64, "job_id": 64, "upload_id": 64,
        "terms.id": 64, "brandings.id": 64, "image_id": 128, "page_images.id": 128, "queued_messages.id": 64,
        "used_ids.id": 128, "hash": 64, "failed_attempts.subject": 64, "sha256": 64, "app_id": 64,
        "data_apis.id": 36, "api_id": 36, "data_api_keys.id": 128, "iam_user_keys.id": 128,
        // Words of the server.
        "kind": 64, "purpose": 320, "category": 64, "user_search.field": 32, "saml_keys.purpose": 64,
        "index_keys.purpose": 64, "seal_counts.purpose": 64, "seal_counts.key_id": 64, "master_keys.id": 64,
        "nodes.id": 64, "leases.name": 64,
        // Names in user pools, of 128 characters where nothing else is said.
        "user_names.name": 2_048, "user_search.value": 2_048, "user_groups.name": 512, "group_name": 512,
        "terms.name": 128, "provider_name": 128, "identity_providers.name": 128, "identifier": 160,
        "resource_servers.identifier": 1_024, "pool_domains.name": 253, "attribute_name": 256,
        "attribute_value": 1_024, "credential_id": 1_023,
        // Names in identity pools and in access management.
        "provider": 512, "identity_logins.subject": 2_048, "iam_entries.name": 1_024, "user_name": 256,
        // Projects, and the names of schemas of data APIs.
        "project_environments.name": 128, "environment": 128, "path": 1_024, "model": 255, "field": 255,
        "index_name": 255, "node": 64, "member": 66, "record_key": 1_200, "data_index_rows.place": 2_054,
        "data_member_rows.place": 1_733,
    ]

    private static func longestValue(of column: SchemaTable.Column, in table: SchemaTable) -> SQLValue {
        let name = "\(table.name).\(column.name)"
        guard column.type != "BIGINT" else { return .integer(.max) }
        guard let length = longest[name] ?? longest[column.name] else {
            Issue.record("\(name) has no line in the longest values")
            return shortValue(of: column)
        }
        return column.type == "BLOB" ? .blob(bytes(length, seed: name)) : .text(noise(length, seed: name))
    }

    private static func shortValue(of column: SchemaTable.Column) -> SQLValue {
        switch column.type {
        case "BIGINT": .integer(0)
        case "BLOB": .blob([1])
        default: .text("a")
        }
    }

    /// Lower-case text that no database can compress.
    private static func noise(_ count: Int, seed: String) -> String {
        String(decoding: bytes(count, seed: seed).map { byte in UInt8(ascii: "a") + byte % 26 }, as: UTF8.self)
    }

    private static func bytes(_ count: Int, seed: String) -> [UInt8] {
        Entropy.seeded(seed.utf8.reduce(0) { sum, byte in sum &* 31 &+ UInt64(byte) }).bytes(count)
    }
}
