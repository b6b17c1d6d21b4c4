// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AccessManagementShapes
import CognitoAdminShapes
import CognitoShapes
import GatehouseClient
import GatehouseProject
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseDeployment

/// The identity pool of a project, on a server.
@Suite(.hangLimit)
struct IdentityPoolPlannerTests {
    private static let auth = EnvironmentBench.auth

    /// Settings with providers.
    private static func settings(
        _ providers: [IdentityProvider] = [], _ change: (inout AuthSettings) -> Void = { _ in }
    ) -> AuthSettings {
        EnvironmentBench.settings { settings in
            settings.usesIdentityProviders = !providers.isEmpty
            settings.identityProviders = providers.map(\.rawValue)
            change(&settings)
        }
    }

    private static var credentials: ProviderCredentials {
        var credentials = ProviderCredentials()
        credentials.ids = [
            "facebookAppId": "1", "googleClientId": "web.apps", "googleIos": "ios.apps", "amazonAppId": "amzn.app",
            "appleAppId": "com.example.shop",
        ]
        credentials.furtherIDs = ["twitterConsumerKey": "key"]
        credentials.secrets = ["twitterConsumerSecret": "hush"]
        return credentials
    }

    private func identityPool(_ ids: KnownIDs, on bench: EnvironmentBench) async throws -> IdentityPool {
        let id = try #require(ids[Self.auth, "IdentityPoolId"])
        return try #require(try await bench.backend.identityPool(id))
    }

    @Test
    func `a pool has both clients, its roles and the mappings of groups`() async throws {
        let bench = try await EnvironmentBench()
        var ids = try await bench.makeUserPool()
        let wanted = EnvironmentBench.wanted(Self.settings { $0.groups = ["Admins"] })
        try await bench.apply(wanted, &ids)
        let pool = try await identityPool(ids, on: bench)
        let userPool = try #require(ids[Self.auth, "UserPoolId"])
        let key = "cognito-idp.us-east-1.amazonaws.com/\(userPool)"
        #expect(pool.identityPoolName == "shop_identitypool__dev" && !pool.allowUnauthenticatedIdentities)
        let clients = ["AppClientID", "AppClientIDWeb"].compactMap { ids[Self.auth, $0] }
        #expect(pool.cognitoIdentityProviders?.compactMap(\.clientId) == clients)
        #expect(pool.cognitoIdentityProviders?.allSatisfy { $0.providerName == key } == true)
        let roles = try await bench.backend.identityPools.getIdentityPoolRoles(
            GetIdentityPoolRolesInput(identityPoolId: pool.identityPoolId))
        #expect(
            roles.roles == [
                "authenticated": "arn:aws:iam::123456789012:role/\(wanted.authRoleName)",
                "unauthenticated": "arn:aws:iam::123456789012:role/\(wanted.unauthRoleName)",
            ])
        #expect(Set((roles.roleMappings ?? [:]).keys) == Set(clients.map { "\(key):\($0)" }))
        #expect(roles.roleMappings?.values.allSatisfy { $0.type == .token } == true)
        let without = EnvironmentBench.wanted(Self.settings())
        try await bench.apply(without, &ids)
        let later = try await bench.backend.identityPools.getIdentityPoolRoles(
            GetIdentityPoolRolesInput(identityPoolId: pool.identityPoolId))
        #expect(later.roleMappings?.isEmpty != false)
    }

    @Test
    func `on a phone, Google is a provider of IAM; in a browser, it is a login of the pool`() async throws {
        let bench = try await EnvironmentBench()
        var ids = try await bench.makeUserPool()
        let settings = Self.settings([.google, .facebook, .amazon, .apple])
        try await bench.apply(EnvironmentBench.wanted(settings, credentials: Self.credentials), &ids)
        let onPhone = try await identityPool(ids, on: bench)
        #expect(
            onPhone.supportedLoginProviders == [
                "graph.facebook.com": "1", "www.amazon.com": "amzn.app", "appleid.apple.com": "com.example.shop",
            ])
        let arn = try #require(onPhone.openIdConnectProviderARNs?.first)
        let provider = try await bench.backend.roles.getOpenIDConnectProvider(
            GetOpenIDConnectProviderRequest(openIDConnectProviderArn: arn))
        #expect(provider.url == "accounts.google.com" && provider.clientIDList == ["web.apps", "ios.apps"])
        try await bench.apply(
            EnvironmentBench.wanted(settings, frontend: .javascript, credentials: Self.credentials), &ids)
        let inBrowser = try await identityPool(ids, on: bench)
        #expect(inBrowser.openIdConnectProviderARNs?.isEmpty != false)
        #expect(inBrowser.supportedLoginProviders?["accounts.google.com"] == "web.apps")
    }

    @Test
    func `a client of Google that another environment added stays`() async throws {
        let bench = try await EnvironmentBench()
        let made = try await bench.backend.roles.createOpenIDConnectProvider(
            CreateOpenIDConnectProviderRequest(url: "https://accounts.google.com", clientIDList: ["other.apps"]))
        var ids = try await bench.makeUserPool()
        try await bench.apply(
            EnvironmentBench.wanted(Self.settings([.google]), credentials: Self.credentials), &ids)
        let arn = try #require(made.openIDConnectProviderArn)
        let provider = try await bench.backend.roles.getOpenIDConnectProvider(
            GetOpenIDConnectProviderRequest(openIDConnectProviderArn: arn))
        #expect(Set(provider.clientIDList ?? []) == ["other.apps", "web.apps", "ios.apps"])
    }

    @Test
    func `a secret is never shown, and stays where this machine does not have it`() async throws {
        let bench = try await EnvironmentBench()
        var ids = try await bench.makeUserPool()
        try await bench.apply(EnvironmentBench.wanted(Self.settings()), &ids)
        let settings = Self.settings([.twitter])
        let wanted = EnvironmentBench.wanted(settings, credentials: Self.credentials)
        let plan = try await bench.plan(wanted, ids)
        #expect(plan.differences.map(\.new) == ["changed"])
        try await bench.apply(wanted, &ids)
        #expect(try await identityPool(ids, on: bench).supportedLoginProviders == ["api.twitter.com": "key;hush"])
        var elsewhere = Self.credentials
        elsewhere.secrets = [:]
        try await bench.expectNothingToDo(EnvironmentBench.wanted(settings, credentials: elsewhere), ids)
        elsewhere.furtherIDs = ["twitterConsumerKey": "other"]
        let refused = try await bench.plan(EnvironmentBench.wanted(settings, credentials: elsewhere), ids)
        #expect(refused.obstacles.map(\.text) == ["The secret of Twitter is not on this machine."])
    }

    @Test
    func `a provider whose id is not known in the environment stands in the way`() async throws {
        let bench = try await EnvironmentBench()
        let plan = try await bench.plan(
            EnvironmentBench.wanted(Self.settings([.facebook, .google])), try await bench.makeUserPool())
        #expect(plan.obstacles.count == 2)
        #expect(plan.obstacles.first?.text == "The id of Facebook is not known in the environment dev.")
    }

    @Test
    func `a foreign change is a difference, and settings that no file of a project has stay`() async throws {
        let bench = try await EnvironmentBench()
        var ids = try await bench.makeUserPool()
        let wanted = EnvironmentBench.wanted(Self.settings())
        try await bench.apply(wanted, &ids)
        var changed = try await identityPool(ids, on: bench).forUpdate
        changed.allowUnauthenticatedIdentities = true
        changed.developerProviderName = "login.example.com"
        changed.identityPoolTags?["team"] = "a"
        _ = try await bench.backend.identityPools.updateIdentityPool(changed)
        let plan = try await bench.plan(wanted, ids)
        #expect(
            plan.differences == [
                Difference(member: "IdentityPool.AllowUnauthenticatedIdentities", old: "true", new: "false")
            ])
        try await bench.apply(wanted, &ids)
        let pool = try await identityPool(ids, on: bench)
        #expect(!pool.allowUnauthenticatedIdentities && pool.developerProviderName == "login.example.com")
        #expect(pool.identityPoolTags?["team"] == "a")
    }

    @Test
    func `a pool whose answer was lost is found again by its tags`() async throws {
        let bench = try await EnvironmentBench()
        let before = try await bench.makeUserPool()
        var ids = before
        let wanted = EnvironmentBench.wanted(Self.settings())
        try await bench.apply(wanted, &ids)
        let plan = try await bench.plan(wanted, before)
        #expect(plan.ids[Self.auth, "IdentityPoolId"] == ids[Self.auth, "IdentityPoolId"])
        #expect(plan.steps.isEmpty)
    }

    @Test
    func `a pool that is gone stands in the way, unless a new one is wanted`() async throws {
        let bench = try await EnvironmentBench()
        var ids = try await bench.makeUserPool()
        try await bench.apply(EnvironmentBench.wanted(Self.settings()), &ids)
        let first = try #require(ids[Self.auth, "IdentityPoolId"])
        try await bench.backend.identityPools.deleteIdentityPool(DeleteIdentityPoolInput(identityPoolId: first))
        let plan = try await bench.plan(EnvironmentBench.wanted(Self.settings()), ids)
        #expect(plan.obstacles.first?.text == "The identity pool \(first) was deleted on the server.")
        try await bench.apply(EnvironmentBench.wanted(Self.settings(), makesNewPools: true), &ids)
        #expect(ids[Self.auth, "IdentityPoolId"] != first)
    }

    @Test
    func `a pool that is no longer wanted is deleted with its roles, which loses its identities`() async throws {
        let bench = try await EnvironmentBench()
        var ids = try await bench.makeUserPool()
        let wanted = EnvironmentBench.wanted(Self.settings { $0.allowsGuests = true })
        try await bench.apply(wanted, &ids)
        let id = try #require(ids[Self.auth, "IdentityPoolId"])
        let app = ServiceClient(
            endpoint: try Endpoint(bench.gatehouse.baseURL, key: "k"), transport: bench.gatehouse.transport,
            clock: .following(bench.gatehouse.clock))
        _ = try await app.getId(GetIdInput(identityPoolId: id))
        let without = EnvironmentBench.wanted(Self.settings { $0.services = .userPoolOnly })
        let plan = try await bench.plan(without, ids)
        #expect(
            plan.losses == [
                Loss(
                    resource: "shop_identitypool__dev", text: "1 identity of shop_identitypool__dev will be deleted.",
                    count: 1)
            ])
        try await bench.run(plan, &ids)
        #expect(ids[Self.auth, "IdentityPoolId"] == nil)
        #expect(try await bench.backend.identityPool(id) == nil)
        #expect(try await bench.backend.role(named: wanted.authRoleName) == nil)
        try await bench.expectNothingToDo(without, ids)
    }

    @Test
    func `the pool of a removed resource stays for the users of its user pool, and goes without any`() async throws {
        for (hasUsers, deletesUsers) in [(true, false), (true, true), (false, false)] {
            let bench = try await EnvironmentBench()
            var ids = try await bench.makeUserPool()
            try await bench.apply(EnvironmentBench.wanted(Self.settings()), &ids)
            let id = try #require(ids[Self.auth, "IdentityPoolId"])
            if hasUsers {
                let userPool = try #require(ids[Self.auth, "UserPoolId"])
                _ = try await bench.backend.userPools.adminCreateUser(
                    AdminCreateUserRequest(userPoolId: userPool, username: "ada", messageAction: .suppress))
            }
            let removed = EnvironmentBench.wanted(removed: [Self.auth], deletesUsers: deletesUsers)
            try await bench.run(try await bench.plan(removed, ids), &ids)
            let isKept = hasUsers && !deletesUsers
            let pool = try await bench.backend.identityPool(id)
            #expect(pool?.identityPoolTags?["amplify:detached"] == (isKept ? "dev" : nil))
            #expect((pool != nil) == isKept)
            #expect((try await bench.backend.role(named: removed.authRoleName) != nil) == isKept)
            #expect(ids[Self.auth, "IdentityPoolId"] == nil)
            try await bench.expectNothingToDo(removed, ids)
        }
    }

    @Test
    func `a pool that no push made is never deleted`() async throws {
        let bench = try await EnvironmentBench()
        let pool = try await bench.backend.identityPools.createIdentityPool(
            CreateIdentityPoolInput(identityPoolName: "theirs", allowUnauthenticatedIdentities: true))
        var ids = KnownIDs()
        ids[Self.auth, "IdentityPoolId"] = pool.identityPoolId
        let plan = try await bench.plan(
            EnvironmentBench.wanted(removed: [Self.auth, .groups], deletesUsers: true), ids)
        #expect(plan.steps.isEmpty && plan.losses.isEmpty)
    }
}
