// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import GatehouseSession
import GatehouseTesting
import Testing

/// A sign-in that is left alone at a step, on the real server.
@Suite(.timeLimit(.minutes(15))) struct PendingStepTests {
    @Test(arguments: PendingStep.allCases)
    func `it can be begun again, and nothing of it is left`(pending: PendingStep) async throws {
        let world = try await pending.world()
        let secret = try await pending.prepare(world)
        let app = try world.app(.userPoolOnly)
        let first = try await pending.reach(app)
        #expect(first != .done)
        world.gatehouse.clock.advance(by: 60)
        let second = try await pending.reach(app)
        try await pending.finish(app, world, second, secret: secret)
        #expect(try await app.session().userPoolTokensResult.value != nil)
    }

    @Test(arguments: PendingStep.allCases)
    func `a sign-out says that there is nobody yet, and takes nothing away`(pending: PendingStep) async throws {
        let world = try await pending.world()
        let secret = try await pending.prepare(world)
        let app = try world.app(.userPoolOnly)
        let step = try await pending.reach(app)
        for global in [false, true] {
            guard case .failed(.invalidState) = try await app.signOut(global: global) else {
                Issue.record("There was somebody to sign out.")
                return
            }
        }
        try await pending.finish(app, world, step, secret: secret)
        guard case .complete = try await app.signOut() else {
            Issue.record("The sign-out is not complete.")
            return
        }
        world.gatehouse.clock.advance(by: 60)
        #expect(await failure { _ = try await app.plugin.confirmSignIn(challengeResponse: "1") } == .anyInvalidState)
    }

    @Test(arguments: PendingStep.allCases, [true, false])
    func `it survives a restart if the app has asked for that`(pending: PendingStep, resumes: Bool) async throws {
        let world = try await pending.world()
        let secret = try await pending.prepare(world)
        let store = InMemoryCredentialStore()
        let step = try await pending.reach(try world.app(.userPoolOnly, store: store), resumes: resumes)
        let restarted = try world.app(.userPoolOnly, store: store)
        guard resumes else {
            let refused = await failure { _ = try await restarted.plugin.confirmSignIn(challengeResponse: "1") }
            #expect(refused == .anyInvalidState)
            return
        }
        try await pending.finish(restarted, world, step, secret: secret)
        #expect(try await restarted.session().userPoolTokensResult.value != nil)
    }
}
