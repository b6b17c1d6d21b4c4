// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseSignIn
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@Suite struct UnknownUserTests {
    private func hidingFixture() async throws -> PoolFixture {
        let fixture = try await PoolFixture.make { $0.preventUserExistenceErrors = .enabled }
        try await fixture.makeUser()
        return fixture
    }

    @Test func `a client that does not hide unknown users reports an unknown user name`() async throws {
        let fixture = try await PoolFixture.make()
        let overSRP = try await fault {
            _ = try await SRPConversation(fixture: fixture, username: "nobody").begin()
        }
        let withPassword = try await fault { _ = try await fixture.signInWithPassword("nobody") }
        #expect(overSRP == .noSuchUser && withPassword == .noSuchUser)
    }

    @Test func `a client that hides unknown users answers an unknown user name like a wrong password over SRP`()
        async throws
    {
        let fixture = try await hidingFixture()
        let known = try await SRPConversation(fixture: fixture, username: "alice").begin()
        let unknown = try await SRPConversation(fixture: fixture, username: "nobdy").begin()
        #expect(known.challengeName == unknown.challengeName)
        let names = [known, unknown].map { Set(($0.challengeParameters ?? [:]).keys) }
        #expect(names[0] == names[1])
        #expect(unknown.challengeParameters?["USER_ID_FOR_SRP"] == "nobdy")
        #expect(known.session?.count == unknown.session?.count)
        let blocks = [known, unknown].map { $0.challengeParameters?["SECRET_BLOCK"]?.count }
        #expect(blocks[0] == blocks[1])
        for (username, password) in [("alice", "Wrong-Horse-7!"), ("nobody", PoolFixture.password)] {
            let refusal = try await fault {
                _ = try await SRPConversation(fixture: fixture, username: username).run(password: password)
            }
            #expect(refusal == .wrongCredentials)
        }
    }

    @Test func `a client that hides unknown users answers an unknown user name like a wrong password in the clear`()
        async throws
    {
        let fixture = try await hidingFixture()
        let known = try await fault { _ = try await fixture.signInWithPassword("alice", "Wrong-Horse-7!") }
        let unknown = try await fault { _ = try await fixture.signInWithPassword("nobody") }
        #expect(known == .wrongCredentials && unknown == .wrongCredentials)
    }

    @Test func `a made-up salt stays the same and differs between names`() async throws {
        let fixture = try await hidingFixture()
        func parameters(_ name: String) async throws -> [String: String] {
            try await SRPConversation(fixture: fixture, username: name).begin().challengeParameters ?? [:]
        }
        let first = try await parameters("nobody")
        let second = try await parameters("nobody")
        let other = try await parameters("somebody")
        #expect(first["SALT"] == second["SALT"] && first["USER_ID_FOR_SRP"] == second["USER_ID_FOR_SRP"])
        #expect(first["SALT"] != other["SALT"] && first["SRP_B"] != second["SRP_B"])
    }

    @Test func `a lockout is the same for known and unknown user names`() async throws {
        let fixture = try await hidingFixture()
        for username in ["alice", "nobody"] {
            var refusals: [ServiceFault?] = []
            for _ in 0..<7 {
                refusals.append(
                    try await fault { _ = try await fixture.signInWithPassword(username, "Wrong-Horse-7!") })
            }
            #expect(refusals == Array(repeating: .wrongCredentials, count: 5) + [.lockedOut, .lockedOut])
        }
    }

    /// Pools by their aliases, the unknown user name, and whether a stored user name could have its form.
    private static let decoys: [([AliasAttributeType]?, String, isStoredName: Bool)] = [
        (nil, "nobody@example.com", true), (nil, "+15550100", true), (nil, "nobody", true),
        ([.email], "nobody@example.com", false), ([.email], "+15550100", true), ([.email], "nobody", true),
        ([.phoneNumber], "nobody@example.com", true), ([.phoneNumber], "+15550100", false),
        ([.preferredUsername], "nobody@example.com", true),
    ]

    @Test(arguments: decoys)
    func `an unknown user name gets the USER_ID_FOR_SRP that a stored one would get`(
        _ aliases: [AliasAttributeType]?, _ name: String, isStoredName: Bool
    ) async throws {
        let fixture = try await PoolFixture.make(
            pool: CreateUserPoolRequest(poolName: "test", aliasAttributes: aliases)
        ) { $0.preventUserExistenceErrors = .enabled }
        func userID() async throws -> String? {
            try await SRPConversation(fixture: fixture, username: name).begin().challengeParameters?["USER_ID_FOR_SRP"]
        }
        let decoy = try #require(try await userID())
        #expect(isStoredName ? decoy == name : UUID(uuidString: decoy) != nil)
        if isStoredName {
            try await fixture.gatehouse.makeUser(
                name, password: PoolFixture.password, inPool: fixture.poolID, attributes: [:])
            #expect(try await userID() == decoy)
        }
    }

    /// A pool into which users are imported without a hash of their passwords.
    private func importing(_ triggers: ScriptedTriggers? = nil) async throws -> PoolFixture {
        let pool = PoolFixture.request { request in
            request.policies = UserPoolPolicyType(
                signInPolicy: SignInPolicyType(allowedFirstAuthFactors: [.password, .emailOtp]))
            request.lambdaConfig = triggers?.settings
        }
        let server =
            if let triggers { try await TestGatehouse(triggers: triggers) } else { try await TestGatehouse() }
        return try await PoolFixture.make(pool: pool, on: server) {
            $0.explicitAuthFlows = PoolFixture.allFlows + [.allowCustomAuth]
            $0.preventUserExistenceErrors = .enabled
        }
    }

    @Test func `an imported user before the reset gets the challenges of an unknown user name, and no tokens`()
        async throws
    {
        let fixture = try await importing()
        let names = try await fixture.nobodies(2, offered: [.passwordSrp, .password, .emailOtp])
        _ = try await fixture.finishedJob([PoolFixture.row(names[0])])
        #expect(try await fixture.user(names[0]).userStatus == .resetRequired)
        let sent = fixture.gatehouse.messages().count
        for username in names {
            let choice = try await fixture.beginUserAuth(username)
            #expect(choice.availableChallenges == [.passwordSrp, .password, .emailOtp])
            let challenge = try await fixture.beginUserAuth(username, preferring: "EMAIL_OTP")
            #expect(challenge.challengeName == .emailOtp)
            let refusal = try await fault {
                _ = try await fixture.answer(.emailOtp, challenge.session, ["EMAIL_OTP_CODE": "12345678"], as: username)
            }
            #expect(refusal == ServiceFault(.codeMismatch, "Invalid code or auth state for the user."))
            let password = try await fault {
                _ = try await fixture.beginUserAuth(username, preferring: "PASSWORD", with: ["PASSWORD": "Guess-7!"])
            }
            #expect(password == .wrongCredentials)
        }
        #expect(fixture.gatehouse.messages().count == sent)
    }

    @Test func `an imported user before the reset is an unknown user to the custom challenge triggers`() async throws {
        let triggers = ScriptedTriggers([
            .defineAuthChallenge: { event in
                let isFirst = event["request"]?["session"] == []
                return .response(isFirst ? ["challengeName": "CUSTOM_CHALLENGE"] : ["issueTokens": true])
            },
            .createAuthChallenge: { _ in .response([:]) },
            .verifyAuthChallengeResponse: { _ in .response(["answerCorrect": true]) },
        ])
        let fixture = try await importing(triggers)
        _ = try await fixture.finishedJob([PoolFixture.row("alice")])
        for username in ["alice", "nobody"] {
            let challenge = try await fixture.anyone.initiateAuth(
                InitiateAuthRequest(
                    authFlow: .customAuth, authParameters: ["USERNAME": username], clientId: fixture.client.id))
            let refusal = try await fault {
                _ = try await fixture.answer(.customChallenge, challenge.session, ["ANSWER": "x"], as: username)
            }
            #expect(refusal == .wrongCredentials)
        }
        #expect(triggers.events.allSatisfy { $0["request"]?["userNotFound"] == true })
    }

    @Test(arguments: [[AuthFactorType.password, .emailOtp], [.emailOtp]])
    func `a user without a password, or without any factor, is offered an unknown user name's factors`(
        _ factors: [AuthFactorType]
    ) async throws {
        let pool = PoolFixture.request { request in
            request.policies = UserPoolPolicyType(signInPolicy: SignInPolicyType(allowedFirstAuthFactors: factors))
        }
        let fixture = try await PoolFixture.make(pool: pool) {
            $0.explicitAuthFlows = PoolFixture.allFlows
            $0.preventUserExistenceErrors = .enabled
        }
        for name in ["alice", "bob"] {
            try await fixture.makeUser(name)
            try await fixture.anyone.pools.records.write { [poolID = fixture.poolID] store in
                var user = try store.existingUser(name, in: store.existingPool(poolID))
                user.password = nil
                if name == "bob", factors == [.emailOtp] { user.attributes["email"] = nil }
                try store.update(user)
            }
        }
        let offered = try #require(try await fixture.beginUserAuth("alice").availableChallenges)
        #expect(offered == (factors == [.emailOtp] ? [.emailOtp] : [.passwordSrp, .password, .emailOtp]))
        #expect(try await fixture.nobodies(1, offered: offered).count == 1)
        #expect(try await fixture.beginUserAuth("bob").availableChallenges == offered)
        #expect(try await fixture.beginUserAuth("bob", preferring: "EMAIL_OTP").challengeName == .emailOtp)
    }
}
