// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseSignIn
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Synchronization
import Testing

/// `CUSTOM_AUTH`: sign-ins whose challenges a pool's functions define, make and judge.
@Suite(.hangLimit) struct CustomAuthTests {
    /// Triggers that repeat the challenge until the right answer, three times at the most.
    static func asking(
        first: [WireValue] = [], create: ScriptedTriggers.Function? = nil, verify: ScriptedTriggers.Function? = nil
    ) -> ScriptedTriggers {
        ScriptedTriggers([
            .defineAuthChallenge: { event in
                let session = event["request"]?["session"]?.arrayValue ?? []
                let answers = session.filter { $0["challengeName"] == "CUSTOM_CHALLENGE" }
                if answers.last?["challengeResult"] == true { return .response(["issueTokens": true]) }
                if answers.count == 3 { return .response(["failAuthentication": true]) }
                if session.count == 1, session[0]["challengeName"] == "SRP_A" {
                    return .response(["challengeName": "PASSWORD_VERIFIER"])
                }
                return .response(["challengeName": "CUSTOM_CHALLENGE"])
            },
            .createAuthChallenge: create ?? { _ in
                .response([
                    "publicChallengeParameters": ["hint": "a bird"], "privateChallengeParameters": ["word": "owl"],
                    "challengeMetadata": "WORD",
                ])
            },
            .verifyAuthChallengeResponse: verify ?? { event in
                let request = event["request"]
                return .response([
                    "answerCorrect": .bool(
                        request?["challengeAnswer"] == request?["privateChallengeParameters"]?["word"])
                ])
            },
            .postAuthentication: { _ in .response([:]) },
        ])
    }

    /// Triggers that always send another challenge, and accept one answer unless a closure gives another result.
    static func asking(
        withoutEnd word: WireValue,
        answering whenRight: @escaping @Sendable () async -> ScriptedTriggers.Answer? = { nil }
    ) -> ScriptedTriggers {
        ScriptedTriggers([
            .defineAuthChallenge: { _ in .response(["challengeName": "CUSTOM_CHALLENGE"]) },
            .createAuthChallenge: { _ in .response([:]) },
            .verifyAuthChallengeResponse: { event in
                let isRight = event["request"]?["challengeAnswer"] == word
                if isRight, let answer = await whenRight() { return answer }
                return .response(["answerCorrect": .bool(isRight)])
            },
        ])
    }

    static func begin(
        _ fixture: PoolFixture, _ username: String = "alice", _ parameters: [String: String] = [:]
    ) async throws -> InitiateAuthResponse {
        try await fixture.anyone.initiateAuth(
            InitiateAuthRequest(
                authFlow: .customAuth, authParameters: parameters.merging(["USERNAME": username]) { $1 },
                clientMetadata: ["k": "first"], clientId: fixture.client.id))
    }

    static func answer(
        _ fixture: PoolFixture, _ answer: String, session: String?, username: String = "alice",
        others: [String: String] = [:]
    ) async throws -> RespondToAuthChallengeResponse {
        try await fixture.anyone.respondToAuthChallenge(
            RespondToAuthChallengeRequest(
                clientId: fixture.client.id, challengeName: .customChallenge, session: session,
                challengeResponses: others.merging(["USERNAME": username, "ANSWER": answer]) { $1 },
                clientMetadata: ["k": "answer"]))
    }

    static let refusal = ServiceFault(.notAuthorized, "Incorrect username or password.")

    @Test func `the right answer gives tokens, and a wrong one another challenge`() async throws {
        let triggers = Self.asking()
        let fixture = try await PoolFixture.make(triggers)
        try await fixture.makeUser()
        let first = try await Self.begin(fixture)
        #expect(first.challengeName == .customChallenge)
        #expect(first.challengeParameters == ["USERNAME": "alice", "hint": "a bird"])
        let second = try await Self.answer(fixture, "crow", session: first.session)
        #expect(second.challengeName == .customChallenge)
        #expect(second.session != first.session)
        let last = try await Self.answer(fixture, "owl", session: second.session)
        #expect(last.authenticationResult != nil)
        #expect(
            triggers.sources.map { $0.prefix { $0 != "_" } } == [
                "DefineAuthChallenge", "CreateAuthChallenge", "VerifyAuthChallengeResponse", "DefineAuthChallenge",
                "CreateAuthChallenge", "VerifyAuthChallengeResponse", "DefineAuthChallenge", "PostAuthentication",
            ])
        #expect(
            triggers.request("DefineAuthChallenge_Authentication")?["session"] == [
                ["challengeName": "CUSTOM_CHALLENGE", "challengeResult": false, "challengeMetadata": "WORD"],
                ["challengeName": "CUSTOM_CHALLENGE", "challengeResult": true, "challengeMetadata": "WORD"],
            ])
        #expect(triggers.events.first?["request"]?["session"] == [])
        #expect(triggers.events.first?["request"]?["clientMetadata"] == nil)
        let judged = try #require(triggers.request("VerifyAuthChallengeResponse_Authentication"))
        #expect(judged["privateChallengeParameters"] == ["word": "owl"])
        #expect(judged["clientMetadata"] == ["k": "answer"])
    }

    @Test func `the trigger decides after how many answers the sign-in fails`() async throws {
        let fixture = try await PoolFixture.make(Self.asking())
        try await fixture.makeUser()
        var session = try await Self.begin(fixture).session
        for _ in 0..<2 { session = try await Self.answer(fixture, "crow", session: session).session }
        let third = session
        #expect(try await fault { _ = try await Self.answer(fixture, "crow", session: third) } == Self.refusal)
    }

    @Test func `no answer shows what is hidden`() async throws {
        let fixture = try await PoolFixture.make(Self.asking())
        try await fixture.makeUser()
        let answer = try await Self.begin(fixture)
        #expect(!"\(answer)".contains("owl"))
    }

    @Test(arguments: ["alice", "nobody"])
    func `an unknown device is refused before the answer is checked, for known and unknown user names`(
        _ name: String
    ) async throws {
        let fixture = try await PoolFixture.make(Self.asking(), hiding: true) {
            $0.deviceConfiguration = DeviceConfigurationType(
                challengeRequiredOnNewDevice: false, deviceOnlyRememberedOnUserPrompt: false)
        }
        try await fixture.makeUser()
        let first = try await Self.begin(fixture, name)
        let device = ["DEVICE_KEY": "us-east-1_f47ac10b-58cc-4372-a567-0e02b2c3d479"]
        let refusal = try await fault {
            _ = try await Self.answer(fixture, "owl", session: first.session, username: name, others: device)
        }
        #expect(refusal == .noSuchDevice)
        // The session is not spent, and the answer still good.
        if name == "nobody" { return }
        #expect(try await Self.answer(fixture, "owl", session: first.session).authenticationResult != nil)
    }

    @Test func `answers that no trigger verified are not counted and do not use up the session`() async throws {
        let triggers = Self.asking()
        let fixture = try await PoolFixture.make(triggers, withSecret: true)
        for name in ["alice", "bob"] { try await fixture.makeUser(name) }
        let first = try await fixture.anyone.initiateAuth(
            InitiateAuthRequest(
                authFlow: .customAuth,
                authParameters: ["USERNAME": "alice", "SECRET_HASH": fixture.hash("alice") ?? ""],
                clientId: fixture.client.id))
        let refused = [
            ["USERNAME": "alice", "SECRET_HASH": fixture.hash("alice") ?? ""],
            ["USERNAME": "alice", "ANSWER": "owl", "SECRET_HASH": fixture.hash("bob") ?? ""],
            ["USERNAME": "bob", "ANSWER": "owl", "SECRET_HASH": fixture.hash("bob") ?? ""],
        ]
        for responses in refused + refused {
            let request = RespondToAuthChallengeRequest(
                clientId: fixture.client.id, challengeName: .customChallenge, session: first.session,
                challengeResponses: responses)
            #expect(try await fault { _ = try await fixture.anyone.respondToAuthChallenge(request) } != nil)
        }
        #expect(triggers.sources.count { $0.hasPrefix("Verify") } == 0)
        let answer = try await fixture.answer(.customChallenge, first.session, ["ANSWER": "owl"])
        #expect(answer.authenticationResult != nil)
    }

    @Test func `a client cannot answer by its own claims`() async throws {
        let triggers = Self.asking()
        let fixture = try await PoolFixture.make(triggers)
        try await fixture.makeUser()
        let first = try await Self.begin(fixture)
        let claims = ["answerCorrect": "true", "word": "crow", "challengeResult": "true", "issueTokens": "true"]
        let second = try await Self.answer(fixture, "crow", session: first.session, others: claims)
        #expect(second.authenticationResult == nil)
        #expect(
            triggers.request("VerifyAuthChallengeResponse_Authentication")?["privateChallengeParameters"]
                == ["word": "owl"])
    }

    @Test func `one session has one guess, also for many at once`() async throws {
        let triggers = Self.asking()
        let fixture = try await PoolFixture.make(triggers)
        try await fixture.makeUser()
        let session = try await Self.begin(fixture).session
        let outcomes = await withTaskGroup(of: String.self) { group in
            for number in 0..<50 {
                group.addTask {
                    do {
                        let answer = try await Self.answer(
                            fixture, number == 37 ? "owl" : "w\(number)", session: session)
                        return answer.authenticationResult == nil ? "challenge" : "tokens"
                    } catch {
                        return "\(error)"
                    }
                }
            }
            return await group.reduce(into: [String]()) { $0.append($1) }
        }
        #expect(outcomes.filter { $0 == "tokens" || $0 == "challenge" }.count == 1)
        #expect(triggers.sources.filter { $0.hasPrefix("Verify") }.count == 1)
    }

    @Test func `a session of another user, client, pool or step is refused`() async throws {
        let triggers = Self.asking()
        let fixture = try await PoolFixture.make(triggers)
        // On the same server: two servers of one seed would have the same ids and keys.
        let other = try await PoolFixture.make(
            pool: PoolFixture.request { $0.lambdaConfig = triggers.settings }, on: fixture.gatehouse
        ) { $0.explicitAuthFlows?.append(.allowCustomAuth) }
        for name in ["alice", "bob"] { try await fixture.makeUser(name) }
        try await other.makeUser()
        let session = try await Self.begin(fixture).session
        let invalid = ServiceFault(.notAuthorized, "Invalid session for the user.")
        #expect(
            try await fault { _ = try await Self.answer(fixture, "owl", session: session, username: "bob") } == invalid)
        #expect(try await fault { _ = try await Self.answer(other, "owl", session: session) } == invalid)
        #expect(
            try await fault { _ = try await Self.answer(fixture, "owl", session: "x" + (session ?? "")) } == invalid)
        fixture.gatehouse.clock.advance(by: 200)
        #expect(
            try await fault { _ = try await Self.answer(fixture, "owl", session: session) }
                == ServiceFault(.notAuthorized, "Invalid session for the user, session is expired."))
    }

    @Test func `after SRP_A the password comes before the custom challenge`() async throws {
        let triggers = Self.asking()
        let fixture = try await PoolFixture.make(triggers)
        try await fixture.makeUser()
        let srp = SRPConversation(fixture: fixture, username: "alice")
        let parameters = ["CHALLENGE_NAME": "SRP_A", "SRP_A": srp.srp.publicKeyHex]
        let first = try await Self.begin(fixture, "alice", parameters)
        #expect(first.challengeName == .passwordVerifier)
        let second = try await srp.answer(
            try srp.responses(to: first, password: PoolFixture.password), session: first.session)
        #expect(second.challengeName == .customChallenge)
        #expect(
            triggers.request("DefineAuthChallenge_Authentication")?["session"] == [
                ["challengeName": "SRP_A", "challengeResult": true],
                ["challengeName": "PASSWORD_VERIFIER", "challengeResult": true],
            ])
        #expect(try await Self.answer(fixture, "owl", session: second.session).authenticationResult != nil)
    }

    @Test func `after SRP_A a wrong password ends the sign-in`() async throws {
        let fixture = try await PoolFixture.make(Self.asking())
        try await fixture.makeUser()
        let srp = SRPConversation(fixture: fixture, username: "alice")
        let parameters = ["CHALLENGE_NAME": "SRP_A", "SRP_A": srp.srp.publicKeyHex]
        let first = try await Self.begin(fixture, "alice", parameters)
        let wrong = try srp.responses(to: first, password: "wrong")
        #expect(try await fault { _ = try await srp.answer(wrong, session: first.session) } == Self.refusal)
    }

    @Test func `with hidden user names, the triggers also run for an unknown one, which gets no tokens`() async throws {
        let triggers = Self.asking()
        let fixture = try await PoolFixture.make(triggers, hiding: true)
        let first = try await Self.begin(fixture, "nobody")
        #expect(first.challengeName == .customChallenge)
        #expect(
            try await fault { _ = try await Self.answer(fixture, "owl", session: first.session, username: "nobody") }
                == Self.refusal)
        #expect(triggers.events.allSatisfy { $0["request"]?["userNotFound"] == true })
        let open = try await PoolFixture.make(Self.asking())
        #expect(try await fault { _ = try await Self.begin(open, "nobody") }?.code == .userNotFound)
    }

    @Test(
        arguments: [
            [:], ["challengeName": ""], ["issueTokens": false], ["issueTokens": "true"], ["challengeName": 1],
            ["challengeName": "PASSWORD_VERIFIER"], ["challengeName": "SMS_MFA"],
        ] as [[WireName: WireValue]])
    func `a trigger response without a valid next step gives no tokens`(
        _ response: [WireName: WireValue]
    ) async throws {
        let triggers = ScriptedTriggers([.defineAuthChallenge: { _ in .response(response) }])
        let fixture = try await PoolFixture.make(triggers)
        try await fixture.makeUser()
        #expect(try await fault { _ = try await Self.begin(fixture) }?.code == .invalidLambdaResponse)
    }

    @Test func `failAuthentication takes precedence over issueTokens`() async throws {
        let triggers = ScriptedTriggers([
            .defineAuthChallenge: { _ in .response(["issueTokens": true, "failAuthentication": true]) }
        ])
        let fixture = try await PoolFixture.make(triggers)
        try await fixture.makeUser()
        #expect(try await fault { _ = try await Self.begin(fixture) } == Self.refusal)
    }

    @Test(
        arguments: [
            ["publicChallengeParameters": "x"], ["privateChallengeParameters": ["a": 1]], ["challengeMetadata": [:]],
            ["privateChallengeParameters": ["a": .string(String(repeating: "x", count: 5_000))]],
        ] as [[WireName: WireValue]])
    func `a challenge of the wrong shape, or too large for a session, is refused`(
        _ response: [WireName: WireValue]
    ) async throws {
        let fixture = try await PoolFixture.make(Self.asking(create: { _ in .response(response) }))
        try await fixture.makeUser()
        #expect(try await fault { _ = try await Self.begin(fixture) }?.code == .invalidLambdaResponse)
    }

    @Test func `a challenge's public parameters are not stored in the session`() async throws {
        let picture = String(repeating: "x", count: 20_000)
        let fixture = try await PoolFixture.make(
            Self.asking(create: { _ in .response(["publicChallengeParameters": ["picture": .string(picture)]]) }))
        try await fixture.makeUser()
        let first = try await Self.begin(fixture)
        #expect(first.challengeParameters?["picture"] == picture)
        #expect((first.session ?? "").utf8.count <= 4_096)
    }

    @Test(
        arguments: [
            (.output("true"), .invalidLambdaResponse), (.response(["answerCorrect": "true"]), .invalidLambdaResponse),
            (.failure(.timedOut), .unexpectedLambda), (.failure(.functionError("x")), .userLambdaValidation),
            (.failure(.notJSON), .invalidLambdaResponse),
        ] as [(ScriptedTriggers.Answer, ServiceFault.Code)])
    func `a verifying trigger that fails or returns malformed output gives no tokens, and the session is used up`(
        _ judgement: ScriptedTriggers.Answer, _ code: ServiceFault.Code
    ) async throws {
        let fixture = try await PoolFixture.make(Self.asking(verify: { _ in judgement }))
        try await fixture.makeUser()
        let session = try await Self.begin(fixture).session
        #expect(try await fault { _ = try await Self.answer(fixture, "owl", session: session) }?.code == code)
        #expect(
            try await fault { _ = try await Self.answer(fixture, "owl", session: session) }
                == ServiceFault(
                    .notAuthorized, "Invalid session for the user, session can only be used once."))
    }

    @Test func `a pool without the three triggers has no custom flow`() async throws {
        let fixture = try await PoolFixture.make(ScriptedTriggers([:]))
        try await fixture.makeUser()
        #expect(
            try await fault { _ = try await Self.begin(fixture) }
                == ServiceFault(
                    .invalidParameter, "Custom auth lambda trigger is not configured for the user pool."))
    }

    @Test func `the returned USERNAME has one form for known and unknown users, and is accepted in the answer`()
        async throws
    {
        let fixture = try await PoolFixture.make(Self.asking(), hiding: true) { $0.aliasAttributes = [.email] }
        try await fixture.makeUser("0c3b4f7e-2b2f-4d39-a1a8-3ee4a2f7c301")
        let known = "0c3b4f7e-2b2f-4d39-a1a8-3ee4a2f7c301@example.com"
        for (name, refusal) in [(known, nil), ("nobody@example.com", Self.refusal)] as [(String, ServiceFault?)] {
            let first = try await Self.begin(fixture, name)
            let told = try #require(first.challengeParameters?["USERNAME"])
            #expect(UUID(uuidString: told) != nil)
            let answered = try await fault {
                _ = try await Self.answer(fixture, "owl", session: first.session, username: told)
            }
            #expect(answered == refusal)
        }
    }

    @Test func `a remembered device is challenged after the custom challenges`() async throws {
        let fixture = try await PoolFixture.make(Self.asking()) {
            $0.deviceConfiguration = DeviceConfigurationType(challengeRequiredOnNewDevice: true)
        }
        try await fixture.makeUser()
        let app = DeviceConversation(fixture: fixture, device: try await fixture.confirmedDevice().device)
        let first = try await Self.begin(fixture, "alice", ["DEVICE_KEY": app.device.key])
        let second = try await Self.answer(fixture, "owl", session: first.session)
        #expect(second.challengeName == .deviceSrpAuth)
        #expect(try await app.proveDevice(second.session) != nil)
    }

    @Test func `after SRP the triggers run once for a password proof that is sent many times at once`() async throws {
        let triggers = Self.asking()
        let fixture = try await PoolFixture.make(triggers)
        try await fixture.makeUser()
        let srp = SRPConversation(fixture: fixture, username: "alice")
        let parameters = ["CHALLENGE_NAME": "SRP_A", "SRP_A": srp.srp.publicKeyHex]
        let first = try await Self.begin(fixture, "alice", parameters)
        let responses = try srp.responses(to: first, password: PoolFixture.password)
        let refusals = try await faults(10) { _ in _ = try await srp.answer(responses, session: first.session) }
        #expect(refusals.count { $0 == nil } == 1)
        #expect(triggers.sources.count { $0.hasPrefix("Create") } == 1)
    }

    @Test func `right answers to custom challenges do not clear wrong passwords`() async throws {
        let fixture = try await PoolFixture.make(Self.asking(withoutEnd: "owl"))
        try await fixture.makeUser()
        var last: ServiceFault?
        for _ in 0..<8 where last?.message != "Password attempts exceeded" {
            last = try await fault { _ = try await fixture.signInWithPassword("alice", "wrong") }
            guard last == Self.refusal else { continue }
            guard let session = try? await Self.begin(fixture).session else { continue }
            _ = try? await Self.answer(fixture, "owl", session: session)
        }
        #expect(last?.message == "Password attempts exceeded")
    }
}
