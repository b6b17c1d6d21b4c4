// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseCrypto
import GatehouseFederation
import GatehouseIdentityPools
import GatehousePasswordHashing
import GatehouseSecurityTokens
import GatehouseServerCrypto
import GatehouseSignIn
import GatehouseStorage
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

/// Logins with the tokens of real user pools.
@Suite struct UserPoolLoginTests {
    @Test func `an ID token is a login under both keys`() async throws {
        let town = try await Town()
        let tokens = try await town.signIn()
        let id = try await town.id([town.key: tokens.id])
        #expect(try await town.id([town.key: try await town.signIn().id]) == id)
        #expect(try await town.id(["localhost:9229/\(town.userPool)": tokens.id]) == id)
    }

    @Test func `an access token is not a login`() async throws {
        let town = try await Town()
        let token = try await town.signIn().access
        await #expect(throws: Self.refused("Invalid login token. Missing a required claim: aud")) {
            _ = try await town.id([town.key: token])
        }
    }

    @Test func `an expired token is not a login, and the text puts the present first`() async throws {
        let town = try await Town()
        let token = try await town.signIn().id
        let start = Int(town.clock.now.timeIntervalSince1970)
        town.clock.advance(by: 3_599)
        _ = try await town.id([town.key: token])
        town.clock.advance(by: 1)
        let text = "Invalid login token. Token expired: \(start + 3_600) >= \(start + 3_600)"
        await #expect(throws: Self.refused(text)) { _ = try await town.id([town.key: token]) }
    }

    @Test func `garbage is not a login`() async throws {
        let town = try await Town()
        await #expect(throws: Self.refused("Invalid login token. Not a valid OpenId Connect identity token.")) {
            _ = try await town.id([town.key: "garbage"])
        }
    }

    @Test func `a token with another signature is not a login`() async throws {
        let town = try await Town()
        let (alice, bob) = (try await town.signIn().id, try await town.signIn("bob").id)
        let parts = alice.split(separator: ".").dropLast() + [bob.split(separator: ".")[2]]
        await #expect(throws: Self.refused("Invalid login token. Couldn't verify signed token.")) {
            _ = try await town.id([town.key: parts.joined(separator: ".")])
        }
    }

    @Test func `a client that the pool does not list has no logins`() async throws {
        let town = try await Town()
        let token = try await town.signIn(client: try await town.makeClient()).id
        await #expect(throws: Self.refused("Token is not from a supported provider of this identity pool.")) {
            _ = try await town.id([town.key: token])
        }
    }

    /// The ways in which a token ends before its time.
    enum End: CaseIterable {
        case globalSignOut, signOutByAdministrator, revocation, disabledUser, deletedUser
    }

    @Test(arguments: End.allCases, [false, true])
    func `a revoked token is no login and buys no credentials, whatever ServerSideTokenCheck says`(
        _ end: End, _ checks: Bool
    ) async throws {
        let town = try await Town(checksTokens: checks)
        let tokens = try await town.signIn()
        let identity = try await town.id([town.key: tokens.id])
        switch end {
        case .globalSignOut: _ = try await town.users.globalSignOut(GlobalSignOutRequest(accessToken: tokens.access))
        case .signOutByAdministrator:
            _ = try await town.users.adminUserGlobalSignOut(
                AdminUserGlobalSignOutRequest(userPoolId: town.userPool, username: "alice"))
        case .revocation:
            _ = try await town.users.revokeToken(RevokeTokenRequest(token: tokens.refresh, clientId: town.client))
        case .disabledUser:
            _ = try await town.users.adminDisableUser(
                AdminDisableUserRequest(userPoolId: town.userPool, username: "alice"))
        case .deletedUser:
            _ = try await town.users.adminDeleteUser(
                AdminDeleteUserRequest(userPoolId: town.userPool, username: "alice"))
        }
        await #expect(throws: Self.refused("Token is inactive")) { _ = try await town.id([town.key: tokens.id]) }
        await #expect(throws: Self.refused("Token is inactive")) {
            _ = try await town.identities.getCredentialsForIdentity(
                GetCredentialsForIdentityInput(identityId: identity, logins: [town.key: tokens.id]))
        }
    }

    static func refused(_ text: String) -> ServiceFault { ServiceFault(.notAuthorized, text) }
}

/// A user pool with two users, and an identity pool that trusts one of its clients.
struct Town: Sendable {
    static let password = "Correct-horse-7"

    let clock = TestClock()
    let users: UserPoolsService
    let securityTokens: SecurityTokens
    private let database: any SQLDatabase
    private let sealer: Sealer
    let userPools: UserPools
    private(set) var identityPools: IdentityPools
    let userPool: String
    let client: String
    let identityPool: String

    var identities: IdentityPoolsService { identityPools.service(for: Self.context) }

    private static let context = RequestContext(
        requestID: "test", principal: .administrator(accessKeyID: "AKIATEST"))

    var key: String { "cognito-idp.us-east-1.amazonaws.com/\(userPool)" }

    init(
        checksTokens: Bool = true, writes attributes: [String]? = nil, userClaims: UserClaimUse = .refused
    ) async throws {
        let entropy = Entropy.seeded(11)
        let database = try await EmptyDatabase.make()
        let sealer = Sealer(ring: try KeyRing.generate(id: "test", entropy: entropy), entropy: entropy)
        userPools = UserPools(
            store: SQLUserPoolStore(database), sealer: sealer, clock: clock.clock, entropy: entropy,
            courier: NoCourier(), compute: .inline, arithmetic: MontgomeryArithmetic.shared,
            signer: SwiftCryptoRSASigner(), hasher: SystemPasswordHasher(), hashing: .inline,
            deployment: Deployment()
        )
        let store = SQLIdentityPoolStore(database)
        let tokens = IdentityTokens(store: store, sealer: sealer, clock: clock.clock, deployment: Deployment())
        let federation = Federation(fetch: NoOutboundFetch(), clock: clock.clock, entropy: entropy)
        securityTokens = SecurityTokens(
            access: SQLAccessStore(database), sealer: sealer, clock: clock.clock, entropy: entropy,
            loginVerifiers: [userPools.loginVerifier], federation: federation, issuers: [tokens],
            deployment: Deployment())
        identityPools = IdentityPools(
            store: store, tokens: tokens, securityTokens: securityTokens, sealer: sealer, clock: clock.clock,
            entropy: entropy, loginVerifiers: [userPools.loginVerifier], federation: federation,
            deployment: Deployment(), writtenClaims: userPools.writtenClaims, userClaims: userClaims
        )
        self.database = database
        self.sealer = sealer
        users = userPools.service(for: Self.context)
        let identities = identityPools.service(for: Self.context)
        userPool = try #require(
            try await users.createUserPool(CreateUserPoolRequest(poolName: "town")).userPool?.id
        )
        client = try await Self.makeClient(of: userPool, writes: attributes, users)
        identityPool = try await Self.makeIdentityPool(userPool, client, identities, checksTokens: checksTokens)
        for name in ["alice", "bob"] { try await makeUser(name) }
    }

    /// The same town, served without the claims of users.
    var serving: Town {
        var other = self
        let store = SQLIdentityPoolStore(database)
        other.identityPools = IdentityPools(
            store: store,
            tokens: IdentityTokens(store: store, sealer: sealer, clock: clock.clock, deployment: Deployment()),
            securityTokens: securityTokens, sealer: sealer, clock: clock.clock, entropy: .seeded(12),
            loginVerifiers: [userPools.loginVerifier],
            federation: Federation(fetch: NoOutboundFetch(), clock: clock.clock, entropy: .seeded(12)),
            deployment: Deployment(), writtenClaims: userPools.writtenClaims)
        return other
    }

    func makeClient() async throws -> String { try await Self.makeClient(of: userPool, writes: nil, users) }

    func id(_ logins: [String: String]) async throws -> String {
        let answer = try await identities.getId(GetIdInput(identityPoolId: identityPool, logins: logins))
        return try #require(answer.identityId)
    }

    func signIn(
        _ name: String = "alice", client: String? = nil
    ) async throws -> (id: String, access: String, refresh: String) {
        let answer = try await users.initiateAuth(
            InitiateAuthRequest(
                authFlow: .userPasswordAuth, authParameters: ["USERNAME": name, "PASSWORD": Self.password],
                clientId: client ?? self.client
            )
        )
        let tokens = try #require(answer.authenticationResult)
        return (
            try #require(tokens.idToken), try #require(tokens.accessToken), try #require(tokens.refreshToken)
        )
    }

    private func makeUser(_ name: String) async throws {
        _ = try await users.adminCreateUser(
            AdminCreateUserRequest(userPoolId: userPool, username: name, messageAction: .suppress)
        )
        _ = try await users.adminSetUserPassword(
            AdminSetUserPasswordRequest(
                userPoolId: userPool, username: name, password: Self.password, permanent: true
            )
        )
    }

    private static func makeClient(
        of userPool: String, writes attributes: [String]?, _ users: UserPoolsService
    ) async throws -> String {
        let answer = try await users.createUserPoolClient(
            CreateUserPoolClientRequest(
                userPoolId: userPool, clientName: "app", writeAttributes: attributes,
                explicitAuthFlows: [.allowUserPasswordAuth]
            )
        )
        return try #require(answer.userPoolClient?.clientId)
    }

    private static func makeIdentityPool(
        _ userPool: String, _ client: String, _ identities: IdentityPoolsService, checksTokens: Bool
    ) async throws -> String {
        let provider = CognitoIdentityProvider(
            providerName: Deployment().loginKey(ofUserPool: userPool), clientId: client,
            serverSideTokenCheck: checksTokens
        )
        return try await identities.createIdentityPool(
            CreateIdentityPoolInput(
                identityPoolName: "town", allowUnauthenticatedIdentities: false, cognitoIdentityProviders: [provider]
            )
        ).identityPoolId
    }
}

/// A courier that is never called: these tests send no messages.
private struct NoCourier: Courier {
    func consign(_ message: Message, isDecoy: Bool) -> PreparedDelivery { PreparedDelivery(queued: nil) { _, _ in } }
}
