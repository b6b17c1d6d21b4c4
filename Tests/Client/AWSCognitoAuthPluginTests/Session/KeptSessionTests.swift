// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import GatehouseClient
import GatehouseSession
import GatehouseTestSupport
import GatehouseTesting
import Synchronization
import Testing

@testable import AWSCognitoAuthPlugin

/// The session that calls return again, and what ends it.
@Suite(.hangLimit) struct KeptSessionTests {
    @Test func `a valid session is made once and returned as it is`() async throws {
        let app = try await World().signedInApp()
        let kept = try #require(app.plugin.keptSession)
        let session = try #require(kept.session as? AWSAuthCognitoSession)
        for _ in 0..<3 {
            #expect(try await app.session() == session)
            #expect(app.plugin.keptSession === kept)
        }
    }

    @Test func `the clock decides at each call whether the kept session counts`() async throws {
        let world = try await World()
        let app = try await world.signedInApp("ada", .userPoolOnly)
        let before = try await app.session()
        world.gatehouse.clock.advance(by: 3600 - 121)
        #expect(app.plugin.keptSession != nil)
        #expect(try await app.session() == before)
        world.gatehouse.clock.advance(by: 2)
        #expect(app.plugin.keptSession == nil)
        let after = try await app.session()
        #expect(after.userPoolTokensResult.value?.accessToken != before.userPoolTokensResult.value?.accessToken)
        #expect(after.userPoolTokensResult.value != nil && app.plugin.keptSession != nil)
    }

    @Test func `an expired session is not returned again while the network is away`() async throws {
        let world = try await World()
        let app = try await world.signedInApp()
        _ = try await app.session()
        world.gatehouse.clock.advance(by: 3600)
        app.network.fail(.unreachable)
        for _ in 0..<2 { #expect(try await app.session().userPoolTokensResult.error?.cause == .network) }
        #expect(app.plugin.keptSession == nil)
    }

    @Test(arguments: [World.Pools.both, .userPoolOnly])
    func `the call after a sign-out finds no user`(pools: World.Pools) async throws {
        let app = try await World().signedInApp("ada", pools)
        _ = try await app.session()
        #expect(try await app.signOut().signedOutLocally)
        let session = try await app.session()
        #expect(!session.isSignedIn)
        #expect(session.userPoolTokensResult.error != nil && session.userSubResult.error != nil)
    }

    @Test func `the call after a deletion finds no user`() async throws {
        let app = try await World().signedInApp()
        _ = try await app.session()
        try await app.plugin.deleteUser()
        #expect(try await !app.session().isSignedIn)
    }

    @Test func `the call after the sign-in of another user has nothing of the first one`() async throws {
        let world = try await World()
        let app = try await world.signedInApp("ada")
        try await world.gatehouse.makeUser("grace", password: World.password, inPool: world.pool)
        let first = try await app.session()
        #expect(try await app.signOut().signedOutLocally)
        #expect(try await app.plugin.signIn(username: "grace", password: World.password).isSignedIn)
        let second = try await app.session()
        let id = try await app.plugin.getCurrentUser().userId
        #expect(second.userSubResult.value == id && first.userSubResult.value != id)
        #expect(second.identityIdResult.value != first.identityIdResult.value)
        #expect(second.userPoolTokensResult.value?.idToken != first.userPoolTokensResult.value?.idToken)
        #expect(second.awsCredentialsResult.value != nil)
        #expect(second.awsCredentialsResult.value?.accessKeyId != first.awsCredentialsResult.value?.accessKeyId)
    }

    @Test func `a forced renewal replaces what the calls after it return`() async throws {
        let world = try await World()
        let app = try await world.signedInApp()
        let before = try await app.session()
        world.gatehouse.clock.advance(by: 10)
        let forced = try await app.session(force: true)
        #expect(forced.userPoolTokensResult.value?.accessToken != before.userPoolTokensResult.value?.accessToken)
        #expect(try await app.session() == forced)
        #expect(app.network.count("GetTokensFromRefreshToken") == 1)
    }

    @Test func `a plugin that was reset keeps nothing`() async throws {
        let app = try await World().signedInApp()
        _ = try await app.session()
        await app.plugin.reset()
        #expect(app.plugin.keptSession == nil)
        #expect(try await app.session().userPoolTokensResult.error == .anyConfiguration)
    }

    @Test func `the sign-out of another program that shares the store ends the kept session`() async throws {
        let world = try await World()
        try await world.gatehouse.makeUser("ada", password: World.password, inPool: world.pool)
        let store = InMemoryCredentialStore()
        let programs = try (0..<2).map { _ -> AWSCognitoAuthPlugin in
            let plugin = AWSCognitoAuthPlugin(
                transport: TestNetwork(world.gatehouse.transport),
                clock: .following(world.gatehouse.clock),
                events: AuthEvents { _ in },
                isStoreShared: true,
                openStore: { _ in store }
            )
            try plugin.configure(using: world.configuration(.userPoolOnly))
            return plugin
        }
        _ = try await programs[0].signIn(username: "ada", password: World.password)
        for program in programs { #expect(try await program.fetchAuthSession().isSignedIn) }
        _ = await programs[1].signOut()
        #expect(try await !programs[0].fetchAuthSession().isSignedIn)
    }

    @Test func `calls during sign-ins and sign-outs have one user's parts, and calls after them the present state`()
        async throws
    {
        let world = try await World()
        let app = try await world.signedInApp("ada", .userPoolOnly)
        try await world.gatehouse.makeUser("grace", password: World.password, inPool: world.pool)
        let end = Flag()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    while !end.isRaised {
                        let session = try await app.session()
                        #expect(Self.subject(of: session) == session.userSubResult.value)
                        app.events.clear()
                        await Task.yield()
                    }
                }
            }
            do {
                defer { end.raise() }
                for name in ["grace", "ada", "grace"] {
                    #expect(try await app.signOut().signedOutLocally)
                    #expect(try await !app.session().isSignedIn)
                    #expect(try await app.plugin.signIn(username: name, password: World.password).isSignedIn)
                    let id = try await app.plugin.getCurrentUser().userId
                    #expect(try await app.session().userSubResult.value == id)
                }
            }
            try await group.waitForAll()
        }
    }

    /// The user that the access token names.
    private static func subject(of session: AWSAuthCognitoSession) -> String? {
        guard let token = session.userPoolTokensResult.value?.accessToken else { return nil }
        return AWSAuthService().getTokenClaims(tokenString: token).value?["sub"] as? String
    }
}

/// Something that is said once, by one task to others.
private final class Flag: Sendable {
    private let raised = Atomic(false)

    var isRaised: Bool { raised.load(ordering: .acquiring) }

    func raise() { raised.store(true, ordering: .releasing) }
}
