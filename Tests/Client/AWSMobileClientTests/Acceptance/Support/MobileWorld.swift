// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseClient
import GatehouseCore
import GatehouseServer
import GatehouseSession
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools

/// A server with its pools, and phones whose apps use it.
struct MobileWorld {
    static let password = "Correct-Horse-1"
    static let email = "ada@example.com"
    static let phoneNumber = "+12025550123"

    enum Pools {
        case both, userPoolOnly, identityPoolOnly, none
    }

    let gatehouse: TestGatehouse
    let pool: String
    let client: TestAppClient
    let identityPool: String

    /// Makes pools on a server of their own, unless one is given.
    init(
        allowsGuests: Bool = true, withSecret: Bool = false, rotatesRefreshTokens: Bool = false,
        on server: TestGatehouse? = nil
    ) async throws {
        let gatehouse = if let server { server } else { try await TestGatehouse() }
        try await self.init(
            pool: gatehouse.makeUserPool(), allowsGuests: allowsGuests, withSecret: withSecret, on: gatehouse)
        if rotatesRefreshTokens { try await rotateRefreshTokens() }
    }

    /// Makes an app client and an identity pool for a user pool.
    init(pool: String, allowsGuests: Bool = true, withSecret: Bool = false, on gatehouse: TestGatehouse) async throws {
        self.gatehouse = gatehouse
        self.pool = pool
        client = try await gatehouse.makeClient(ofPool: pool, withSecret: withSecret)
        identityPool = try await gatehouse.makeIdentityPool(
            userPool: pool, client: client, allowsGuests: allowsGuests)
    }

    /// Takes the pools that a test server has made.
    init(_ pool: TestPool, on gatehouse: TestGatehouse) {
        self.gatehouse = gatehouse
        (self.pool, client, identityPool) = (pool.id, pool.client, pool.identityPoolID)
    }

    private init(_ gatehouse: TestGatehouse, like world: MobileWorld) {
        self.gatehouse = gatehouse
        (pool, client, identityPool) = (world.pool, world.client, world.identityPool)
    }

    /// A world with Ada.
    static func withAda(
        allowsGuests: Bool = true, withSecret: Bool = false, rotatesRefreshTokens: Bool = false
    ) async throws -> MobileWorld {
        let world = try await MobileWorld(
            allowsGuests: allowsGuests, withSecret: withSecret, rotatesRefreshTokens: rotatesRefreshTokens)
        try await world.makeAda()
        return world
    }

    /// The same world with a copy of the server's data, and a clock of its own.
    func copy(seed: UInt64) throws -> MobileWorld {
        MobileWorld(try gatehouse.copy(seed: seed), like: self)
    }

    var service: UserPoolsService { gatehouse.installation.userPools.service(for: gatehouse.administration) }

    /// The name of the user pool in the identity pool.
    var provider: String { gatehouse.installation.deployment.loginKey(ofUserPool: pool) }

    /// A phone with nothing stored on it.
    func phone(
        _ pools: Pools = .userPoolOnly, flow: String? = nil, store: any CredentialStore = InMemoryCredentialStore(),
        isStoreShared: Bool = false, oauth: [String: Any]? = nil, browser: TestBrowser? = nil,
        provider: (any Transport)? = nil
    ) -> Phone {
        Phone(
            self, configuration: ConfigurationContent(configuration(pools, flow: flow, oauth: oauth)), store: store,
            isStoreShared: isStoreShared, browser: browser, provider: provider)
    }

    /// The content of `awsconfiguration.json`.
    func configuration(_ pools: Pools, flow: String? = nil, oauth: [String: Any]? = nil) -> [String: Any] {
        var content: [String: Any] = ["IdentityManager": ["Default": [String: String]()]]
        if pools == .both || pools == .userPoolOnly {
            var userPool = [
                "PoolId": pool, "AppClientId": client.id, "Region": "us-east-1", "Endpoint": gatehouse.baseURL,
            ]
            userPool["AppClientSecret"] = client.secret
            content["CognitoUserPool"] = ["Default": userPool]
        }
        if pools == .both || pools == .identityPoolOnly {
            let identity = ["PoolId": identityPool, "Region": "us-east-1", "Endpoint": gatehouse.baseURL]
            content["CredentialsProvider"] = ["CognitoIdentity": ["Default": identity]]
        }
        var auth: [String: Any] = [:]
        auth["authenticationFlowType"] = flow
        auth["OAuth"] = oauth
        if !auth.isEmpty { content["Auth"] = ["Default": auth] }
        return content
    }

    /// Makes Ada, with a verified address.
    func makeAda(_ attributes: [String: String] = [:]) async throws {
        let address = ["email": Self.email, "email_verified": "true"]
        try await gatehouse.makeUser(
            "ada", password: Self.password, inPool: pool, attributes: attributes.merging(address) { $1 })
    }

    /// The code that was sent there last.
    func code(to recipient: String) -> String {
        gatehouse.messages(to: recipient).first?.code ?? "none"
    }

    /// Lets the refresh token of a user, and all others, end at once.
    func revokeTokens(of name: String = "ada") async throws {
        _ = try await service.adminUserGlobalSignOut(AdminUserGlobalSignOutRequest(userPoolId: pool, username: name))
    }

    private func rotateRefreshTokens() async throws {
        _ = try await service.updateUserPoolClient(
            UpdateUserPoolClientRequest(
                userPoolId: pool, clientId: client.id,
                explicitAuthFlows: [.allowUserSrpAuth, .allowUserPasswordAuth],
                refreshTokenRotation: RefreshTokenRotationType(feature: .enabled, retryGracePeriodSeconds: 0)))
    }
}
