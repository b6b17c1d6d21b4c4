// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseCore
import GatehouseSignIn
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

/// Functions around sign-ins with a password.
@Suite(.hangLimit) struct SignInTriggerTests {
    private static func request(
        _ fixture: PoolFixture, _ username: String = "alice", _ password: String = PoolFixture.password
    ) -> InitiateAuthRequest {
        InitiateAuthRequest(
            authFlow: .userPasswordAuth, authParameters: ["USERNAME": username, "PASSWORD": password],
            clientMetadata: ["k": "v"], clientId: fixture.client.id)
    }

    @Test func `a sign-in calls the triggers before and after authentication, and then for the tokens`() async throws {
        let triggers = ScriptedTriggers([
            .preAuthentication: { _ in .response([:]) }, .postAuthentication: { _ in .response([:]) },
            .preTokenGeneration: { _ in .response([:]) },
        ])
        let fixture = try await PoolFixture.make(triggers)
        try await fixture.makeUser()
        _ = try await fixture.anyone.initiateAuth(Self.request(fixture))
        #expect(
            triggers.sources == [
                "PreAuthentication_Authentication", "PostAuthentication_Authentication",
                "TokenGeneration_Authentication",
            ])
        // The metadata of the first call is for the first trigger alone.
        #expect(triggers.request("PreAuthentication_Authentication")?["validationData"] == ["k": "v"])
        #expect(triggers.request("PreAuthentication_Authentication")?["userNotFound"] == false)
        #expect(triggers.request("PostAuthentication_Authentication")?["clientMetadata"] == nil)
        #expect(triggers.request("PostAuthentication_Authentication")?["newDeviceUsed"] == false)
        let events = triggers.events.map { String(decoding: $0.jsonBytes(), as: UTF8.self) }
        #expect(!events.contains { $0.contains(PoolFixture.password) })
    }

    @Test func `client metadata of a challenge answer reaches the triggers after it`() async throws {
        let triggers = ScriptedTriggers([
            .postAuthentication: { _ in .response([:]) }, .preTokenGeneration: { _ in .response([:]) },
        ])
        let fixture = try await PoolFixture.make(triggers)
        _ = try await fixture.administrator.adminCreateUser(
            AdminCreateUserRequest(
                userPoolId: fixture.poolID, username: "alice", temporaryPassword: PoolFixture.password,
                messageAction: .suppress))
        let challenge = try await fixture.anyone.initiateAuth(Self.request(fixture))
        #expect(challenge.challengeName == .newPasswordRequired)
        #expect(triggers.events.isEmpty)
        _ = try await fixture.anyone.respondToAuthChallenge(
            RespondToAuthChallengeRequest(
                clientId: fixture.client.id, challengeName: .newPasswordRequired, session: challenge.session,
                challengeResponses: ["USERNAME": "alice", "NEW_PASSWORD": PoolFixture.newPassword],
                clientMetadata: ["k": "answer"]))
        #expect(
            triggers.sources == ["PostAuthentication_Authentication", "TokenGeneration_NewPasswordChallenge"])
        #expect(triggers.events.allSatisfy { $0["request"]?["clientMetadata"] == ["k": "answer"] })
    }

    @Test func `the pre-authentication trigger may refuse before the password is checked`() async throws {
        let triggers = ScriptedTriggers([
            .preAuthentication: { _ in .failure(.functionError("closed at night")) },
            .postAuthentication: { _ in .response([:]) },
        ])
        let fixture = try await PoolFixture.make(triggers)
        try await fixture.makeUser()
        for password in [PoolFixture.password, "wrong"] {
            #expect(
                try await fault { _ = try await fixture.signInWithPassword("alice", password) }
                    == ServiceFault(
                        .userLambdaValidation, "PreAuthentication failed with error closed at night."))
        }
        #expect(triggers.sources == ["PreAuthentication_Authentication", "PreAuthentication_Authentication"])
    }

    @Test func `a wrong password does not call the triggers after authentication`() async throws {
        let triggers = ScriptedTriggers([
            .postAuthentication: { _ in .response([:]) }, .preTokenGeneration: { _ in .response([:]) },
        ])
        let fixture = try await PoolFixture.make(triggers)
        try await fixture.makeUser()
        #expect(try await fault { _ = try await fixture.signInWithPassword("alice", "wrong") }?.code == .notAuthorized)
        #expect(triggers.events.isEmpty)
    }

    @Test func `with hidden user names, the pre-authentication trigger also runs for an unknown one`() async throws {
        let triggers = ScriptedTriggers([.preAuthentication: { _ in .response([:]) }])
        let fixture = try await PoolFixture.make(triggers, hiding: true)
        try await fixture.makeUser()
        for name in ["alice", "nobody"] {
            #expect(
                try await fault { _ = try await fixture.signInWithPassword(name, "wrong") }
                    == ServiceFault(.notAuthorized, "Incorrect username or password."))
        }
        #expect(triggers.events.map { $0["request"]?["userNotFound"] } == [false, true])
        #expect(triggers.events.map { $0["userName"] } == ["alice", "nobody"])
    }

    @Test(
        arguments: [Trigger.preAuthentication, .postAuthentication, .preTokenGeneration],
        [
            (.output("true"), .invalidLambdaResponse), (.failure(.notJSON), .invalidLambdaResponse),
            (.failure(.timedOut), .unexpectedLambda),
        ] as [(ScriptedTriggers.Answer, ServiceFault.Code)])
    func `a trigger with a malformed or late response gives no tokens`(
        _ trigger: Trigger, _ answer: (ScriptedTriggers.Answer, ServiceFault.Code)
    ) async throws {
        let fixture = try await PoolFixture.make(ScriptedTriggers([trigger: { _ in answer.0 }]))
        try await fixture.makeUser()
        #expect(try await fault { _ = try await fixture.signInWithPassword() }?.code == answer.1)
        let srp = SRPConversation(fixture: fixture, username: "alice")
        #expect(try await fault { _ = try await srp.run(password: PoolFixture.password) }?.code == answer.1)
    }

    @Test func `the post-authentication trigger may refuse the tokens`() async throws {
        let triggers = ScriptedTriggers([.postAuthentication: { _ in .failure(.functionError("no")) }])
        let fixture = try await PoolFixture.make(triggers)
        try await fixture.makeUser()
        #expect(
            try await fault { _ = try await fixture.tokens() }
                == ServiceFault(.userLambdaValidation, "PostAuthentication failed with error no."))
    }

    @Test func `a trigger that refuses the first tokens of an imported hash is called once`() async throws {
        let triggers = ScriptedTriggers([.postAuthentication: { _ in .failure(.functionError("no")) }])
        let fixture = try await PoolFixture.make(triggers)
        _ = try await fixture.finishedJob(
            [PoolFixture.row("alice", ["password_hash": PoolFixture.bcryptHash])], hashing: .bcrypt)
        #expect(try await fault { _ = try await fixture.tokens() }?.code == .userLambdaValidation)
        #expect(triggers.events.count == 1)
    }

    // MARK: - Migration

    private static func migration(_ status: String = "CONFIRMED") -> ScriptedTriggers {
        ScriptedTriggers([
            .userMigration: { event in
                guard event["request"]?["password"] == .string(PoolFixture.password) else {
                    return .failure(.functionError("wrong password"))
                }
                return .response([
                    "userAttributes": ["email": "alice@example.com", "email_verified": "true"],
                    "finalUserStatus": .string(status), "messageAction": "SUPPRESS",
                ])
            }
        ])
    }

    @Test func `a user of another directory signs in with the password from there, and is migrated`() async throws {
        let triggers = Self.migration()
        let fixture = try await PoolFixture.make(triggers)
        let answer = try await fixture.anyone.initiateAuth(Self.request(fixture))
        #expect(answer.authenticationResult != nil)
        let request = try #require(triggers.request("UserMigration_Authentication"))
        #expect(request["password"] == .string(PoolFixture.password))
        #expect(request["validationData"] == ["k": "v"])
        #expect(try await fixture.user().userStatus == .confirmed)
        _ = try await fixture.tokens()
        #expect(
            try await SRPConversation(fixture: fixture, username: "alice").run(password: PoolFixture.password)
                .authenticationResult != nil)
        #expect(triggers.events.count == 1)
    }

    @Test func `another status than confirmed needs a new password`() async throws {
        let fixture = try await PoolFixture.make(Self.migration("RESET_REQUIRED"))
        #expect(try await fault { _ = try await fixture.tokens() }?.code == .passwordResetRequired)
        #expect(try await fixture.user().userStatus == .resetRequired)
    }

    @Test func `SRP calls no migration trigger, because the password is not in the request`() async throws {
        let triggers = Self.migration()
        let fixture = try await PoolFixture.make(triggers)
        let conversation = SRPConversation(fixture: fixture, username: "alice")
        #expect(try await fault { _ = try await conversation.begin() }?.code == .userNotFound)
        #expect(triggers.events.isEmpty)
    }

    @Test(arguments: [false, true])
    func `passwords that the migration trigger refuses are limited as others are`(hiding: Bool) async throws {
        let triggers = Self.migration()
        let fixture = try await PoolFixture.make(triggers, hiding: hiding)
        var messages: [String] = []
        for _ in 0..<8 {
            let fault = try await fault { _ = try await fixture.signInWithPassword("alice", "wrong") }
            messages.append(fault?.message ?? "none")
        }
        let usual =
            hiding
            ? "Incorrect username or password." : "Exception migrating user in app client \(fixture.client.id)"
        #expect(messages.first == usual)
        #expect(messages.last == "Password attempts exceeded")
        #expect(triggers.events.count < 8)
    }

    @Test(arguments: [false, true])
    func `two hundred parallel guesses call the migration trigger as often as the lockout allows`(
        hiding: Bool
    ) async throws {
        let triggers = Self.migration()
        let fixture = try await PoolFixture.make(triggers, hiding: hiding)
        let refusals = try await faults(200) { _ = try await fixture.signInWithPassword("alice", "w\($0)") }
        #expect(triggers.events.count == 5)
        #expect(refusals.count { $0 == .lockedOut } == 195)
        fixture.gatehouse.clock.advance(by: 1)
        #expect(try await fixture.tokens().accessToken != nil)
    }

    @Test func `a migrated user leaves no failed attempts under the user name`() async throws {
        let fixture = try await PoolFixture.make(Self.migration())
        for _ in 0..<3 { _ = try await fault { _ = try await fixture.signInWithPassword("alice", "wrong") } }
        _ = try await fixture.tokens()
        let pools = fixture.anyone.pools
        let failures = try await pools.records.read { [poolID = fixture.poolID] store in
            let subject = pools.counters.lockoutSubject(
                sub: nil, typedName: "alice", in: try store.existingPool(poolID))
            return try store.failedAttempts(on: subject, inPool: poolID)
        }
        #expect(failures == nil)
    }
}
