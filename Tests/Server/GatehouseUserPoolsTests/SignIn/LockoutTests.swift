// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseUserPools

@Suite struct LockoutTests {
    private static let start = Date(timeIntervalSince1970: 1_000_000)

    private static func record(_ count: Int) -> FailedAttemptsRecord {
        FailedAttemptsRecord(poolID: "p", subject: [1], count: count, lastFailureAt: start)
    }

    @Test(arguments: [(4, 0.0), (5, 1.0), (6, 2.0), (9, 16.0), (14, 512.0), (15, 900.0), (40, 900.0)])
    func `failures lock for times that double up to a quarter of an hour`(_ count: Int, _ pause: Double) {
        let record = Self.record(count)
        let justBefore = Self.start.addingTimeInterval(pause - 0.001)
        #expect(Lockout.isLocked(record, at: justBefore) == (pause > 0))
        #expect(!Lockout.isLocked(record, at: Self.start.addingTimeInterval(pause)))
    }

    @Test func `a quiet quarter of an hour forgets failures`() {
        #expect(Lockout.current(Self.record(9), at: Self.start.addingTimeInterval(900)) == nil)
    }

    @Test func `during a lock the right password is refused, afterwards it signs in and clears the count`() async throws
    {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        for _ in 0..<5 {
            _ = try await fault { _ = try await fixture.signInWithPassword("alice", "Wrong-Horse-7!") }
        }
        #expect(try await fault { _ = try await fixture.tokens() } == .lockedOut)
        fixture.gatehouse.clock.advance(by: 1)
        _ = try await fixture.tokens()
        #expect(
            try await fault { _ = try await fixture.signInWithPassword("alice", "Wrong-Horse-7!") }
                == .wrongCredentials)
    }

    @Test func `two hundred parallel guesses get no more tries than guesses one after the other`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let refusals = await withTaskGroup(of: ServiceFault?.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    try? await fault { _ = try await fixture.signInWithPassword("alice", "Wrong-Horse-7!") }
                }
            }
            return await group.reduce(into: [ServiceFault?]()) { $0.append($1) }
        }
        #expect(refusals.count { $0 == .wrongCredentials } == 5)
        #expect(refusals.count { $0 == .lockedOut } == 195)
    }
}
