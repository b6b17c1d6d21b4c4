// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseTestSupport
import GatehouseWire
import Testing

@testable import GatehouseSession

/// Calls that begin later than the app made them.
@Suite(.hangLimit) struct CallMomentTests {
    private static func fixture() throws -> Fixture {
        let fixture = try Fixture(identityPool: false, rules: .mobileClient)
        let clock = fixture.clock
        fixture.service.on("InitiateAuth") { input in
            let name = input["AuthParameters"]?["USERNAME"]?.stringValue ?? ""
            return .answer(["AuthenticationResult": Fixture.tokens(clock, name: name)])
        }
        return fixture
    }

    /// A sign-in that the app made at a moment, and that begins now.
    private static func signIn(
        _ username: String, at moment: CallMoment, _ engine: SessionEngine
    ) -> Task<SignInOutcome, any Error> {
        moment.asPresent { Task { try await engine.signIn(username: username, password: "pw") } }
    }

    @Test func `the tasks of a call have the moment of the call, and other code has a later one`() async {
        let moment = CallMoment.now()
        let later = CallMoment.now()
        #expect(CallMoment.never < moment && moment < later)
        let task = moment.asPresent { Task { CallMoment.present } }
        #expect(await task.value == moment)
        #expect(CallMoment.present > later)
    }

    @Test func `a sign-out ends a call that has not begun`() async throws {
        let fixture = try Self.fixture()
        let engine = fixture.engine
        let call = CallMoment.now()
        #expect(!engine.isOvertaken(call) && !engine.isOvertaken(signIn: call))
        engine.signOutLocally()
        #expect(engine.isOvertaken(call) && engine.isOvertaken(signIn: call))
        await #expect(throws: SessionError.endedFromOutside) { try await Self.signIn("ada", at: call, engine).value }
        #expect(fixture.service.operations.isEmpty)
        #expect(try await engine.signIn(username: "ada", password: "pw").isSignedIn)
        fixture.expire()
        await #expect(throws: SessionError.endedBySignOut) {
            try await call.asPresent { Task { try await engine.freshTokens() } }.value
        }
    }

    @Test func `the later of two sign-ins wins, also if it begins first`() async throws {
        let fixture = try Self.fixture()
        let (earlier, later) = (CallMoment.now(), CallMoment.now())
        #expect(try await Self.signIn("later", at: later, fixture.engine).value.isSignedIn)
        #expect(fixture.engine.isOvertaken(signIn: earlier) && !fixture.engine.isOvertaken(signIn: later))
        #expect(!fixture.engine.isOvertaken(earlier))
        await #expect(throws: SessionError.endedFromOutside) {
            try await Self.signIn("earlier", at: earlier, fixture.engine).value
        }
        #expect(try fixture.engine.record()?.user?.typedUsername == "later")
    }

    @Test func `an earlier call that abandons its sign-in leaves a later one`() async throws {
        let fixture = try Self.fixture()
        let earlier = CallMoment.now()
        fixture.service.on("InitiateAuth", .answer(["ChallengeName": "NEW_PASSWORD_REQUIRED", "Session": "s"]))
        _ = try await fixture.engine.signIn(username: "ada", password: "pw")
        earlier.asPresent { fixture.engine.abandonSignIn() }
        let tokens = Fixture.tokens(fixture.clock, name: "ada")
        fixture.service.on("RespondToAuthChallenge", .answer(["AuthenticationResult": tokens]))
        #expect(try await fixture.engine.confirmSignIn(response: "new").isSignedIn)
    }
}
