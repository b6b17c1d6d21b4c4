// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCrypto
import GatehouseSignIn
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

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

    @Test func `the right password is refused during a lockout, and signs in and clears the count afterwards`()
        async throws
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
        let refusals = try await faults(200) { _ in
            _ = try await fixture.signInWithPassword("alice", "Wrong-Horse-7!")
        }
        #expect(refusals.count { $0 == .wrongCredentials } == 5)
        #expect(refusals.count { $0 == .lockedOut } == 195)
    }

    private func locked(_ username: String, hidesUnknownUsers: Bool = true) async throws -> PoolFixture {
        let fixture = try await PoolFixture.make {
            $0.preventUserExistenceErrors = hidesUnknownUsers ? .enabled : .legacy
        }
        try await fixture.makeUser()
        try await lock(username, fixture)
        return fixture
    }

    private func lock(_ username: String, _ fixture: PoolFixture) async throws {
        for _ in 0..<5 {
            #expect(
                try await fault { _ = try await fixture.signInWithPassword(username, "Wrong-Horse-7!") }
                    == .wrongCredentials)
        }
    }

    @Test(arguments: ["alice", "nobody"])
    func `a lockout computes no proof, so that a right password takes no longer than a wrong one`(
        _ username: String
    ) async throws {
        let fixture = try await locked(username)
        let work = CountedWork()
        let service = fixture.service(counting: work)
        for password in [PoolFixture.password, "Wrong-Horse-7!"] {
            #expect(
                try await fault { _ = try await service.initiateAuth(fixture.passwordRequest(username, password)) }
                    == .lockedOut)
        }
        let key = SRPConversation(fixture: fixture, username: username).srp.publicKeyHex
        let request = InitiateAuthRequest(
            authFlow: .userSrpAuth, authParameters: ["USERNAME": username, "SRP_A": key], clientId: fixture.client.id)
        #expect(try await fault { _ = try await service.initiateAuth(request) } == .lockedOut)
        #expect(work.count == 0)
    }

    @Test func `an SRP answer during a lock is refused unseen, and is good after it`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let conversation = SRPConversation(fixture: fixture, username: "alice")
        let responses = try conversation.responses(
            to: try await conversation.begin(), password: PoolFixture.password)
        try await lock("alice", fixture)
        let work = CountedWork()
        let request = RespondToAuthChallengeRequest(
            clientId: fixture.client.id, challengeName: .passwordVerifier, challengeResponses: responses)
        #expect(
            try await fault { _ = try await fixture.service(counting: work).respondToAuthChallenge(request) }
                == .lockedOut)
        #expect(work.count == 0)
        fixture.gatehouse.clock.advance(by: 1)
        #expect(try await conversation.answer(responses).authenticationResult != nil)
    }

    @Test func `a lockout is reported before the user's state, and an unknown user name before a lockout`() async throws
    {
        let fixture = try await locked("alice", hidesUnknownUsers: false)
        _ = try await fixture.administrator.adminDisableUser(
            AdminDisableUserRequest(userPoolId: fixture.poolID, username: "alice"))
        #expect(try await fault { _ = try await fixture.tokens() } == .lockedOut)
        fixture.gatehouse.clock.advance(by: 1)
        #expect(try await fault { _ = try await fixture.tokens() } == .disabledUser)
        #expect(try await fault { _ = try await fixture.tokens("nobody") } == .noSuchUser)
    }

    @Test func `many answers to one SRP challenge are counted one by one`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let conversation = SRPConversation(fixture: fixture, username: "alice")
        let challenge = try await conversation.begin()
        var refusals: [ServiceFault?] = []
        for number in 0..<6 {
            let responses = try conversation.responses(to: challenge, password: "Guess-Horse-\(number)!")
            refusals.append(try await fault { _ = try await conversation.answer(responses) })
        }
        #expect(refusals == Array(repeating: .wrongCredentials, count: 5) + [.lockedOut])
    }
}
