// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseFederation
import GatehouseIdentityPools
import GatehouseSecurityTokens
import GatehouseServerCrypto
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Synchronization
import Testing

/// Identity pools on a database of their own, with two user pools whose tokens they accept.
struct House: RegistryFixture {
    static let authenticatedRole = "arn:aws:iam::123456789012:role/app/Users"
    static let developer = "login.mycompany.myapp"
    /// The key of an identity pool's own tokens.
    static let cognito = "cognito-identity.amazonaws.com"
    static let guestRole = "arn:aws:iam::123456789012:role/Guests"

    let clock = TestClock()
    let sealer: Sealer
    let store: SQLIdentityPoolStore
    let access: SQLAccessStore
    let securityTokens: SecurityTokens
    let pools: IdentityPools
    let issuer: TokenIssuer
    /// Counts the transactions of all of them.
    let database: CountingDatabase

    init(
        ring: KeyRing? = nil, guests: GuestRules = GuestRules(), keys: any SigningKeySource = OneSigningKey(),
        fetch: any OutboundFetch = NoOutboundFetch()
    ) async throws {
        let entropy = Entropy.seeded(7)
        let empty = try await EmptyDatabase.make()
        database = CountingDatabase(empty)
        store = SQLIdentityPoolStore(database)
        access = SQLAccessStore(database)
        sealer = Sealer(ring: try ring ?? KeyRing.generate(id: "test", entropy: entropy), entropy: entropy)
        issuer = TokenIssuer(clock: clock)
        let federation = Federation(fetch: fetch, clock: clock.clock, entropy: entropy)
        let tokens = IdentityTokens(
            store: store, sealer: sealer, keys: keys, clock: clock.clock, deployment: Deployment())
        securityTokens = SecurityTokens(
            access: access, sealer: sealer, clock: clock.clock, entropy: entropy, loginVerifiers: [issuer],
            federation: federation, issuers: [tokens], deployment: Deployment())
        pools = IdentityPools(
            store: store, tokens: tokens, securityTokens: securityTokens, sealer: sealer, clock: clock.clock,
            entropy: entropy, loginVerifiers: [issuer], federation: federation, deployment: Deployment(),
            guests: guests
        )
    }

    /// The operations for a caller that signs as an administrator; operations without a signature accept it as well.
    var service: IdentityPoolsService { service(.administrator(accessKeyID: "AKIATEST")) }

    func service(_ principal: Principal, region: String = "us-east-1") -> IdentityPoolsService {
        pools.service(for: RequestContext(requestID: "test", region: region, principal: principal))
    }

    /// A pool with roles that accepts client `web` of both user pools, and lists providers that nothing verifies.
    func makePool(guests: Bool = true, mappings: [String: RoleMapping]? = nil) async throws -> String {
        let pool = try await service.createIdentityPool(
            CreateIdentityPoolInput(
                identityPoolName: "test", allowUnauthenticatedIdentities: guests,
                supportedLoginProviders: ["graph.facebook.com": "7346241598935555"],
                developerProviderName: "login.mycompany.myapp",
                openIdConnectProviderARNs: ["arn:aws:iam::123456789012:oidc-provider/login.example.com/tenant"],
                cognitoIdentityProviders: [
                    CognitoIdentityProvider(providerName: UserPool.first.key, clientId: "web"),
                    CognitoIdentityProvider(
                        providerName: UserPool.second.key, clientId: "web", serverSideTokenCheck: true
                    ),
                ]
            )
        )
        try await setRoles(
            of: pool.identityPoolId,
            ["authenticated": House.authenticatedRole, "unauthenticated": House.guestRole], mappings: mappings
        )
        return pool.identityPoolId
    }

    func setRoles(of pool: String, _ roles: [String: String], mappings: [String: RoleMapping]? = nil) async throws {
        try await service.setIdentityPoolRoles(
            SetIdentityPoolRolesInput(identityPoolId: pool, roles: roles, roleMappings: mappings)
        )
    }

    func id(in pool: String, _ logins: [String: String]? = nil) async throws -> String {
        try #require(try await service.getId(GetIdInput(identityPoolId: pool, logins: logins)).identityId)
    }

    func credentials(
        _ identity: String, _ logins: [String: String]? = nil, role: String? = nil
    ) async throws -> GetCredentialsForIdentityResponse {
        try await service.getCredentialsForIdentity(
            GetCredentialsForIdentityInput(identityId: identity, logins: logins, customRoleArn: role)
        )
    }

    /// A token of the developer's provider for a user.
    func developerToken(
        in pool: String, _ user: String, identity: String? = nil, logins: [String: String] = [:],
        tags: [String: String]? = nil, duration: Int64? = nil
    ) async throws -> (identity: String, token: String) {
        let answer = try await service.getOpenIdTokenForDeveloperIdentity(
            GetOpenIdTokenForDeveloperIdentityInput(
                identityPoolId: pool, identityId: identity,
                logins: logins.merging([House.developer: user]) { _, new in new }, principalTags: tags,
                tokenDuration: duration
            )
        )
        return (try #require(answer.identityId), try #require(answer.token))
    }

    /// A token of `GetOpenIdToken`.
    func token(_ identity: String, _ logins: [String: String]? = nil) async throws -> (identity: String, token: String)
    {
        let answer = try await service.getOpenIdToken(GetOpenIdTokenInput(identityId: identity, logins: logins))
        return (try #require(answer.identityId), try #require(answer.token))
    }

    /// The session that a resolver finds for credentials.
    func session(of credentials: Credentials?) async throws -> RoleSession {
        let credentials = try #require(credentials)
        let key = try await securityTokens.accessKeys.resolve(
            accessKeyID: try #require(credentials.accessKeyId), sessionToken: credentials.sessionToken
        )
        guard case .role(let session)? = key?.principal else { throw ServiceFault(.internalError, "no role") }
        return session
    }
}

/// The same key for every test, because generating one takes long.
struct OneSigningKey: SigningKeySource {
    func next() throws -> RSASigningKey { try TokenIssuer.key.get() }
}

/// A clock that only the test advances.
final class TestClock: Sendable {
    private let date = Mutex(Date(timeIntervalSince1970: 1_700_000_000))

    var clock: WallClock { WallClock { self.now } }
    var now: Date { date.withLock { $0 } }

    func advance(by seconds: TimeInterval) {
        date.withLock { $0 += seconds }
    }
}
