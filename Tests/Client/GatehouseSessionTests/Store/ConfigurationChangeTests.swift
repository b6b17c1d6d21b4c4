// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseSession
import Testing

@Suite(.timeLimit(.minutes(1))) struct ConfigurationChangeTests {
    private struct Pools {
        var user: String?
        var client = "client"
        var region = "us-east-1"
        var identity: String?
    }

    private static func engine(_ pools: Pools, _ base: Fixture) throws -> SessionEngine {
        let endpoint = try Endpoint("http://localhost:9229", key: "k")
        let configuration = try SessionConfiguration(
            userPool: pools.user.map {
                try UserPoolConfiguration(poolID: $0, clientID: pools.client, region: pools.region, endpoint: endpoint)
            },
            identityPool: pools.identity.map {
                try IdentityPoolConfiguration(poolID: $0, region: "us-east-1", endpoint: endpoint)
            }
        )
        return SessionEngine(
            configuration: configuration,
            store: base.store,
            transport: base.service,
            clock: base.clock.clock,
            entropy: .seeded(2)
        )
    }

    private static let former = Pools(user: Fixture.userPoolID, identity: Fixture.identityPoolID)

    @Test(arguments: [
        ("same", true), ("other client only", true), ("without identity pool", true), ("other identity pool", true),
        ("other user pool", false), ("other client and identity pool", false), ("identity pool alone", false),
    ])
    func `a session follows its user pool and client`(change: String, isKept: Bool) async throws {
        let base = try Fixture()
        try await base.signIn()
        var pools = Self.former
        switch change {
        case "other client only": pools.client = "another"
        case "without identity pool": pools.identity = nil
        case "other identity pool": pools.identity = "us-east-1:another"
        case "other user pool": pools.user = "us-east-1_Another"
        case "other client and identity pool": (pools.client, pools.identity) = ("another", nil)
        case "identity pool alone": pools.user = nil
        default: break
        }
        let engine = try Self.engine(pools, base)
        #expect(await engine.fetchSession().isSignedIn == isKept)
        // The former session has moved or is gone: going back brings back no more than was carried along.
        let back = try base.restarted().engine
        #expect(await back.fetchSession().isSignedIn == isKept)
    }

    @Test func `credentials of another identity pool are left behind`() async throws {
        let base = try Fixture()
        try await base.signIn()
        var pools = Self.former
        pools.identity = "us-east-1:another"
        let engine = try Self.engine(pools, base)
        #expect(await engine.fetchSession().isComplete)
        #expect(base.service.operations == ["GetId", "GetCredentialsForIdentity"])
    }

    @Test func `a guest stays a guest when a user pool is added`() async throws {
        let base = try Fixture(userPool: false)
        _ = await base.engine.fetchSession()
        base.service.forget()
        let engine = try Self.engine(Self.former, base)
        #expect(try await engine.fetchSession().identityID.get() == "guest-id")
        #expect(base.service.operations.isEmpty)
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

    @Test func `keys are those of the original`() {
        let both = StoreKeys(userPoolID: "u_1", identityPoolID: "i:2")
        #expect(both.session == "amplify.u_1.i:2.session")
        #expect(both.deviceMetadata(typedUsername: "Ada@B.c") == "amplify.u_1.i:2.ada@b.c.deviceMetadata")
        #expect(both.deviceASF(username: "Ada") == "amplify.u_1.i:2.Ada.deviceASF")
        #expect(StoreKeys(userPoolID: "u_1", identityPoolID: nil).session == "amplify.u_1.session")
        #expect(StoreKeys(userPoolID: nil, identityPoolID: "i:2").session == "amplify.i:2.session")
    }
}
