// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehousePostgres
import GatehouseSignIn
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Synchronization
import Testing

/// What the most frequent operations cost a PostgreSQL on another machine.
enum OperationCost: CaseIterable {
    case getUser
    case passwordSignIn
    case srpSignIn
    case refresh
    case signUp

    var operation: SharedRowTests.Operation {
        switch self {
        case .getUser: .getUser
        case .passwordSignIn: .passwordSignIn
        case .srpSignIn: .srpSignIn
        case .refresh: .refresh
        case .signUp: .signUp
        }
    }

    /// The most trips to the server and back for which the operation waits.
    var mostTrips: Int {
        switch self {
        case .getUser: 1
        // A read of 2 trips (the revisions of the client and the pool with the user; the failed attempts with the groups),
        // and a write of 2 (the failed attempts with the user; the rows of the tokens with the COMMIT).
        case .passwordSignIn: 4
        // A read of 2 trips, without groups, one of 1 trip for all rows of the session, and a write of 2.
        case .srpSignIn: 5
        // A read of 2 trips, and a write of 3.
        case .refresh: 5
        // A read of 1 trip, and a write of 3.
        case .signUp: 4
        }
    }

    /// The most bytes in the server's write-ahead log.
    var mostLogBytes: Int {
        switch self {
        case .getUser: 0
        case .passwordSignIn: 1_800
        case .srpSignIn: 2_100
        case .refresh: 1_300
        case .signUp: 4_500
        }
    }

    /// A pool on a database, whose sign-ups send no message.
    static func fixture(on database: PostgresDatabase) async throws -> PoolFixture {
        let gatehouse = try await TestGatehouse(on: database)
        return try await PoolFixture.make(pool: CreateUserPoolRequest(poolName: "test"), on: gatehouse) {
            $0.explicitAuthFlows = [.allowUserSrpAuth, .allowUserPasswordAuth]
            $0.refreshTokenRotation = RefreshTokenRotationType(feature: .enabled)
        }
    }
}

@Suite(.hangLimit, .enabled(if: TestPostgres.address != nil, "Scripts/with-postgres.sh starts PostgreSQL"))
struct TripTests {
    @Test(arguments: OperationCost.allCases)
    func `a frequent operation waits for few trips to the database`(_ cost: OperationCost) async throws {
        let trips = Mutex(0)
        var limits = PostgresLimits.ofTests
        limits.whenTripEnds = { trips.withLock { $0 += 1 } }
        let database = try await TestPostgres.open(limits: limits)
        defer { try? database.close() }
        let fixture = try await OperationCost.fixture(on: database)
        // The first operation reads the pool and the client, which later ones know.
        try await cost.operation.prepared(for: "alice", fixture)()
        let run = try await cost.operation.prepared(for: "bob", fixture)
        trips.withLock { $0 = 0 }
        try await run()
        let count = trips.withLock { $0 }
        #expect(count > 0 && count <= cost.mostTrips, "\(count) trips")
    }

    /// A wrong password, which anyone can send for any name.
    enum Guess: CaseIterable {
        case password
        case srp
        case device

        func make(for username: String, _ fixture: PoolFixture) async throws {
            let refusal = try await fault {
                switch self {
                case .password: _ = try await fixture.signInWithPassword(username, "Wrong-Horse-7!")
                case .srp:
                    _ = try await SRPConversation(fixture: fixture, username: username).run(password: "Wrong-Horse-7!")
                case .device:
                    _ = try await fixture.anyone.initiateAuth(
                        InitiateAuthRequest(
                            authFlow: .userPasswordAuth,
                            authParameters: [
                                "USERNAME": username, "PASSWORD": "Wrong-Horse-7!",
                                "DEVICE_KEY": "unknown",
                            ], clientId: fixture.client.id))
                }
            }
            #expect(refusal?.code == .notAuthorized)
        }
    }

    @Test(arguments: Guess.allCases)
    func `a sign-in with an unknown name waits for as many trips as one with a wrong password`(
        _ guess: Guess
    ) async throws {
        let trips = Mutex(0)
        var limits = PostgresLimits.ofTests
        limits.whenTripEnds = { trips.withLock { $0 += 1 } }
        let database = try await TestPostgres.open(limits: limits)
        defer { try? database.close() }
        var pool = CreateUserPoolRequest(poolName: "test")
        if guess == .device { pool.deviceConfiguration = DeviceConfigurationType(challengeRequiredOnNewDevice: true) }
        let fixture = try await PoolFixture.make(pool: pool, on: try await TestGatehouse(on: database)) {
            $0.preventUserExistenceErrors = .enabled
        }
        for name in ["alice", "bob"] { try await fixture.makeUser(name) }
        // The first sign-in reads the pool and the client, which later ones know.
        try await guess.make(for: "bob", fixture)
        var counts: [Int] = []
        for name in ["alice", "nobody", "alice", "nobody"] {
            trips.withLock { $0 = 0 }
            try await guess.make(for: name, fixture)
            counts.append(trips.withLock { $0 })
        }
        #expect(counts.allSatisfy { $0 > 0 && $0 == counts[0] }, "\(counts)")
    }
}

/// The bytes that operations write into the log of a server that nothing else uses: `make test` starts one for these tests.
///
/// The server counts for all its connections together, so the tests run one after another. What the server writes by
/// itself now and then is not the operation's, so the least of several runs counts.
@Suite(
    .serialized, .hangLimit,
    .enabled(
        if: ProcessInfo.processInfo.environment["GATEHOUSEBUILD_QUIET_POSTGRES"] != nil,
        "They need a server of their own: see the Makefile."))
struct LogBytesTests {
    private static let runs = 7

    @Test(arguments: OperationCost.allCases)
    func `a frequent operation writes few bytes into the log`(_ cost: OperationCost) async throws {
        let database = try await TestPostgres.open()
        defer { try? database.close() }
        let fixture = try await OperationCost.fixture(on: database)
        try await cost.operation.prepared(for: "alice", fixture)()
        var least = Int.max
        for number in 0..<Self.runs {
            let run = try await cost.operation.prepared(for: "bob\(number)", fixture)
            let before = try await Self.place(in: database)
            try await run()
            least = min(least, try await Self.place(in: database) - before)
        }
        #expect(least <= cost.mostLogBytes, "\(least) bytes")
        #expect((least > 0) == (cost.mostLogBytes > 0), "\(least) bytes")
    }

    private static func place(in database: PostgresDatabase) async throws -> Int {
        try await database.read { reader in
            let row = try reader.queryOne(
                "SELECT CAST(pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS BIGINT) AS place")
            return try row?["place"] ?? 0
        }
    }
}
