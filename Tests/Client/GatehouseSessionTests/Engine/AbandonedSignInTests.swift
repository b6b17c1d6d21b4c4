// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import GatehouseTestSupport
import GatehouseWire
import Testing

@testable import GatehouseSession

/// The effect of a sign-out on a pending sign-in and on one with a request under way.
@Suite(.hangLimit) struct AbandonedSignInTests {
    private typealias Step = EveryStepTests.Step

    private static let keys = StoreKeys(userPoolID: Fixture.userPoolID, identityPoolID: nil)

    private static func expectNothingToConfirm(_ engine: SessionEngine) async {
        await #expect(throws: SessionError.nothingToConfirm) { try await engine.confirmSignIn(response: "123456") }
    }

    /// All that a store holds.
    private static func text(_ store: any CredentialStore) throws -> String {
        try store.keys(startingWith: "").map { key in
            if case .found(let data) = store.read(key) { String(decoding: data, as: UTF8.self) } else { "" }
        }.joined()
    }

    @Test(arguments: EveryStepTests.Step.allCases, [false, true])
    func `a sign-out in either process deletes the sign-in that was stored for the next process`(
        step: EveryStepTests.Step, isNext: Bool
    ) async throws {
        let fixture = try Fixture(identityPool: false)
        try await step.reach(fixture, resumes: true)
        #expect(fixture.store.read(Self.keys.suspendedSignIn) != .absent)
        #expect(try Self.text(fixture.store).contains("JBSWY3DP") == (step == .totpSetup))
        let engine = isNext ? try fixture.restarted().engine : fixture.engine
        fixture.service.forget()
        #expect(await engine.signOut() == .complete)
        #expect(fixture.store.read(Self.keys.suspendedSignIn) == .absent)
        #expect(try !Self.text(fixture.store).contains("JBSWY3DP"))
        await Self.expectNothingToConfirm(engine)
        await Self.expectNothingToConfirm(try fixture.restarted().engine)
        #expect(fixture.service.operations.isEmpty)
    }

    @Test func `a guest who was about to sign in is ended as by any sign-out`() async throws {
        let fixture = try Fixture()
        #expect(await fixture.engine.fetchSession().credentials.isThere)
        try await Step.smsMFA.reach(fixture)
        fixture.service.forget()
        #expect(await fixture.engine.signOut() == .complete)
        #expect(fixture.service.operations.isEmpty)
        #expect(await fixture.engine.fetchSession().credentials.isThere)
        #expect(fixture.service.operations == ["GetId", "GetCredentialsForIdentity"])
    }

    @Test(arguments: [keys.suspendedSignIn, keys.session])
    func `a store that does not let go keeps the sign-in waiting, and the sign-out says so`(key: String) async throws {
        let store = FailingStore()
        let fixture = try Fixture(identityPool: false, store: store)
        try await Step.smsMFA.reach(fixture, resumes: true)
        store.fail(.remove, of: key)
        let failed = SignOutOutcome.failed(.storeFailed(StoreError(.removing, reason: "locked")))
        #expect(await fixture.engine.signOut() == failed)
        store.fail(nil)
        fixture.service.on("RespondToAuthChallenge", .fault("CodeMismatchException"))
        await #expect(throws: SessionError.self) { try await fixture.engine.confirmSignIn(response: "123456") }
        #expect(fixture.service.count(of: "RespondToAuthChallenge") == 1)
        #expect(await fixture.engine.signOut() == .complete)
        await Self.expectNothingToConfirm(try fixture.restarted().engine)
    }

    /// A call that has a request under way when the app signs out.
    enum Call: CaseIterable {
        case signIn, confirmSignIn

        var operation: String { self == .signIn ? "InitiateAuth" : "RespondToAuthChallenge" }

        func make(_ engine: SessionEngine) async throws {
            switch self {
            case .signIn: _ = try await engine.signIn(username: "Ada", password: "pw")
            case .confirmSignIn: _ = try await engine.confirmSignIn(response: "123456")
            }
        }
    }

    /// The result of that request.
    enum Late: CaseIterable {
        case challenge, tokens, refusal

        func reply(_ clock: ManualClock) -> ScriptedService.Reply {
            switch self {
            case .challenge: ChallengeTests.challenge("SOFTWARE_TOKEN_MFA", [:])
            case .tokens: .answer(["AuthenticationResult": Fixture.tokens(clock)])
            case .refusal: .fault("CodeMismatchException")
            }
        }
    }

    @Test(arguments: Call.allCases, Late.allCases)
    func `a request that is under way has its end first, and what it leaves is signed out of`(
        call: Call, late: Late
    ) async throws {
        for global in [false, true] {
            let fixture = try Fixture(identityPool: false)
            if call == .confirmSignIn { try await Step.smsMFA.reach(fixture, resumes: true) }
            fixture.service.forget()
            let (barrier, clock, engine) = (Barrier(), fixture.clock, fixture.engine)
            fixture.service.on(call.operation) { _ in
                await barrier.pass()
                return late.reply(clock)
            }
            let signIn = Task { try await call.make(engine) }
            await barrier.someone()
            let signOut = Task { await engine.signOut(global: global) }
            barrier.open()
            #expect(await signOut.value == .complete)
            let isAnswered = await signIn.result.isThere
            #expect(isAnswered == (late != .refusal))
            #expect(throws: SessionError.signedOut) { try engine.currentUser() }
            await Self.expectNothingToConfirm(engine)
            await Self.expectNothingToConfirm(try fixture.restarted().engine)
            let farewell = global ? ["GlobalSignOut", "RevokeToken"] : ["RevokeToken"]
            #expect(fixture.service.operations == [call.operation] + (late == .tokens ? farewell : []))
        }
    }
}
