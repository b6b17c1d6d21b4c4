// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import AWSPluginsCore
import Amplify
import GatehouseTesting
import Testing

/// The results of the calls in every state.
@Suite struct StateTableTests {
    /// Signed in, then the results for identity id, credentials, tokens and user sub.
    private static let sessions: [AppState: String] = [
        .nobody: "false ok ok signedOut signedOut",
        .nobodyWithoutIdentityPool: "false configuration configuration configuration configuration",
        .guest: "false ok ok signedOut signedOut",
        .guestsNotAllowed: "false account account signedOut signedOut",
        .guestOffline: "false network network network network",
        .guestRefusedCredentials: "false notAuthorized notAuthorized notAuthorized notAuthorized",
        .signedIn: "true ok ok ok ok",
        .signedInWithoutIdentityPool: "true account account ok ok",
        .expired: "true sessionExpired sessionExpired sessionExpired sessionExpired",
        .offline: "true network network network network",
        .throttled: "true service service service service",
        .failing: "true unknown unknown unknown unknown",
        .signedOut: "false ok ok signedOut signedOut",
        .challenged: "false ok ok signedOut signedOut",
        .federated: "true ok ok invalidState invalidState",
        .federationOffline: "false network network network network",
        .identityPoolOnly: "false ok ok signedOut signedOut",
    ]

    @Test(arguments: AppState.allCases)
    func `the session says what is there and why the rest is missing`(state: AppState) async throws {
        let app = try await state.app(try await state.world())
        let session = try await app.session()
        let parts = [
            Self.word(session.identityIdResult), Self.word(session.awsCredentialsResult),
            Self.word(session.userPoolTokensResult), Self.word(session.userSubResult),
        ]
        #expect("\(session.isSignedIn) \(parts.joined(separator: " "))" == Self.sessions[state])
        #expect(app.events.names.first == "Auth.fetchSessionAPI")
    }

    private static let users: [AppState: String] = [
        .signedIn: "ok", .signedInWithoutIdentityPool: "ok", .expired: "ok", .offline: "ok", .throttled: "ok",
        .failing: "ok", .challenged: "invalidState", .federated: "invalidState", .federationOffline: "invalidState",
        .identityPoolOnly: "configuration",
    ]

    @Test(arguments: AppState.allCases)
    func `the current user is read without a request`(state: AppState) async throws {
        let app = try await state.app(try await state.world())
        let refused = await failure { _ = try await app.plugin.getCurrentUser() }
        #expect(refused?.name ?? "ok" == Self.users[state] ?? "signedOut")
        #expect(app.network.operations.isEmpty && app.events.names.isEmpty)
    }

    private static let signIns: [AppState: String] = [
        .guestOffline: "service", .guestRefusedCredentials: "notAuthorized",
        .signedIn: "invalidState", .signedInWithoutIdentityPool: "invalidState", .expired: "invalidState",
        .offline: "invalidState", .throttled: "invalidState", .failing: "invalidState",
        .federated: "invalidState", .federationOffline: "invalidState", .identityPoolOnly: "configuration",
    ]

    @Test(arguments: AppState.allCases)
    func `a sign-in succeeds or is refused without a request, by the state`(state: AppState) async throws {
        let world = try await state.world()
        let app = try await state.app(world)
        try await world.gatehouse.makeUser("lin", password: World.password, inPool: world.pool)
        let refused = await failure { _ = try await app.plugin.signIn(username: "lin", password: World.password) }
        let expected = Self.signIns[state] ?? "ok"
        #expect(refused?.name ?? "ok" == expected)
        #expect(app.network.operations.isEmpty == (expected == "invalidState" || expected == "configuration"))
        if expected == "ok" { #expect(try await app.plugin.getCurrentUser().username == "lin") }
        if state == .guestRefusedCredentials {
            // The tokens were issued already, and no client holds them.
            #expect(app.network.operations.last == "RevokeToken")
            #expect(await failure { _ = try await app.plugin.getCurrentUser() } == .anySignedOut)
        }
        #expect(app.events.names.first == "Auth.signInAPI")
        #expect(app.events.names.contains("Auth.signedIn") == (expected == "ok"))
    }

    private static let signOuts: [AppState: String] = [
        .offline: "partial", .federated: "failed invalidState", .federationOffline: "failed invalidState",
        .identityPoolOnly: "failed invalidState",
    ]

    @Test(arguments: AppState.allCases)
    func `a sign-out reports its completed parts`(state: AppState) async throws {
        let app = try await state.app(try await state.world())
        let result = try await app.signOut()
        let word =
            switch result {
            case .complete: "complete"
            case .partial(let revoke, nil, nil): revoke?.error.cause == .network ? "partial" : "partial?"
            case .partial: "partial?"
            case .failed(let error): "failed \(error.name)"
            }
        #expect(word == Self.signOuts[state] ?? "complete")
        // A user who has just been signed out gets no second event.
        let isNews = result.signedOutLocally && state != .signedOut
        #expect(app.events.names.contains("Auth.signedOut") == isNews)
        #expect(result.signedOutLocally == !word.hasPrefix("failed"))
    }

    private static let confirmations: [AppState: String] = [
        .signedIn: "ok", .signedInWithoutIdentityPool: "ok", .expired: "ok", .offline: "ok", .throttled: "ok",
        .failing: "ok", .challenged: "ok", .identityPoolOnly: "configuration",
    ]

    @Test(arguments: AppState.allCases)
    func `only an open challenge can be answered`(state: AppState) async throws {
        let app = try await state.app(try await state.world())
        let refused = await failure { _ = try await app.plugin.confirmSignIn(challengeResponse: World.password) }
        #expect(refused?.name ?? "ok" == Self.confirmations[state] ?? "invalidState")
        #expect(app.network.operations.isEmpty == (state != .challenged))
    }

    @Test(arguments: AppState.allCases)
    func `autoSignIn is refused without a sign-up before it`(state: AppState) async throws {
        let app = try await state.app(try await state.world())
        let refused = await failure { _ = try await app.plugin.autoSignIn() }
        #expect(refused?.name == (state == .identityPoolOnly ? "configuration" : "invalidState"))
        #expect(app.network.operations.isEmpty)
    }

    private static func word<Value>(_ result: Result<Value, AuthError>) -> String {
        guard let error = result.error else { return "ok" }
        return switch error.cause {
        case .invalidAccountTypeException: "account"
        case .network: "network"
        default: error.name
        }
    }
}
