// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseServer
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

/// Users who are imported with the hash of their password.
@Suite struct HashImportTests {
    private func imported(
        _ hash: String = PoolFixture.bcryptHash, hidesUnknownUsers: Bool = false
    ) async throws -> (PoolFixture, UserImportJobType) {
        let fixture = try await PoolFixture.make { if hidesUnknownUsers { $0.preventUserExistenceErrors = .enabled } }
        let job = try await fixture.finishedJob(
            [PoolFixture.row("alice", ["password_hash": hash])], hashing: .bcrypt)
        return (fixture, job)
    }

    @Test func `a user with a hash is confirmed and signs in with the password, once the slow way`() async throws {
        let (fixture, job) = try await imported()
        #expect(job.status == .succeeded && job.passwordHashingAlgorithm == .bcrypt)
        #expect(try await fixture.user("alice").userStatus == .confirmed)
        #expect(try await hasHash(fixture))
        #expect(try await fault { _ = try await fixture.signInWithPassword("alice", "wrong") } == .wrongCredentials)
        #expect(try await hasHash(fixture))
        #expect(try await fixture.tokens().accessToken != nil)
        #expect(try await !hasHash(fixture))
        #expect(try await fixture.tokens().accessToken != nil)
        #expect(try await fault { _ = try await fixture.signInWithPassword("alice", "wrong") } == .wrongCredentials)
    }

    @Test func `SRP fails like a wrong password until the first sign-in with the password itself`() async throws {
        let (fixture, _) = try await imported()
        #expect(try await fault { _ = try await srp(fixture) } == .wrongCredentials)
        _ = try await fixture.tokens()
        #expect(try await srp(fixture).authenticationResult != nil)
    }

    @Test func `sign-ins at once with the right password all succeed`() async throws {
        let (fixture, _) = try await imported()
        let tokens = try await withThrowingTaskGroup { group in
            for _ in 0..<6 { group.addTask { try await fixture.tokens().accessToken } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(tokens.count { $0 != nil } == 6)
    }

    @Test func `guesses at a hash are counted like all others`() async throws {
        let (fixture, _) = try await imported()
        for _ in 0..<5 {
            #expect(try await fault { _ = try await fixture.signInWithPassword("alice", "no") } == .wrongCredentials)
        }
        #expect(try await fault { _ = try await fixture.tokens() } == .lockedOut)
    }

    @Test func `a guess of 512 bytes and more at a bcrypt hash is a wrong password and is counted`() async throws {
        let (fixture, _) = try await imported()
        for length in [512, 600, 1_000, 511, 72] {
            let guess = String(repeating: "x", count: length)
            #expect(try await fault { _ = try await fixture.signInWithPassword("alice", guess) } == .wrongCredentials)
        }
        #expect(try await fault { _ = try await fixture.tokens() } == .lockedOut)
    }

    @Test func `the pool's password policy does not apply to an imported password`() async throws {
        let (fixture, job) = try await imported("$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW")
        #expect(job.counts == [1, 0, 0])
        #expect(try await fixture.signInWithPassword("alice", "U*U").authenticationResult != nil)
    }

    @Test func `a hash that is not allowed fails its row, and a row without one needs a new password`() async throws {
        let fixture = try await PoolFixture.make()
        let job = try await fixture.finishedJob(
            [
                PoolFixture.row("alice", ["password_hash": PoolFixture.bcryptHash.replacing("$04$", with: "$13$")]),
                PoolFixture.row("bob"),
            ], hashing: .bcrypt)
        #expect(job.counts == [1, 0, 1])
        #expect(try await fixture.user("bob").userStatus == .resetRequired)
        let without = try await fixture.finishedJob([
            PoolFixture.row("carol", ["password_hash": PoolFixture.bcryptHash]), PoolFixture.row("dan"),
        ])
        #expect(without.counts == [1, 0, 1])
    }

    @Test func `the hash's column may be missing only where the job expects none`() async throws {
        let fixture = try await PoolFixture.make()
        for (hashing, status) in [(nil, .succeeded), (.bcrypt, .failed)]
            as [(PasswordHashingAlgorithmType?, UserImportJobStatusType)]
        {
            let job = try await fixture.makeJob(hashing: hashing)
            let file = try await fixture.file([PoolFixture.row("user-\(status.rawValue)")])
            let short = file.split(separator: "\n").map { line in
                line.split(separator: ",", omittingEmptySubsequences: false).dropLast().joined(separator: ",")
            }
            try await fixture.upload(short.joined(separator: "\n"), to: job)
            try await fixture.start(job)
            try await fixture.gatehouse.runImports()
            #expect(try await fixture.describe(job).status == status)
        }
    }

    @Test func `a user imported without a hash must reset the password, and a hiding client answers as to a wrong one`()
        async throws
    {
        for hidesUnknownUsers in [false, true] {
            let (fixture, _) = try await imported("", hidesUnknownUsers: hidesUnknownUsers)
            let expected: ServiceFault = hidesUnknownUsers ? .wrongCredentials : .resetRequired
            #expect(try await fault { _ = try await fixture.tokens() } == expected)
            #expect(try await fault { _ = try await srp(fixture) } == expected)
        }
    }

    private func srp(_ fixture: PoolFixture) async throws -> RespondToAuthChallengeResponse {
        try await SRPConversation(fixture: fixture, username: "alice").run(password: PoolFixture.password)
    }

    private func hasHash(_ fixture: PoolFixture) async throws -> Bool {
        let pools = fixture.gatehouse.installation.userPools
        let user = try await pools.records.read { store in
            try store.existingUser("alice", in: try store.existingPool(fixture.poolID))
        }
        return try pools.passwords.importedHash(of: user) != nil
    }
}
