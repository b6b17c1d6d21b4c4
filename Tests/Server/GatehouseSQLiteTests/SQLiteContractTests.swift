// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSQLite
import GatehouseTesting
import Testing

@Suite struct SQLiteContractTests {
    @Test(arguments: StoreContract.values)
    func `values`(_ rule: StoreContractRule) async throws {
        try await attack(rule)
    }

    @Test(arguments: StoreContract.transactions)
    func `transactions`(_ rule: StoreContractRule) async throws {
        try await attack(rule)
    }

    @Test(arguments: StoreContract.failures)
    func `failures`(_ rule: StoreContractRule) async throws {
        try await attack(rule)
    }

    @Test(arguments: StoreContract.migrations)
    func `migrations`(_ rule: StoreContractRule) async throws {
        try await attack(rule)
    }

    private func attack(_ rule: StoreContractRule) async throws {
        try await rule.check(SQLiteDatabase.inMemory())
        let folder = try TemporaryFolder()
        try await rule.check(SQLiteDatabase(path: folder.database))
    }
}
