// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseOutbound
import GatehouseServer
import GatehouseSignIn
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

/// What a reset of a server for development gives back, and what it ends.
@Suite struct ResetStateTests {
    private static let pool = "us-east-1_Shop00001"
    private static let identityPool = "us-east-1:00000000-0000-4000-8000-00000000000a"
    private static let sub = "00000000-0000-4000-8000-000000000001"
    private static let password = "Correct-Horse-7!"

    private static let seed = seed(
        users: #"""
            {"username": "ada", "password": "\#(password)", "sub": "\#(sub)",
             "attributes": {"email": "ada@example.com", "email_verified": "true"}}
            """#)

    private static func seed(users: String) -> String {
        """
        {"userPools": [{
          "id": "\(pool)", "name": "shop", "domain": "shop", "settings": {"AutoVerifiedAttributes": ["email"]},
          "resourceServers": [{"identifier": "orders", "scopes": {"read": "Read orders"}}],
          "identityProviders": [{"name": "Corp", "type": "OIDC", "settings": {"ProviderDetails": {
            "client_id": "c", "client_secret": "s", "attributes_request_method": "GET", "oidc_issuer": "https://op.example",
            "authorize_scopes": "openid", "authorize_url": "https://op.example/a", "token_url": "https://op.example/t",
            "attributes_url": "https://op.example/u", "jwks_uri": "https://op.example/k"}}}],
          "clients": [
            {"name": "web", "settings": {
              "ExplicitAuthFlows": ["ALLOW_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH", "ALLOW_USER_AUTH"]}},
            {"name": "lasting", "settings": {
              "ExplicitAuthFlows": ["ALLOW_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH", "ALLOW_USER_AUTH"],
              "EnableTokenRevocation": false}},
            {"name": "backend", "settings": {
              "GenerateSecret": true, "AllowedOAuthFlows": ["client_credentials"], "AllowedOAuthFlowsUserPoolClient": true,
              "AllowedOAuthScopes": ["orders/read"], "SupportedIdentityProviders": ["Corp"]}}],
          "users": [\(users)],
          "identityPool": {"id": "\(identityPool)", "name": "shop", "guests": true}
        }]}
        """
    }

    /// What apps and services have copies of.
    private struct Kept: Equatable {
        var keys: [WireValue]
        var clients: [String: String?]
        var domains: [String?]
        var subs: [String]
        var servers: [String]
        var providers: [String?]
        var identityPools: [String]
    }

    private func kept(_ dev: DevelopmentFolder) async throws -> Kept {
        let first = dev.development.resources
        var kept = Kept(keys: [], clients: [:], domains: [], subs: [], servers: [], providers: [], identityPools: [])
        for pool in [first.userPoolID, Self.pool] {
            kept.keys.append(await dev.answer(TestRequest(path: "/\(pool)/.well-known/jwks.json")).json)
            let listed = try await dev.pools.listUserPoolClients(
                ListUserPoolClientsRequest(userPoolId: pool, maxResults: 60))
            for client in listed.userPoolClients ?? [] {
                let request = DescribeUserPoolClientRequest(userPoolId: pool, clientId: client.clientId ?? "")
                let described = try await dev.pools.describeUserPoolClient(request).userPoolClient
                kept.clients["\(client.clientName ?? "") \(client.clientId ?? "")"] = described?.clientSecret
            }
            let described = try await dev.pools.describeUserPool(DescribeUserPoolRequest(userPoolId: pool)).userPool
            kept.domains.append(described?.domain)
            for user in try await dev.pools.listUsers(ListUsersRequest(userPoolId: pool)).users ?? [] {
                kept.subs.append(user.attributes?.first { $0.name == "sub" }?.value ?? "")
            }
            let servers = try await dev.pools.listResourceServers(ListResourceServersRequest(userPoolId: pool))
            kept.servers += servers.resourceServers.compactMap(\.identifier)
            let providers = try await dev.pools.listIdentityProviders(ListIdentityProvidersRequest(userPoolId: pool))
            kept.providers += providers.providers.map(\.providerName)
        }
        kept.subs.sort()
        kept.identityPools = try await dev.identityPoolIDs()
        return kept
    }

    /// Changes and deletes what the first start and the seed have made, and adds more.
    private func disturb(_ dev: DevelopmentFolder) async throws {
        let first = dev.development.resources
        for number in 1...3 {
            _ = try await dev.pools.adminCreateUser(
                AdminCreateUserRequest(
                    userPoolId: first.userPoolID, username: "user\(number)", messageAction: .suppress))
        }
        _ = try await dev.pools.adminDeleteUser(AdminDeleteUserRequest(userPoolId: Self.pool, username: "ada"))
        _ = try await dev.pools.deleteUserPoolDomain(
            DeleteUserPoolDomainRequest(domain: "gatehouse-dev", userPoolId: first.userPoolID))
        _ = try await dev.pools.deleteUserPoolClient(
            DeleteUserPoolClientRequest(userPoolId: first.userPoolID, clientId: first.pageClientID ?? ""))
        _ = try await dev.pools.deleteIdentityProvider(
            DeleteIdentityProviderRequest(userPoolId: Self.pool, providerName: "Corp"))
        _ = try await dev.pools.createUserPool(CreateUserPoolRequest(poolName: "another"))
    }

    @Test func `a reset gives back keys, clients, domains, users, providers, resource servers and identity pools`()
        async throws
    {
        let dev = try await DevelopmentFolder(seed: Self.seed)
        let before = try await kept(dev)
        #expect(before.domains == ["gatehouse-dev", "shop"] && before.subs == [Self.sub])
        #expect(before.clients.count == 5 && before.servers == ["orders"] && before.providers == ["Corp"])
        #expect(before.identityPools.count == 2 && before.identityPools.contains(Self.identityPool))
        for _ in 1...2 {
            try await disturb(dev)
            #expect(try await dev.development.reset())
            #expect(try await kept(dev) == before)
        }
        try await disturb(dev)
        try await dev.restart()
        #expect(try await dev.development.reset())
        #expect(try await kept(dev) == before)
        // The page of a domain that was deleted answers at once.
        #expect(await dev.answer(TestRequest(path: "/domains/gatehouse-dev/error")).status == 400)
    }

    @Test func `a whole pool that was deleted comes back with its keys`() async throws {
        let dev = try await DevelopmentFolder(seed: Self.seed)
        let before = try await kept(dev)
        _ = try await dev.pools.deleteUserPoolDomain(
            DeleteUserPoolDomainRequest(domain: "shop", userPoolId: Self.pool))
        _ = try await dev.pools.deleteUserPool(DeleteUserPoolRequest(userPoolId: Self.pool))
        #expect(try await dev.development.reset())
        #expect(try await kept(dev) == before)
    }

    @Test func `a reset after a start with another seed gives back what the server had at that start`() async throws {
        let two = #"{"username": "eve", "temporaryPassword": "\#(Self.password)"}, {"username": "ada"}"#
        let dev = try await DevelopmentFolder(seed: Self.seed)
        try await dev.restart(seed: Self.seed(users: two))
        let before = try await kept(dev)
        #expect(before.subs.count == 2 && before.subs.contains(Self.sub))
        try await disturb(dev)
        #expect(try await dev.development.reset())
        #expect(try await kept(dev) == before)
    }

    @Test func `a folder without a kept state, and one with another base URL, return to the same ids`() async throws {
        let dev = try await DevelopmentFolder(seed: Self.seed)
        let before = try await kept(dev)
        try FileManager.default.removeItem(atPath: dev.path("dev.first.json"))
        try await dev.restart()
        try await disturb(dev)
        #expect(try await dev.development.reset())
        #expect(try await kept(dev) == before)
        try await dev.restart([.baseURL: "http://localhost:9333"])
        #expect(try await dev.development.reset())
        #expect(try await kept(dev) == before)
        let request = DescribeUserPoolClientRequest(
            userPoolId: dev.development.resources.userPoolID, clientId: dev.development.resources.pageClientID ?? "")
        let client = try await dev.pools.describeUserPoolClient(request).userPoolClient
        #expect(client?.callbackURLs?.contains("http://localhost:9333/dev/signed-in") == true)
        #expect(client?.callbackURLs?.count == 2 && client?.logoutURLs?.contains("http://localhost:9333/") == true)
    }

    @Test func `the file with the first state has no readable secret and belongs to the user alone`() async throws {
        let dev = try await DevelopmentFolder(seed: Self.seed)
        let file = dev.path("dev.first.json")
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        let secrets = try await kept(dev).clients.values.compactMap(\.self)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(!secrets.isEmpty && !text.contains(Self.password))
        for secret in secrets { #expect(!text.contains(secret)) }
    }

    private func signIn(_ dev: DevelopmentFolder, _ client: String) async throws -> AuthenticationResultType {
        let answer = try await dev.pools.initiateAuth(
            InitiateAuthRequest(
                authFlow: .userPasswordAuth, authParameters: ["USERNAME": "ada", "PASSWORD": Self.password],
                clientId: client))
        return try #require(answer.authenticationResult)
    }

    private func client(_ dev: DevelopmentFolder, _ name: String = "web") async throws -> String {
        let listed = try await dev.pools.listUserPoolClients(
            ListUserPoolClientsRequest(userPoolId: Self.pool, maxResults: 60))
        return try #require(listed.userPoolClients?.first { $0.clientName == name }?.clientId)
    }

    // The tokens of the second client have no claim by which they could be revoked.
    @Test(arguments: ["web", "lasting"])
    func `a reset ends tokens, logins and unfinished sign-ins, and new ones work`(
        name: String
    ) async throws {
        let dev = try await DevelopmentFolder(seed: Self.seed)
        let client = try await client(dev, name)
        let tokens = try await signIn(dev, client)
        let login = "cognito-idp.us-east-1.amazonaws.com/\(Self.pool)"
        let begun = try await dev.pools.initiateAuth(
            InitiateAuthRequest(authFlow: .userAuth, authParameters: ["USERNAME": "ada"], clientId: client))
        let guest: WireValue = ["IdentityPoolId": .string(Self.identityPool)]
        let identity = try #require(await dev.call("AWSCognitoIdentityService.GetId", guest).json["IdentityId"])
        let token = await dev.call("AWSCognitoIdentityService.GetOpenIdToken", ["IdentityId": identity])
        #expect(token.status == 200)

        func statuses(_ tokens: AuthenticationResultType, session: String?) async -> [Int] {
            let logins: WireValue = .object([WireName(login): .string(tokens.idToken ?? "")])
            return [
                await dev.call(
                    "AWSCognitoIdentityProviderService.GetUser", ["AccessToken": .string(tokens.accessToken ?? "")]
                ).status,
                await dev.call(
                    "AWSCognitoIdentityProviderService.InitiateAuth",
                    [
                        "ClientId": .string(client), "AuthFlow": "REFRESH_TOKEN_AUTH",
                        "AuthParameters": ["REFRESH_TOKEN": .string(tokens.refreshToken ?? "")],
                    ]
                ).status,
                await dev.call(
                    "AWSCognitoIdentityService.GetId",
                    ["IdentityPoolId": .string(Self.identityPool), "Logins": logins]
                ).status,
                await dev.call(
                    "AWSCognitoIdentityProviderService.RespondToAuthChallenge",
                    [
                        "ClientId": .string(client), "ChallengeName": "SELECT_CHALLENGE",
                        "Session": .string(session ?? ""),
                        "ChallengeResponses": [
                            "USERNAME": "ada", "ANSWER": "PASSWORD", "PASSWORD": .string(Self.password),
                        ],
                    ]
                ).status,
            ]
        }

        #expect(try await dev.development.reset())
        #expect(await statuses(tokens, session: begun.session) == [400, 400, 400, 400])
        let credentials = await dev.call(
            "AWSCognitoIdentityService.GetCredentialsForIdentity", ["IdentityId": identity])
        #expect(credentials.status == 400)
        let again = try await dev.pools.initiateAuth(
            InitiateAuthRequest(authFlow: .userAuth, authParameters: ["USERNAME": "ada"], clientId: client))
        #expect(await statuses(try await signIn(dev, client), session: again.session) == [200, 200, 200, 200])
        // A restart keeps the epoch of the reset.
        let kept = try await signIn(dev, client)
        try await dev.restart()
        #expect(await statuses(tokens, session: begun.session) == [400, 400, 400, 400])
        let next = try await dev.pools.initiateAuth(
            InitiateAuthRequest(authFlow: .userAuth, authParameters: ["USERNAME": "ada"], clientId: client))
        #expect(await statuses(kept, session: next.session) == [200, 200, 200, 200])
    }

    @Test func `a reset ends codes, and new ones work`() async throws {
        let dev = try await DevelopmentFolder(seed: Self.seed)
        let client = WireValue.string(try await client(dev))
        let password = WireValue.string(Self.password)

        func status(_ operation: String, _ username: WireValue, _ members: [WireName: WireValue] = [:]) async -> Int {
            let common: [WireName: WireValue] = ["ClientId": client, "Username": username]
            let request = WireValue.object(common.merging(members) { $1 })
            return await dev.call("AWSCognitoIdentityProviderService.\(operation)", request).status
        }
        func code(to recipient: String) throws -> WireValue {
            .string(try #require(dev.process.installation.outbox?.messages(to: recipient).first?.code))
        }
        func codes() async throws -> (recovery: WireValue, signUp: WireValue) {
            #expect(await status("ForgotPassword", "ada") == 200)
            let attributes: WireValue = [["Name": "email", "Value": "eve@example.com"]]
            #expect(await status("SignUp", "eve", ["Password": password, "UserAttributes": attributes]) == 200)
            return (try code(to: "ada@example.com"), try code(to: "eve@example.com"))
        }
        func statuses(_ codes: (recovery: WireValue, signUp: WireValue)) async -> [Int] {
            [
                await status(
                    "ConfirmForgotPassword", "ada", ["ConfirmationCode": codes.recovery, "Password": password]),
                await status("ConfirmSignUp", "eve", ["ConfirmationCode": codes.signUp]),
            ]
        }

        let before = try await codes()
        #expect(try await dev.development.reset())
        #expect(await statuses(before) == [400, 400])
        #expect(await statuses(try await codes()) == [200, 200])
    }

    @Test func `a seed that cannot be applied to an empty server lets the start succeed and the reset fail unchanged`()
        async throws
    {
        let dev = try await DevelopmentFolder(seed: Self.seed)
        // The user exists, so the start ignores the password that the pool refuses.
        try await dev.restart(seed: Self.seed(users: #"{"username": "ada", "password": "short"}"#))
        _ = try await dev.pools.createUserPool(CreateUserPoolRequest(poolName: "another"))
        let failure = await #expect(throws: ServiceFault.self) { try await dev.development.reset() }
        #expect(failure?.message.contains("userPools[0].users[0] (ada): InvalidPasswordException") == true)
        #expect(failure?.message.contains("short") == false)
        #expect(try await dev.process.installation.userPools.records.poolIDs().count == 3)
    }
}
