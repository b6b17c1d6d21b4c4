// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSession
import GatehouseTestSupport
import GatehouseWire
import Testing

@Suite(.hangLimit) struct ConfigurationChangeTests {
    private static let former = StoreFixture.Pools(user: Fixture.userPoolID, identity: Fixture.identityPoolID)

    /// One change of the configuration, and whether it takes the session along.
    enum Change: CaseIterable {
        case none, client, noIdentityPool, identityPool, userPool, clientAndIdentityPool, noUserPool

        var pools: StoreFixture.Pools {
            var pools = ConfigurationChangeTests.former
            switch self {
            case .none: break
            case .client: pools.client = "another"
            case .noIdentityPool: pools.identity = nil
            case .identityPool: pools.identity = "us-east-1:another"
            case .userPool: pools.user = "us-east-1_Another"
            case .clientAndIdentityPool: (pools.client, pools.identity) = ("another", nil)
            case .noUserPool: pools.user = nil
            }
            return pools
        }

        var takesSessionAlong: Bool {
            switch self {
            case .none, .client, .noIdentityPool, .identityPool: true
            case .userPool, .clientAndIdentityPool, .noUserPool: false
            }
        }
    }

    @Test(arguments: Change.allCases)
    func `a session follows its user pool and client over restarts, and returns`(change: Change) async throws {
        let fixture = try StoreFixture()
        try await fixture.signIn(Self.former)
        for _ in 1...2 {
            let isSignedIn = try await fixture.run(change.pools) { await $0.fetchSession().isSignedIn }
            #expect(isSignedIn == change.takesSessionAlong)
        }
        let returned = try await fixture.run(Self.former) { await $0.fetchSession() }
        #expect(returned.isComplete)
    }

    @Test(arguments: [Change.noIdentityPool, .identityPool])
    func `a sign-out after a configuration change also holds after the change is undone`(change: Change) async throws {
        let fixture = try StoreFixture()
        try await fixture.signIn(Self.former)
        let outcome = try await fixture.run(change.pools) { await $0.signOut() }
        #expect(outcome == .complete)
        let isSignedIn = try await fixture.run(Self.former) { await $0.fetchSession().isSignedIn }
        #expect(!isSignedIn)
        let key = StoreKeys(userPoolID: Fixture.userPoolID, identityPoolID: Fixture.identityPoolID).session
        guard case .found(let data) = fixture.store.read(key) else { return }
        #expect(!String(decoding: data, as: UTF8.self).contains("refresh"))
    }

    @Test func `a sign-in after a configuration change also holds after the change is undone`() async throws {
        let fixture = try StoreFixture()
        try await fixture.signIn(Self.former)
        try await fixture.run(Change.noIdentityPool.pools) { engine in
            _ = await engine.signOut()
            _ = try await engine.signIn(username: "grace", password: "pw")
        }
        let report = try await fixture.run(Self.former) { await $0.fetchSession() }
        #expect(try report.tokens.get().refreshToken == "refresh-2")
    }

    @Test func `a session follows through several changes`() async throws {
        let fixture = try StoreFixture()
        try await fixture.signIn(Self.former)
        for change in [Change.noIdentityPool, .identityPool, .noIdentityPool, .none, .identityPool] {
            let report = try await fixture.run(change.pools) { await $0.fetchSession() }
            #expect(report.isSignedIn && report.tokens.isThere, "\(change)")
        }
    }

    @Test func `credentials of another identity pool are left behind`() async throws {
        let fixture = try StoreFixture()
        try await fixture.signIn(Self.former)
        let report = try await fixture.run(Change.identityPool.pools) { await $0.fetchSession() }
        #expect(report.isComplete)
        #expect(fixture.service.operations == ["GetId", "GetCredentialsForIdentity"])
    }

    @Test func `a guest stays a guest when a user pool is added`() async throws {
        let fixture = try StoreFixture()
        _ = try await fixture.run(Change.noUserPool.pools) { await $0.fetchSession() }
        fixture.service.forget()
        let report = try await fixture.run(Self.former) { await $0.fetchSession() }
        #expect(try report.identityID.get() == "guest-id")
        #expect(fixture.service.operations.isEmpty)
    }

    @Test(arguments: [FailingStore.Failing.read, .write])
    func `a store that fails during a change loses nothing`(failing: FailingStore.Failing) async throws {
        let store = FailingStore()
        let fixture = try StoreFixture(store: store)
        try await fixture.signIn(Self.former)
        store.fail(failing)
        let failed = try await fixture.run(Change.noIdentityPool.pools) { await $0.fetchSession() }
        guard case .storeUnreadable = failed.commonReason else {
            Issue.record("The trouble was not reported.")
            return
        }
        store.fail(nil)
        let report = try await fixture.run(Change.noIdentityPool.pools) { await $0.fetchSession() }
        #expect(report.tokens.isThere)
    }

    @Test func `a damaged session is reported and kept, until the app says otherwise`() async throws {
        let base = try Fixture()
        try await base.signIn()
        let key = StoreKeys(userPoolID: Fixture.userPoolID, identityPoolID: Fixture.identityPoolID).session
        try base.store.write(Data("{ half".utf8), for: key)
        let restarted = try base.restarted()
        guard case .storeUnreadable = await restarted.engine.fetchSession().commonReason else {
            Issue.record("The damage was not reported.")
            return
        }
        #expect(base.store.read(key) == .found(Data("{ half".utf8)))
        #expect(await restarted.engine.signOut() == .complete)
        #expect(base.store.read(key) == .absent)
    }

    @Test(arguments: [false, true])
    func `a damaged session does not prevent a sign-in`(isChallenged: Bool) async throws {
        let base = try Fixture()
        let key = StoreKeys(userPoolID: Fixture.userPoolID, identityPoolID: Fixture.identityPoolID).session
        try base.store.write(Data("{ half".utf8), for: key)
        let tokens = Fixture.tokens(base.clock)
        if isChallenged {
            base.service.on("InitiateAuth", .answer(["ChallengeName": "NEW_PASSWORD_REQUIRED", "Session": "s"]))
            base.service.on("RespondToAuthChallenge", .answer(["AuthenticationResult": tokens]))
        }
        let outcome = try await base.engine.signIn(username: "ada", password: "pw")
        #expect(outcome.isSignedIn == !isChallenged)
        if isChallenged { #expect(try await base.engine.confirmSignIn(response: "new").isSignedIn) }
        #expect(try base.engine.currentUser().username == "ada")
        #expect(await (try base.restarted()).engine.fetchSession().isComplete)
    }

    @Test func `keys are the original's`() {
        let both = StoreKeys(userPoolID: "u_1", identityPoolID: "i:2")
        #expect(both.session == "amplify.u_1.i:2.session")
        #expect(both.deviceMetadata(typedUsername: "Ada@B.c") == "amplify.u_1.i:2.ada@b.c.deviceMetadata")
        #expect(both.deviceASF(username: "Ada") == "amplify.u_1.i:2.Ada.deviceASF")
        #expect(StoreKeys(userPoolID: "u_1", identityPoolID: nil).session == "amplify.u_1.session")
        #expect(StoreKeys(userPoolID: nil, identityPoolID: "i:2").session == "amplify.i:2.session")
    }
}
