// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseSession
import GatehouseTestSupport
import GatehouseWire
import Testing

@Suite(.hangLimit) struct SignInTests {
    private static let newPassword: WireValue = [
        "ChallengeName": "NEW_PASSWORD_REQUIRED", "Session": "session-1",
        "ChallengeParameters": ["requiredAttributes": "[]", "USER_ID_FOR_SRP": "sub-1"],
    ]

    /// A service that asks for a proof of the password.
    private static func prove(_ fixture: Fixture, password: String) {
        let judge = ProofJudge(.user(poolID: Fixture.userPoolID, userIDForSRP: "sub-1"), password: password)
        let clock = fixture.clock
        fixture.service.on("InitiateAuth") { input in
            let parameters = judge.challenge(to: input["AuthParameters"])
            return .answer(["ChallengeName": "PASSWORD_VERIFIER", "ChallengeParameters": parameters])
        }
        fixture.service.on("RespondToAuthChallenge") { input in judge.answer(to: input["ChallengeResponses"], clock) }
    }

    @Test func `the right password proves itself without being sent`() async throws {
        let fixture = try Fixture(secret: ClientSecret("client-secret"), flow: .userSRP)
        Self.prove(fixture, password: "Correct-Horse-7!")
        let options = SignInOptions(clientMetadata: ["k": "v"])
        let outcome = try await fixture.engine.signIn(username: "Ada", password: "Correct-Horse-7!", options: options)
        #expect(outcome.isSignedIn)
        #expect(try fixture.engine.currentUser() == SessionUser(username: "ada", userID: "sub-1"))
        let opening = fixture.service.inputs(of: "InitiateAuth")[0]
        let answer = fixture.service.inputs(of: "RespondToAuthChallenge")[0]
        #expect(opening["AuthFlow"] == "USER_SRP_AUTH")
        #expect(opening["ClientMetadata"] == ["k": "v"] && answer["ClientMetadata"] == ["k": "v"])
        #expect(opening["AuthParameters"]?["USERNAME"] == "Ada")
        #expect(answer["ChallengeResponses"]?["USERNAME"] == "sub-1")
        let hashes = ["Ada", "sub-1"].map {
            WireValue.string(secretHash(username: $0, clientID: "client", clientSecret: Secret(utf8: "client-secret")))
        }
        #expect(opening["AuthParameters"]?["SECRET_HASH"] == hashes[0])
        #expect(answer["ChallengeResponses"]?["SECRET_HASH"] == hashes[1])
        #expect(!String(decoding: opening.json() + answer.json(), as: UTF8.self).contains("Correct-Horse"))
    }

    @Test func `a wrong password is refused and leaves nothing behind`() async throws {
        let fixture = try Fixture(flow: .userSRP)
        Self.prove(fixture, password: "right")
        await #expect(throws: SessionError.service(ServiceFault(.notAuthorized, "refused"))) {
            try await fixture.engine.signIn(username: "Ada", password: "wrong")
        }
        #expect(throws: SessionError.signedOut) { try fixture.engine.currentUser() }
        await #expect(throws: SessionError.self) { try await fixture.engine.confirmSignIn(response: "x") }
    }

    @Test func `a temporary password is replaced, wrong answers aside`() async throws {
        let fixture = try Fixture()
        fixture.service.on("InitiateAuth", .answer(Self.newPassword))
        fixture.service.on("RespondToAuthChallenge", .fault("InvalidPasswordException"))
        let outcome = try await fixture.engine.signIn(username: "Ada", password: "temporary")
        guard case .confirmSignInWithNewPassword(let parameters) = outcome.nextStep else {
            Issue.record("\(outcome)")
            return
        }
        #expect(parameters["requiredAttributes"] == "[]")
        #expect(throws: SessionError.self) { try fixture.engine.currentUser() }
        for reply in [
            ScriptedService.Reply.fault("InvalidPasswordException"), .trouble(.connectionLost), .raw(502, ""),
        ] {
            fixture.service.on("RespondToAuthChallenge", reply)
            await #expect(throws: SessionError.self) { try await fixture.engine.confirmSignIn(response: "short") }
        }
        let tokens = Fixture.tokens(fixture.clock)
        fixture.service.on("RespondToAuthChallenge", .answer(["AuthenticationResult": tokens]))
        #expect(try await fixture.engine.confirmSignIn(response: "Long-Enough-1").isSignedIn)
        let inputs = fixture.service.inputs(of: "RespondToAuthChallenge")
        #expect(inputs.count == 4 && inputs.allSatisfy { $0["Session"] == "session-1" })
        #expect(inputs[3]["ChallengeResponses"] == ["USERNAME": "Ada", "NEW_PASSWORD": "Long-Enough-1"])
        #expect(try await fixture.engine.confirmSignIn(response: "again").isSignedIn)
    }

    @Test func `an open challenge gives way to a new sign-in, and not to a look at the session`() async throws {
        let fixture = try Fixture()
        fixture.service.on("InitiateAuth", .answer(Self.newPassword))
        _ = try await fixture.engine.signIn(username: "Ada", password: "temporary")
        let report = await fixture.engine.fetchSession()
        #expect(!report.isSignedIn && report.credentials.isThere)
        let tokens = Fixture.tokens(fixture.clock)
        fixture.service.on("InitiateAuth", .answer(["AuthenticationResult": tokens]))
        #expect(try await fixture.engine.signIn(username: "Bob", password: "pw").isSignedIn)
        await #expect(throws: SessionError.self) { try await fixture.engine.signIn(username: "Bob", password: "pw") }
    }

    @Test(arguments: ["GetId", "GetCredentialsForIdentity"])
    func `a sign-in without credentials fails and revokes the tokens`(operation: String) async throws {
        let fixture = try Fixture()
        fixture.service.on(operation, .trouble(.unreachable))
        await #expect(throws: SessionError.self) { try await fixture.engine.signIn(username: "Ada", password: "pw") }
        #expect(fixture.service.inputs(of: "RevokeToken") == [["Token": "refresh-1", "ClientId": "client"]])
        #expect(throws: SessionError.signedOut) { try fixture.engine.currentUser() }
        #expect(throws: SessionError.signedOut) { try fixture.restarted().engine.currentUser() }
    }

    @Test func `a session that cannot be stored is not signed in`() async throws {
        let store = FailingStore()
        let fixture = try Fixture(store: store)
        _ = await fixture.engine.fetchSession()
        store.fail(.write)
        await #expect(throws: SessionError.storeFailed(StoreError(.writing, reason: "full"))) {
            try await fixture.engine.signIn(username: "Ada", password: "pw")
        }
        #expect(fixture.service.count(of: "RevokeToken") == 1)
        #expect(throws: SessionError.signedOut) { try fixture.engine.currentUser() }
    }

    @Test(arguments: [("AccessToken", true), ("IdToken", true), ("RefreshToken", true), ("TokenType", false)])
    func `tokens that are not all there are no success`(member: String, isNeeded: Bool) async throws {
        let fixture = try Fixture()
        var tokens = Fixture.tokens(fixture.clock).objectValue ?? [:]
        tokens[member] = nil
        fixture.service.on("InitiateAuth", .answer(["AuthenticationResult": .object(tokens)]))
        let outcome = try? await fixture.engine.signIn(username: "Ada", password: "pw")
        #expect((outcome == nil) == isNeeded)
    }

    @Test(
        arguments: [
            (nil, "pw", "username"), ("", "pw", "username"), ("Ada", nil, "password"), ("Ada", "", "password"),
        ] as [(String?, String?, String)])
    func `empty input is refused before anything is sent`(
        username: String?, password: String?, field: String
    ) async throws {
        let fixture = try Fixture()
        do throws(SessionError) {
            _ = try await fixture.engine.signIn(username: username, password: password)
            Issue.record("The input was taken.")
        } catch {
            guard case .validation(field, _, _) = error else {
                Issue.record("\(error)")
                return
            }
        }
        #expect(fixture.service.operations.isEmpty)
    }

    @Test(arguments: ["InitiateAuth", "GetId"])
    func `the current user cannot be read during a sign-in`(operation: String) async throws {
        let fixture = try Fixture()
        let barrier = Barrier()
        fixture.service.on(operation) { [clock = fixture.clock] _ in
            await barrier.pass()
            return operation == "GetId"
                ? .answer(["IdentityId": "an-id"]) : .answer(["AuthenticationResult": Fixture.tokens(clock)])
        }
        let engine = fixture.engine
        let call = Task { try await engine.signIn(username: "ada", password: "pw") }
        await barrier.someone()
        let error = #expect(throws: SessionError.self) { try engine.currentUser() }
        guard case .invalidState = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        barrier.open()
        #expect(try await call.value.isSignedIn)
        #expect(try engine.currentUser().username == "ada")
    }

    @Test func `a sign-in without a user pool is refused`() async throws {
        let fixture = try Fixture(userPool: false)
        await #expect(throws: SessionError.self) { try await fixture.engine.signIn(username: "a", password: "b") }
        #expect(throws: SessionError.self) { try fixture.engine.currentUser() }
        #expect(fixture.service.operations.isEmpty)
    }

    @Test func `several sign-ins at once leave one user`() async throws {
        let fixture = try Fixture()
        let engine = fixture.engine
        let signedIn = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 {
                group.addTask { (try? await engine.signIn(username: "Ada", password: "pw"))?.isSignedIn ?? false }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(signedIn == 1)
        #expect(fixture.service.count(of: "InitiateAuth") == 1)
    }
}
