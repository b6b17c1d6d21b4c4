// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import GatehouseSession
import GatehouseTestSupport
import GatehouseTesting
import Testing

/// A sign-in that is left alone at a step, on the real server.
@Suite(.hangLimit) struct PendingStepTests {
    @Test(arguments: PendingStep.allCases)
    func `a pending sign-in can begin again and leaves nothing behind`(pending: PendingStep) async throws {
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
    func `a sign-out abandons a pending sign-in without a request, and later answers are refused`(
        pending: PendingStep
    ) async throws {
        let world = try await pending.world()
        let secret = try await pending.prepare(world)
        let app = try world.app(.userPoolOnly)
        for global in [false, true] {
            _ = try await pending.reach(app)
            app.network.forget()
            guard case .complete = try await app.signOut(global: global) else {
                Issue.record("The sign-out is not complete.")
                return
            }
            #expect(await failure { _ = try await app.plugin.getCurrentUser() } == .anySignedOut)
            let refused = await failure { _ = try await app.plugin.confirmSignIn(challengeResponse: "1") }
            #expect(refused == .anyInvalidState && app.network.operations.isEmpty)
            world.gatehouse.clock.advance(by: 60)
        }
        try await pending.finish(app, world, try await pending.reach(app), secret: secret)
        #expect(try await app.session().userPoolTokensResult.value != nil)
    }

    @Test(arguments: PendingStep.allCases)
    func `a sign-out after a restart abandons it for all later processes`(pending: PendingStep) async throws {
        let world = try await pending.world()
        _ = try await pending.prepare(world)
        let store = InMemoryCredentialStore()
        _ = try await pending.reach(try world.app(.userPoolOnly, store: store), resumes: true)
        let restarted = try world.app(.userPoolOnly, store: store)
        guard case .complete = try await restarted.signOut() else {
            Issue.record("The sign-out is not complete.")
            return
        }
        for app in [restarted, try world.app(.userPoolOnly, store: store)] {
            let refused = await failure { _ = try await app.plugin.confirmSignIn(challengeResponse: "1") }
            #expect(refused == .anyInvalidState && app.network.operations.isEmpty)
        }
    }

    @Test(arguments: PendingStep.allCases, [true, false])
    func `a pending sign-in survives a restart with resumesAfterRestart`(
        pending: PendingStep, resumes: Bool
    ) async throws {
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
