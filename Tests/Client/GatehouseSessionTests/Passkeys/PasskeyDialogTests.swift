// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseTestSupport
import GatehouseWire
import Testing

@testable import GatehouseSession

/// Calls and events during a dialogue with the authenticator.
@Suite(.hangLimit) struct PasskeyDialogTests {
    /// A call that shows the dialog.
    enum Call: CaseIterable {
        case signIn, associate

        func make(_ engine: SessionEngine) async throws {
            switch self {
            case .signIn:
                _ = try await engine.signIn(username: "Ada", password: nil, options: PasskeyDialogTests.options)
            case .associate: try await engine.associatePasskey()
            }
        }
    }

    static let options = SignInOptions(flow: .userAuth(preferred: .webAuthn))
    static let challenge = ChallengeTests.challenge("WEB_AUTHN", ["CREDENTIAL_REQUEST_OPTIONS": "{}"])

    /// An app whose service asks for a passkey.
    private static func fixture(_ authenticator: any PasskeyAuthenticator, _ call: Call) async throws -> Fixture {
        let fixture = try Fixture(identityPool: false, authenticator: authenticator)
        if call == .associate { try await fixture.signIn() }
        fixture.service.on("InitiateAuth", challenge)
        fixture.service.on("StartWebAuthnRegistration", .answer(["CredentialCreationOptions": [:]]))
        fixture.service.on("CompleteWebAuthnRegistration", .answer([:]))
        let clock = fixture.clock
        fixture.service.on("RespondToAuthChallenge") { _ in .answer(["AuthenticationResult": Fixture.tokens(clock)]) }
        return fixture
    }

    private static func expectEndedFromOutside(_ task: Task<Void, any Error>) async {
        do {
            try await task.value
            Issue.record("The call continued.")
        } catch {
            guard case .invalidState = error as? SessionError else {
                Issue.record("\(error)")
                return
            }
        }
    }

    @Test(arguments: Call.allCases)
    func `an authenticator that ignores its cancellation does not block beyond the time limit`(
        call: Call
    ) async throws {
        let held = HeldAuthenticator()
        let fixture = try await Self.fixture(held, call)
        let limit = Duration.seconds(180)
        let engine = fixture.engine(whoseDeadlines: limit...limit, passAt: held.arrival, authenticator: held)
        await #expect(throws: SessionError.passkey(.timedOut)) { try await call.make(engine) }
        if call == .signIn { #expect(throws: SessionError.signedOut) { try engine.currentUser() } }
        held.barrier.open()
    }

    @Test(arguments: Call.allCases)
    func `a cancelled call does not wait for the authenticator either`(call: Call) async throws {
        let held = HeldAuthenticator()
        let engine = try await Self.fixture(held, call).engine
        let task = Task { try await call.make(engine) }
        await held.barrier.someone()
        task.cancel()
        await #expect(throws: SessionError.cancelled) { try await task.value }
        held.barrier.open()
    }

    @Test(arguments: Call.allCases)
    func `a sign-out does not wait for the person, and ends the call`(call: Call) async throws {
        let held = HeldAuthenticator()
        let fixture = try await Self.fixture(held, call)
        let engine = fixture.engine
        let task = Task { try await call.make(engine) }
        await held.barrier.someone()
        if call == .signIn { #expect(throws: SessionError.self) { try engine.currentUser() } }
        #expect(await engine.signOut() == .complete)
        #expect(throws: SessionError.signedOut) { try engine.currentUser() }
        await Self.expectEndedFromOutside(task)
        held.barrier.open()
        await #expect(throws: SessionError.nothingToConfirm) { try await engine.confirmSignIn(response: "WEB_AUTHN") }
        #expect(fixture.service.count(of: "RespondToAuthChallenge") == 0)
        #expect(fixture.service.count(of: "CompleteWebAuthnRegistration") == 0)
    }

    @Test(arguments: [false, true])
    func `a sign-out abandons a sign-in in whose course a passkey was chosen, and drops its answer`(
        global: Bool
    ) async throws {
        let held = HeldAuthenticator()
        let fixture = try await Self.fixture(held, .signIn)
        let offer: WireValue = ["WEB_AUTHN", "SMS_OTP"]
        fixture.service.on(
            "InitiateAuth",
            .answer(["ChallengeName": "SELECT_CHALLENGE", "Session": "s1", "AvailableChallenges": offer])
        )
        fixture.service.on("RespondToAuthChallenge", Self.challenge)
        let engine = fixture.engine
        let options = SignInOptions(flow: .userAuth(preferred: nil), resumesAfterRestart: true)
        _ = try await engine.signIn(username: "Ada", password: nil, options: options)
        let task = Task<Void, any Error> { _ = try await engine.confirmSignIn(response: "WEB_AUTHN") }
        await held.barrier.someone()
        #expect(await engine.signOut(global: global) == .complete)
        held.barrier.open()
        await Self.expectEndedFromOutside(task)
        await #expect(throws: SessionError.nothingToConfirm) { try await engine.confirmSignIn(response: "WEB_AUTHN") }
        #expect(throws: SessionError.signedOut) { try engine.currentUser() }
        #expect(fixture.service.operations == ["InitiateAuth", "RespondToAuthChallenge"])
        let keys = StoreKeys(userPoolID: Fixture.userPoolID, identityPoolID: nil)
        #expect(fixture.store.read(keys.suspendedSignIn) == .absent)
    }

    @Test func `another sign-in takes the place of one that waits for a passkey`() async throws {
        let held = HeldAuthenticator()
        let fixture = try await Self.fixture(held, .signIn)
        let engine = fixture.engine
        let task = Task { try await Call.signIn.make(engine) }
        await held.barrier.someone()
        let clock = fixture.clock
        fixture.service.on("InitiateAuth") { _ in .answer(["AuthenticationResult": Fixture.tokens(clock)]) }
        #expect(try await engine.signIn(username: "Ada", password: "pw").isSignedIn)
        await Self.expectEndedFromOutside(task)
        held.barrier.open()
        #expect(try engine.currentUser().username == "ada")
    }

    @Test func `a cancelled dialogue can be repeated; a failure ends the sign-in`() async throws {
        let refusals: [PasskeyError] = [.cancelled, .noCredential, .timedOut, .failed("t"), .notSupported("t")]
        for refusal in refusals {
            let authenticator = ScriptedAuthenticator([.failure(refusal), .success(Data("{}".utf8))])
            let engine = try await Self.fixture(authenticator, .signIn).engine
            await #expect(throws: SessionError.passkey(refusal)) { try await Call.signIn.make(engine) }
            if refusal == .cancelled {
                #expect(try await engine.confirmSignIn(response: "WEB_AUTHN").isSignedIn)
            } else {
                await #expect(throws: SessionError.nothingToConfirm) {
                    try await engine.confirmSignIn(response: "WEB_AUTHN")
                }
            }
        }
    }

    @Test func `a passkey that the service refuses ends the sign-in`() async throws {
        let fixture = try await Self.fixture(ScriptedAuthenticator([.success(Data("{}".utf8))]), .signIn)
        fixture.service.on("RespondToAuthChallenge", .fault("NotAuthorizedException"))
        await #expect(throws: SessionError.self) { try await Call.signIn.make(fixture.engine) }
        #expect(throws: SessionError.signedOut) { try fixture.engine.currentUser() }
        await #expect(throws: SessionError.nothingToConfirm) {
            try await fixture.engine.confirmSignIn(response: "WEB_AUTHN")
        }
        #expect(fixture.service.count(of: "RespondToAuthChallenge") == 1)
    }

    @Test func `no passkey is requested without an authenticator`() async throws {
        let fixture = try Fixture(identityPool: false)
        await #expect(throws: SessionError.passkey(.noAuthenticator)) { try await Call.signIn.make(fixture.engine) }
        #expect(fixture.service.operations.isEmpty)
        let offer = { (factors: WireValue) -> ScriptedService.Reply in
            .answer(["ChallengeName": "SELECT_CHALLENGE", "Session": "s1", "AvailableChallenges": factors])
        }
        let options = SignInOptions(flow: .userAuth(preferred: nil))
        fixture.service.on("InitiateAuth", offer(["WEB_AUTHN"]))
        await #expect(throws: SessionError.passkey(.noAuthenticator)) {
            try await fixture.engine.signIn(username: "Ada", password: nil, options: options)
        }
        fixture.service.on("InitiateAuth", offer(["WEB_AUTHN", "SMS_OTP"]))
        let outcome = try await fixture.engine.signIn(username: "Ada", password: nil, options: options)
        #expect(outcome.nextStep == .continueSignInWithFirstFactorSelection([.smsOTP]))
        await #expect(throws: SessionError.passkey(.noAuthenticator)) {
            try await fixture.engine.confirmSignIn(response: "WEB_AUTHN")
        }
        #expect(fixture.service.count(of: "RespondToAuthChallenge") == 0)
        fixture.service.on("RespondToAuthChallenge", ChallengeTests.challenge("SMS_OTP", [:]))
        _ = try await fixture.engine.confirmSignIn(response: "SMS_OTP")
    }

    @Test(arguments: [
        ("{}", Duration.seconds(180)), (#"{"timeout":60000}"#, .seconds(60)), (#"{"timeout":1}"#, .seconds(30)),
        (#"{"timeout":-1}"#, .seconds(30)), (#"{"timeout":9223372036854775807}"#, .seconds(600)),
        (#"{"timeout":"1"}"#, .seconds(180)), ("", .seconds(180)),
    ])
    func `a person has the time that the service gives, within reason`(options: String, limit: Duration) {
        #expect(PasskeyDialog.limit(of: Data(options.utf8)) == limit)
    }

    @Test func `the requests of a call share its time, and the person's is not counted`() async throws {
        let fixture = try Fixture(identityPool: false)
        try await fixture.signIn()
        let manual = fixture.clock
        fixture.service.on("StartWebAuthnRegistration") { _ in
            manual.advance(by: .seconds(35))
            return .answer(["CredentialCreationOptions": [:]])
        }
        fixture.service.on("CompleteWebAuthnRegistration", .answer([:]))
        let authenticator = ScriptedAuthenticator([.success(Data("{}".utf8))]) { manual.advance(by: .seconds(150)) }
        let (engine, sleeps) = fixture.recordingEngine(authenticator)
        try await engine.associatePasskey()
        #expect(sleeps.elements.contains(.seconds(25)))
    }
}
