// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseStorage
import GatehouseUserPoolModel
import Testing

extension StoreContract {
    /// The rows of a pool for a sealed copy, and rows that come back from one.
    package static let poolArchives: [StoreContractRule] = [
        StoreContractRule("the rows of a pool are read once each, and the pool comes back with them") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                for id in ["p", "q"] { try insertFixture(id, store) }
                for number in 0..<450 { try store.insert(user("u\(number)", inPool: "p"), names: []) }
            }
            let copied = try await rows(ofPool: "p", in: database)
            #expect(copied.filter { row in row.table.name == PoolTable.users }.count == 451)
            #expect(
                Set(copied.map(\.table.name)).isSuperset(
                    of: ["user_pools", "app_clients", "app_client_secrets", "signing_keys", "user_names"]))
            try await store.write { store in try store.deleteUserPool("p") }
            #expect(try await rows(ofPool: "p", in: database).isEmpty)
            try await database.write { connection in
                for row in copied { try connection.insert(row, at: moment(1_000)) }
            }
            try await store.read { (store) throws in
                #expect(try store.userPool("p") == pool("p"))
                #expect(try store.appClient("client of p")?.secrets.map(\.id) == ["secret"])
                #expect(try store.signingKeys(ofPool: "p").map(\.id) == ["key"])
                #expect(try store.user("u449", inPool: "p")?.username == "u449")
                #expect(try store.userPool("q") == pool("q"))
            }
            #expect(try await database.read { reader in try reader.hasUserPool("p") })
        },
        StoreContractRule("a row whose key another pool has is named, and nothing is changed") { database in
            let store = try await userPools(in: database)
            try await store.write { store in try insertFixture("p", store) }
            let copied = try await rows(ofPool: "p", in: database)
            let taken = await #expect(throws: TakenPoolRow.self) {
                try await database.write { connection in
                    for row in copied where row.table.name != "user_pools" {
                        try connection.insert(row, at: moment(1_000))
                    }
                }
            }
            #expect(taken?.table == "app_clients" && taken?.value == "client of p" && taken?.holder == "p")
            #expect(try await rows(ofPool: "p", in: database) == copied)
        },
    ]

    private static func rows(ofPool id: String, in database: any SQLDatabase) async throws -> [PoolRow] {
        try await database.read { reader in
            var rows: [PoolRow] = []
            for table in PoolTable.archived {
                try reader.forEachRow(of: table, inPool: id) { row in rows.append(row) }
            }
            return rows
        }
    }
}
