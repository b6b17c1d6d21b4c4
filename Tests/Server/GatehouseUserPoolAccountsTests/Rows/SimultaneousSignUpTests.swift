// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Dispatch
import GatehouseCore
import GatehousePostgres
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolModel
import Synchronization
import Testing

@testable import GatehouseUserPoolKernel

/// Sign-ups at the same time on PostgreSQL, which takes what a transaction has read by pages of an index.
@Suite(.hangLimit, .enabled(if: TestPostgres.address != nil, "Scripts/with-postgres.sh starts PostgreSQL"))
struct SimultaneousSignUpTests {
    @Test func `two sign-ups at once in an empty database do not run again`() async throws {
        let database = try await TestPostgres.open()
        defer { try? database.close() }
        // It makes the tables.
        _ = try await TestGatehouse(on: database)
        let store = SQLUserPoolStore(database)
        let before = database.runsAgain
        let runs = Mutex(0)
        let (hasInserted, inserted) = AsyncStream.makeStream(of: Void.self)
        let other = DispatchSemaphore(value: 0)
        async let slow: Void = store.write { store in
            try Self.insert("ada", in: store)
            let isFirst = runs.withLock { runs in
                runs += 1
                return runs == 1
            }
            guard isFirst else { return }
            inserted.finish()
            other.wait()
        }
        for await _ in hasInserted {}
        do {
            defer { other.signal() }
            try await store.write { store in try Self.insert("bob", in: store) }
        }
        try await slow
        #expect(runs.withLock { $0 } == 1)
        #expect(database.runsAgain == before)
        #expect(try await store.read { store in try store.numberOfUsers(inPool: "p") } == 2)
    }

    private static func insert(_ username: String, in store: any UserPoolWriting) throws {
        let user = UserRecord(
            sub: "\(username)-sub", poolID: "p", username: username, status: .unconfirmed,
            attributes: ["email": "\(username)@example.com"], password: nil, createdAt: TestClock().now,
            modifiedAt: TestClock().now)
        try store.insert(user, names: [SignInName(.username, username)])
        // The message with the code.
        let allowance = Allowance(poolID: "p", subject: Array(username.utf8), callsAnHour: 1)
        try store.useFirst(allowance, at: user.createdAt)
    }
}
