// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import Foundation
import GatehouseClient
import GatehouseSession
import GatehouseTesting

/// The states that an app can be in, each reached on the real server.
enum AppState: CaseIterable {
    case nobody, nobodyWithoutIdentityPool, guest, guestsNotAllowed, guestOffline, guestRefusedCredentials
    case signedIn, signedInWithoutIdentityPool, expired, offline, throttled, failing, signedOut
    case challenged, federated, federationOffline, identityPoolOnly

    /// An app in this state; the recorded requests and events are cleared.
    func app(_ world: World) async throws -> TestApp {
        let app = try await reached(world)
        app.network.forget()
        app.events.clear()
        return app
    }

    /// A world whose identity pool treats guests as the state needs it.
    func world() async throws -> World {
        try await World(allowsGuests: self != .guestsNotAllowed)
    }

    private func reached(_ world: World) async throws -> TestApp {
        switch self {
        case .nobody, .guestsNotAllowed: return try world.app()
        case .nobodyWithoutIdentityPool: return try world.app(.userPoolOnly)
        case .identityPoolOnly: return try world.app(.identityPoolOnly)
        case .guest:
            let app = try world.app()
            _ = try await app.session()
            return app
        case .guestOffline:
            let app = try world.app()
            app.network.fail(.unreachable)
            return app
        case .guestRefusedCredentials:
            let app = try world.app()
            app.network.answer(.refusal("NotAuthorizedException"), to: "GetCredentialsForIdentity")
            return app
        case .signedIn: return try await world.signedInApp()
        case .signedInWithoutIdentityPool: return try await world.signedInApp("ada", .userPoolOnly)
        case .expired:
            return try await outdated(world) { $0.answer(.refusal("NotAuthorizedException"), to: Self.refresh) }
        case .offline: return try await outdated(world) { $0.fail(.unreachable) }
        case .throttled:
            return try await outdated(world) { $0.answer(.refusal("TooManyRequestsException"), to: Self.refresh) }
        case .failing:
            return try await outdated(world) {
                $0.answer(TransportResponse(status: 503, body: Data()), to: Self.refresh)
            }
        case .signedOut:
            let app = try await world.signedInApp()
            _ = try await app.signOut()
            return app
        case .challenged:
            try await world.makeTemporaryUser("grace", password: "Temporary-1")
            let app = try world.app()
            _ = try await app.plugin.signIn(username: "grace", password: "Temporary-1")
            return app
        case .federated: return try world.federatedApp(lifetime: 3600)
        case .federationOffline:
            let app = try world.federatedApp(lifetime: -1)
            app.network.fail(.unreachable)
            return app
        }
    }

    private static let refresh = "GetTokensFromRefreshToken"

    /// An app whose tokens are over, on a network that is changed after the sign-in.
    private func outdated(_ world: World, _ change: (TestNetwork) -> Void) async throws -> TestApp {
        let app = try await world.signedInApp()
        world.gatehouse.clock.advance(by: 3600)
        change(app.network)
        return app
    }
}

extension World {
    /// An app that a former run has federated with the identity pool alone.
    func federatedApp(lifetime: TimeInterval) throws -> TestApp {
        let credentials = AWSCredentials(
            accessKeyID: "ASIA",
            secretAccessKey: "secret",
            sessionToken: "token",
            expiration: gatehouse.clock.now.addingTimeInterval(lifetime)
        )
        let record = SessionRecord.federated(
            login: FederatedLogin(provider: "accounts.google.com", token: "token"),
            identity: GrantedIdentity(identityID: "us-east-1:1", credentials: credentials)
        )
        let store = InMemoryCredentialStore()
        let keys = StoreKeys(userPoolID: pool, identityPoolID: identityPool)
        try store.write(record.encoded(), for: keys.session)
        return try app(store: store)
    }
}

extension TransportResponse {
    /// A service's refusal by that exception.
    static func refusal(_ exception: String) -> TransportResponse {
        TransportResponse(status: 400, body: Data(#"{"__type":"\#(exception)","message":"refused"}"#.utf8))
    }
}
