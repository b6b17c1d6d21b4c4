// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSQLite
import GatehouseTestSupport
import Testing

@Suite(.hangLimit) struct SQLiteContractTests {
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

    @Test(arguments: StoreContract.userPools)
    func `user pools`(_ rule: StoreContractRule) async throws {
        try await attack(rule)
    }

    @Test(arguments: StoreContract.users)
    func `users`(_ rule: StoreContractRule) async throws {
        try await attack(rule)
    }

    @Test(arguments: StoreContract.tokens)
    func `tokens`(_ rule: StoreContractRule) async throws {
        try await attack(rule)
    }

    @Test(arguments: StoreContract.poolSettings)
    func `pool settings`(_ rule: StoreContractRule) async throws {
        try await attack(rule)
    }

    @Test(arguments: StoreContract.limits)
    func `limits`(_ rule: StoreContractRule) async throws {
        try await attack(rule)
    }

    @Test(arguments: StoreContract.groups)
    func `groups`(_ rule: StoreContractRule) async throws {
        try await attack(rule)
    }

    @Test(arguments: StoreContract.messages)
    func `messages`(_ rule: StoreContractRule) async throws {
        try await attack(rule)
    }

    @Test(arguments: StoreContract.accounts)
    func `accounts`(_ rule: StoreContractRule) async throws {
        try await attack(rule)
    }

    @Test(arguments: StoreContract.imports)
    func `imports`(_ rule: StoreContractRule) async throws {
        try await attack(rule)
    }

    @Test(arguments: StoreContract.devices)
    func `devices`(_ rule: StoreContractRule) async throws {
        try await attack(rule)
    }

    @Test(arguments: StoreContract.passkeys)
    func `passkeys`(_ rule: StoreContractRule) async throws {
        try await attack(rule)
    }

    @Test(arguments: StoreContract.identityProviders)
    func `identity providers`(_ rule: StoreContractRule) async throws {
        try await attack(rule)
    }

    @Test(arguments: StoreContract.hostedPages)
    func `hosted pages`(_ rule: StoreContractRule) async throws {
        try await attack(rule)
    }

    @Test(arguments: StoreContract.hostedSignIns)
    func `hosted sign-ins`(_ rule: StoreContractRule) async throws {
        try await attack(rule)
    }

    @Test(arguments: StoreContract.identityPools)
    func `identity pools`(_ rule: StoreContractRule) async throws {
        try await attack(rule)
    }

    @Test(arguments: StoreContract.access)
    func `access management`(_ rule: StoreContractRule) async throws {
        try await attack(rule)
    }

    @Test(arguments: StoreContract.dataAPIs)
    func `data APIs`(_ rule: StoreContractRule) async throws {
        try await attack(rule)
    }

    @Test(arguments: StoreContract.records)
    func `records`(_ rule: StoreContractRule) async throws {
        try await attack(rule)
    }

    @Test(arguments: StoreContract.recordOrder)
    func `the order of records`(_ rule: StoreContractRule) async throws {
        try await attack(rule)
    }

    @Test(arguments: StoreContract.recordPages)
    func `pages of records`(_ rule: StoreContractRule) async throws {
        try await attack(rule)
    }

    @Test(arguments: StoreContract.recordScopes)
    func `records of owners and groups`(_ rule: StoreContractRule) async throws {
        try await attack(rule)
    }

    @Test(arguments: StoreContract.recordChanges)
    func `changes of records`(_ rule: StoreContractRule) async throws {
        try await attack(rule)
    }

    @Test(arguments: StoreContract.changeLog)
    func `the change log`(_ rule: StoreContractRule) async throws {
        try await attack(rule)
    }

    @Test(arguments: StoreContract.poolArchives)
    func `copies of user pools`(_ rule: StoreContractRule) async throws {
        try await attack(rule)
    }

    @Test(arguments: StoreContract.projects)
    func `project records`(_ rule: StoreContractRule) async throws {
        try await attack(rule)
    }

    @Test(arguments: StoreContract.longestKeys)
    func `the longest keys`(_ rule: StoreContractRule) async throws {
        try await attack(rule)
    }

    @Test(arguments: StoreContract.everyStatement)
    func `no statement searches without a key`(_ rule: StoreContractRule) async throws {
        try await rule.check(ObservedDatabase.readingPlans(of: SQLiteDatabase.inMemory()))
    }

    private func attack(_ rule: StoreContractRule) async throws {
        try await rule.check(SQLiteDatabase.inMemory())
        let folder = try TemporaryFolder()
        try await rule.check(SQLiteDatabase(path: folder.path("gatehouse.db")))
    }
}
