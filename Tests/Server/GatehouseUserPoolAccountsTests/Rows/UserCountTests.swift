// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseCore
import GatehouseServer
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite(.hangLimit) struct UserCountTests {
    private static func number(_ fixture: PoolFixture) async throws -> Int? {
        try await fixture.administrator.describeUserPool(
            DescribeUserPoolRequest(userPoolId: fixture.poolID)
        ).userPool?.estimatedNumberOfUsers
    }

    @Test func `the number of users is right before and after changes are summed`() async throws {
        let fixture = try await PoolFixture.make()
        let other = try await PoolFixture.make(on: fixture.gatehouse)
        let pools = fixture.gatehouse.installation.userPools
        for name in ["alice", "bob", "carol"] { try await fixture.makeUser(name) }
        try await other.makeUser()
        #expect(try await Self.number(fixture) == 3)
        try await pools.sumUserCounts()
        #expect(try await Self.number(fixture) == 3)
        #expect(try await Self.number(other) == 1)
        try await fixture.administrator.adminDeleteUser(
            AdminDeleteUserRequest(userPoolId: fixture.poolID, username: "bob"))
        #expect(try await Self.number(fixture) == 2)
        try await pools.sumUserCounts()
        #expect(try await Self.number(fixture) == 2)
        let rest = try await pools.records.store.read { store in
            try store.poolsWithChangedUserCounts(after: nil, limit: 9)
        }
        #expect(rest.isEmpty)
    }

    @Test func `more pools and changes than a transaction takes are all summed`() async throws {
        let fixture = try await PoolFixture.make()
        let store = fixture.gatehouse.installation.userPools.records.store
        try await store.write { store in
            for number in 0..<1_001 { try store.insert(Self.user(number, inPool: "one"), names: []) }
            for number in 0..<101 { try store.insert(Self.user(0, inPool: "pool \(number)"), names: []) }
        }
        try await fixture.gatehouse.installation.userPools.sumUserCounts()
        try await store.read { (store) throws in
            #expect(try store.poolsWithChangedUserCounts(after: nil, limit: 9).isEmpty)
            #expect(try store.numberOfUsers(inPool: "one") == 1_001)
            #expect(try store.numberOfUsers(inPool: "pool 100") == 1)
        }
    }

    private static func user(_ number: Int, inPool poolID: String) -> UserRecord {
        UserRecord(
            sub: "\(number)", poolID: poolID, username: "\(number)", status: .confirmed, attributes: [:], password: nil,
            createdAt: TestClock().now, modifiedAt: TestClock().now)
    }
}
