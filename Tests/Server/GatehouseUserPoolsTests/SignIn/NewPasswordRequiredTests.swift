// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseSignIn
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@Suite struct NewPasswordRequiredTests {
    private static let temporary = "Temporary-1!"
    private static let chosen = "Chosen-Horse-9!"

    private func invitedFixture(_ schema: [SchemaAttributeType]? = nil) async throws -> PoolFixture {
        let fixture = try await PoolFixture.make(pool: CreateUserPoolRequest(poolName: "test", schema: schema))
        return fixture
    }

    private func invite(_ fixture: PoolFixture, attributes: [AttributeType] = []) async throws {
        _ = try await fixture.administrator.adminCreateUser(
            AdminCreateUserRequest(
                userPoolId: fixture.poolID, username: "alice", userAttributes: attributes,
                temporaryPassword: Self.temporary, messageAction: .suppress))
    }

    private func answer(
        _ fixture: PoolFixture, _ responses: [String: String], session: String?, clientID: String? = nil
    ) async throws -> RespondToAuthChallengeResponse {
        try await fixture.anyone.respondToAuthChallenge(
            RespondToAuthChallengeRequest(
                clientId: clientID ?? fixture.client.id, challengeName: .newPasswordRequired, session: session,
                challengeResponses: ["USERNAME": "alice"].merging(responses) { $1 }))
    }

    @Test func `a temporary password leads to the challenge, over SRP and in the clear`() async throws {
        let fixture = try await invitedFixture()
        try await invite(fixture)
        let inTheClear = try await fixture.signInWithPassword("alice", Self.temporary)
        let overSRP = try await SRPConversation(fixture: fixture, username: "alice").run(password: Self.temporary)
        for (name, parameters, result) in [
            (inTheClear.challengeName, inTheClear.challengeParameters, inTheClear.authenticationResult),
            (overSRP.challengeName, overSRP.challengeParameters, overSRP.authenticationResult),
        ] {
            #expect(name == .newPasswordRequired && result == nil)
            #expect(parameters?["requiredAttributes"] == "[]")
            #expect(parameters?["USER_ID_FOR_SRP"] == "alice")
        }
    }

    @Test func `the new password finishes the sign-in and is the one that counts`() async throws {
        let fixture = try await invitedFixture()
        try await invite(fixture)
        let challenge = try await fixture.signInWithPassword("alice", Self.temporary)
        let done = try await answer(fixture, ["NEW_PASSWORD": Self.chosen], session: challenge.session)
        #expect(done.authenticationResult?.accessToken != nil)
        _ = try await fixture.signInWithPassword("alice", Self.chosen)
        #expect(
            try await fault { _ = try await fixture.signInWithPassword("alice", Self.temporary) }
                == .wrongCredentials)
        let user = try await fixture.administrator.adminGetUser(
            AdminGetUserRequest(userPoolId: fixture.poolID, username: "alice"))
        #expect(user.userStatus == .confirmed)
    }

    @Test func `a password against the policy does not end the challenge`() async throws {
        let fixture = try await invitedFixture()
        try await invite(fixture)
        let challenge = try await fixture.signInWithPassword("alice", Self.temporary)
        let refusal = try await fault {
            _ = try await answer(fixture, ["NEW_PASSWORD": "short"], session: challenge.session)
        }
        #expect(refusal?.code == .invalidPassword)
        _ = try await answer(fixture, ["NEW_PASSWORD": Self.chosen], session: challenge.session)
    }

    @Test func `a session is answered once`() async throws {
        let fixture = try await invitedFixture()
        try await invite(fixture)
        let challenge = try await fixture.signInWithPassword("alice", Self.temporary)
        _ = try await answer(fixture, ["NEW_PASSWORD": Self.chosen], session: challenge.session)
        let refusal = try await fault {
            _ = try await answer(fixture, ["NEW_PASSWORD": "Other-Horse-9!"], session: challenge.session)
        }
        #expect(refusal == .spentSession)
    }

    @Test func `sessions that are too old, foreign, or garbage are refused`() async throws {
        let fixture = try await invitedFixture()
        try await invite(fixture)
        let other = try await fixture.gatehouse.makeClient(ofPool: fixture.poolID)
        let challenge = try await fixture.signInWithPassword("alice", Self.temporary)
        let new = ["NEW_PASSWORD": Self.chosen]
        let foreign = try await fault {
            _ = try await answer(fixture, new, session: challenge.session, clientID: other.id)
        }
        let garbage = try await fault { _ = try await answer(fixture, new, session: "not a session at all") }
        fixture.gatehouse.clock.advance(by: 181)
        let old = try await fault { _ = try await answer(fixture, new, session: challenge.session) }
        #expect(foreign == .invalidSession && garbage == .invalidSession && old == .expiredSession)
    }

    @Test func `the session of an SRP challenge does not open this one`() async throws {
        let fixture = try await invitedFixture()
        try await invite(fixture)
        let challenge = try await SRPConversation(fixture: fixture, username: "alice").begin()
        let refusal = try await fault {
            _ = try await answer(fixture, ["NEW_PASSWORD": Self.chosen], session: challenge.session)
        }
        #expect(refusal == .invalidSession)
    }

    @Test
    func `the challenge names the required attributes that the user lacks, and an answer without them is refused`()
        async throws
    {
        let fixture = try await invitedFixture([SchemaAttributeType(name: "name", required: true)])
        try await invite(fixture)
        let challenge = try await fixture.signInWithPassword("alice", Self.temporary)
        #expect(challenge.challengeParameters?["requiredAttributes"] == #"["userAttributes.name"]"#)
        let refusal = try await fault {
            _ = try await answer(fixture, ["NEW_PASSWORD": Self.chosen], session: challenge.session)
        }
        #expect(refusal == .invalidParameter("Invalid attributes given, name is missing"))
        _ = try await answer(
            fixture, ["NEW_PASSWORD": Self.chosen, "userAttributes.name": "Alice"], session: challenge.session)
    }

    @Test func `an attribute that is set cannot be changed on the way`() async throws {
        let fixture = try await invitedFixture()
        try await invite(fixture, attributes: [AttributeType(name: "name", value: "Alice")])
        let challenge = try await fixture.signInWithPassword("alice", Self.temporary)
        let refusal = try await fault {
            _ = try await answer(
                fixture, ["NEW_PASSWORD": Self.chosen, "userAttributes.name": "Mallory"],
                session: challenge.session)
        }
        #expect(refusal?.message == "Cannot modify an already provided name")
    }

    @Test func `an expired temporary password is refused, and a wrong password does not reveal the expiry`()
        async throws
    {
        let fixture = try await invitedFixture()
        try await invite(fixture)
        fixture.gatehouse.clock.advance(by: 7 * 86_400)
        for (password, expected) in [
            (Self.temporary, ServiceFault.expiredTemporaryPassword), ("Wrong-Horse-7!", .wrongCredentials),
        ] {
            #expect(try await fault { _ = try await fixture.signInWithPassword("alice", password) } == expected)
            let overSRP = try await fault {
                _ = try await SRPConversation(fixture: fixture, username: "alice").run(password: password)
            }
            #expect(overSRP == expected)
        }
    }

    @Test func `a temporary password is not valid for longer because the clock was set back`() async throws {
        let fixture = try await invitedFixture()
        try await invite(fixture)
        fixture.gatehouse.clock.advance(by: -86_400)
        let refusal = try await fault { _ = try await fixture.signInWithPassword("alice", Self.temporary) }
        #expect(refusal == .expiredTemporaryPassword)
    }

    @Test func `an answered session is refused after its id was removed and the clock was set back`() async throws {
        let fixture = try await invitedFixture()
        try await invite(fixture)
        let challenge = try await fixture.signInWithPassword("alice", Self.temporary)
        _ = try await answer(fixture, ["NEW_PASSWORD": Self.chosen], session: challenge.session)
        fixture.gatehouse.clock.advance(by: 300)
        try await fixture.anyone.pools.purgeExpired()
        fixture.gatehouse.clock.advance(by: -400)
        let refusal = try await fault {
            _ = try await answer(fixture, ["NEW_PASSWORD": "Other-Horse-9!"], session: challenge.session)
        }
        #expect(refusal == .expiredSession)
    }

    private func setPassword(_ password: String, permanent: Bool, _ fixture: PoolFixture) async throws {
        _ = try await fixture.administrator.adminSetUserPassword(
            AdminSetUserPasswordRequest(
                userPoolId: fixture.poolID, username: "alice", password: password, permanent: permanent))
    }

    @Test(arguments: [temporary, "Temporary-2!"])
    func `another temporary password ends the session of the one before, even if it is the same`(
        _ second: String
    ) async throws {
        let fixture = try await invitedFixture()
        try await invite(fixture)
        let challenge = try await fixture.signInWithPassword("alice", Self.temporary)
        try await setPassword(second, permanent: false, fixture)
        let refusal = try await fault {
            _ = try await answer(fixture, ["NEW_PASSWORD": Self.chosen], session: challenge.session)
        }
        #expect(refusal == .invalidSession)
        let later = try await fixture.signInWithPassword("alice", second)
        _ = try await answer(fixture, ["NEW_PASSWORD": Self.chosen], session: later.session)
    }

    @Test func `a used or invalidated session does not reveal the password that was chosen after it`() async throws {
        let policies = UserPoolPolicyType(passwordPolicy: PasswordPolicyType(passwordHistorySize: 3))
        let fixture = try await PoolFixture.make(pool: CreateUserPoolRequest(poolName: "test", policies: policies))
        try await invite(fixture)
        let open = try await fixture.signInWithPassword("alice", Self.temporary)
        let answered = try await fixture.signInWithPassword("alice", Self.temporary)
        _ = try await answer(fixture, ["NEW_PASSWORD": Self.chosen], session: answered.session)
        for guess in [Self.chosen, "Guess-Horse-1!"] {
            for (session, expected) in [(open.session, ServiceFault.invalidSession), (answered.session, .spentSession)]
            {
                #expect(
                    try await fault { _ = try await answer(fixture, ["NEW_PASSWORD": guess], session: session) }
                        == expected)
            }
        }
    }

    @Test func `answers count against the account's rate`() async throws {
        let fixture = try await invitedFixture()
        try await invite(fixture)
        let session = try await fixture.signInWithPassword("alice", Self.temporary).session
        let rate = TokenBuckets(RequestRate(perSecond: 1, burst: 2), clock: fixture.anyone.pools.clock)
        let service = fixture.service(rates: AccountRates(reads: rate, writes: nil))
        var codes: [ServiceFault.Code?] = []
        for _ in 0..<3 {
            let request = RespondToAuthChallengeRequest(
                clientId: fixture.client.id, challengeName: .newPasswordRequired, session: session,
                challengeResponses: ["USERNAME": "alice", "NEW_PASSWORD": "short"])
            codes.append(try await fault { _ = try await service.respondToAuthChallenge(request) }?.code)
        }
        #expect(codes == [.invalidPassword, .invalidPassword, .tooManyRequests])
    }

    @Test(arguments: ["USERNAME", "NEW_PASSWORD"])
    func `a missing response is named`(_ name: String) async throws {
        let fixture = try await invitedFixture()
        let request = RespondToAuthChallengeRequest(
            clientId: fixture.client.id, challengeName: .newPasswordRequired, session: "a session of no use",
            challengeResponses: ["USERNAME": "alice", "NEW_PASSWORD": Self.chosen].filter { $0.key != name })
        #expect(
            try await fault { _ = try await fixture.anyone.respondToAuthChallenge(request) }
                == .missingParameter(name))
    }
}
