// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseIdentityPoolModel
import GatehouseIdentityPools
import GatehouseStorage
import GatehouseWire
import Testing

@Suite struct IdentityPoolTests {
    @Test func `a pool is described as it was created`() async throws {
        let house = try await House()
        let created = try await house.service.createIdentityPool(
            CreateIdentityPoolInput(
                identityPoolName: "app", allowUnauthenticatedIdentities: true, allowClassicFlow: false,
                supportedLoginProviders: ["accounts.google.com": "client"],
                samlProviderARNs: ["arn:aws:iam::123456789012:saml-provider/Office"],
                identityPoolTags: ["stage": "test"]
            )
        )
        let described = try await house.service.describeIdentityPool(
            DescribeIdentityPoolInput(identityPoolId: created.identityPoolId)
        )
        #expect(described == created)
        #expect(created.identityPoolId.hasPrefix("us-east-1:"))
        #expect(created.identityPoolId.utf8.count <= 55)
    }

    @Test func `the region of a pool is the region of the request`() async throws {
        let house = try await House()
        let elsewhere = house.service(.administrator(accessKeyID: "AKIATEST"), region: "eu-west-1")
        let pool = try await elsewhere.createIdentityPool(
            CreateIdentityPoolInput(identityPoolName: "app", allowUnauthenticatedIdentities: true)
        )
        #expect(pool.identityPoolId.hasPrefix("eu-west-1:"))
        await #expect(throws: ServiceFault(.resourceNotFound, "IdentityPool '\(pool.identityPoolId)' not found.")) {
            _ = try await house.service.describeIdentityPool(
                DescribeIdentityPoolInput(identityPoolId: pool.identityPoolId)
            )
        }
        let listed = try await house.service.listIdentityPools(ListIdentityPoolsInput(maxResults: 60))
        #expect(listed.identityPools == [])
    }

    @Test func `an update replaces what it leaves out`() async throws {
        let house = try await House()
        let id = try await house.makePool()
        let updated = try await house.service.updateIdentityPool(
            IdentityPool(identityPoolId: id, identityPoolName: "new", allowUnauthenticatedIdentities: false)
        )
        #expect(updated.identityPoolName == "new")
        #expect(updated.cognitoIdentityProviders == nil)
        #expect(updated.supportedLoginProviders == nil)
        #expect(updated.openIdConnectProviderARNs == nil)
        #expect(updated.developerProviderName == "login.mycompany.myapp")
        let described = try await house.service.describeIdentityPool(DescribeIdentityPoolInput(identityPoolId: id))
        #expect(described == updated)
        let roles = try await house.service.getIdentityPoolRoles(GetIdentityPoolRolesInput(identityPoolId: id))
        #expect(roles.roles?["authenticated"] == House.authenticatedRole)
    }

    @Test func `a reading has what the service adds, and the classic flow stays as it was created`() async throws {
        let house = try await House()
        let created = try await house.service.createIdentityPool(
            CreateIdentityPoolInput(identityPoolName: "app", allowUnauthenticatedIdentities: true))
        let id = created.identityPoolId
        #expect(created.allowClassicFlow == false && created.identityPoolTags == [:])
        #expect(created.supportedLoginProviders == nil && created.developerProviderName == nil)
        #expect(created.cognitoIdentityProviders == nil && created.samlProviderARNs == nil)
        #expect(created.openIdConnectProviderARNs == nil)
        var described = try await house.service.describeIdentityPool(DescribeIdentityPoolInput(identityPoolId: id))
        #expect(described == created)
        _ = try await house.token(try await house.id(in: id))
        described.allowClassicFlow = nil
        let updated = try await house.service.updateIdentityPool(described)
        #expect(updated.allowClassicFlow == false)
        _ = try await house.token(try await house.id(in: id))
        _ = try await house.service.updateIdentityPool(created)
        await #expect(throws: ServiceFault.self) { try await house.token(try await house.id(in: id)) }
        described.allowClassicFlow = true
        #expect(try await house.service.updateIdentityPool(described).allowClassicFlow == true)
    }

    @Test(arguments: [
        "graph.facebook.com", "accounts.google.com", "www.amazon.com", "appleid.apple.com", "api.twitter.com",
        "cognito-identity.amazonaws.com", "authenticated", "unauthenticated", "Login.Example.com", "Graph.Facebook.com",
    ])
    func `a developer provider with the name of another provider or method is refused`(_ name: String) async throws {
        let house = try await House()
        let fault = ServiceFault(
            .invalidParameter,
            "\(name) is the name of a public provider or of an authentication method: choose another "
                + "DeveloperProviderName, such as login.example.com.")
        await #expect(throws: fault) {
            try await house.service.createIdentityPool(
                CreateIdentityPoolInput(
                    identityPoolName: "app", allowUnauthenticatedIdentities: true, developerProviderName: name,
                    openIdConnectProviderARNs: ["arn:aws:iam::123456789012:oidc-provider/login.example.com"]))
        }
        var pool = try await house.service.createIdentityPool(
            CreateIdentityPoolInput(
                identityPoolName: "app", allowUnauthenticatedIdentities: true,
                openIdConnectProviderARNs: ["arn:aws:iam::123456789012:oidc-provider/login.example.com"]))
        pool.developerProviderName = name
        await #expect(throws: fault) { try await house.service.updateIdentityPool(pool) }
    }

    @Test func `a provider with the name of the pool's developer provider is refused, and a stored pair can change`()
        async throws
    {
        let house = try await House()
        let id = try await house.makePool()
        var pool = try await house.service.describeIdentityPool(DescribeIdentityPoolInput(identityPoolId: id))
        pool.openIdConnectProviderARNs = ["arn:aws:iam::123456789012:oidc-provider/login.mycompany.myapp"]
        await #expect(throws: ServiceFault.self) { try await house.service.updateIdentityPool(pool) }
        let stored = pool
        try await house.store.write { store in
            guard var record = try store.identityPool(id) else { return }
            record.description = stored
            try store.update(record)
        }
        pool.identityPoolName = "renamed"
        #expect(try await house.service.updateIdentityPool(pool).identityPoolName == "renamed")
    }

    @Test func `the developer provider cannot be renamed`() async throws {
        let house = try await House()
        let id = try await house.makePool()
        await #expect { () async throws in
            _ = try await house.service.updateIdentityPool(
                IdentityPool(
                    identityPoolId: id, identityPoolName: "new", allowUnauthenticatedIdentities: false,
                    developerProviderName: "login.other"
                )
            )
        } throws: { ($0 as? ServiceFault)?.code == .invalidParameter }
    }

    @Test(arguments: [
        "arn:aws:iam::999999999999:oidc-provider/login.example.com", "arn:aws:iam::123456789012:saml-provider/Office",
        "arn:aws:iam::123456789012:oidc-provider/", "login.example.com",
    ])
    func `a provider of another account or kind is refused`(_ arn: String) async throws {
        let house = try await House()
        await #expect(
            throws: ServiceFault(.notAuthorized, "Identity provider \(arn) is not valid for account 123456789012")
        ) {
            _ = try await house.service.createIdentityPool(
                CreateIdentityPoolInput(
                    identityPoolName: "app", allowUnauthenticatedIdentities: true, openIdConnectProviderARNs: [arn]
                )
            )
        }
    }

    @Test func `pools are listed by page`() async throws {
        let house = try await House()
        var made: Set<String> = []
        for _ in 0..<5 { made.insert(try await house.makePool()) }
        var listed: [String] = []
        var token: String?
        repeat {
            let page = try await house.service.listIdentityPools(
                ListIdentityPoolsInput(maxResults: 2, nextToken: token)
            )
            #expect((page.identityPools ?? []).count <= 2)
            listed += (page.identityPools ?? []).compactMap(\.identityPoolId)
            token = page.nextToken
        } while token != nil
        #expect(listed.count == 5)
        #expect(Set(listed) == made)
    }

    @Test(arguments: ["", "AAAA", "not base64 at all", "Zm9v"])
    func `an invalid page token is refused`(_ token: String) async throws {
        let house = try await House()
        await #expect(throws: ServiceFault(.invalidParameter, "Invalid pagination token given.")) {
            _ = try await house.service.listIdentityPools(ListIdentityPoolsInput(maxResults: 2, nextToken: token))
        }
    }

    @Test func `deleting a pool deletes its identities`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let login = try house.issuer.login(as: "alice")
        let identity = try await house.id(in: pool, login)
        try await house.service.deleteIdentityPool(DeleteIdentityPoolInput(identityPoolId: pool))
        await #expect(throws: ServiceFault(.resourceNotFound, "IdentityPool '\(pool)' not found.")) {
            _ = try await house.id(in: pool)
        }
        await #expect(throws: ServiceFault(.resourceNotFound, "Identity '\(identity)' not found.")) {
            _ = try await house.credentials(identity, login)
        }
        await #expect(throws: ServiceFault(.resourceNotFound, "IdentityPool '\(pool)' not found.")) {
            try await house.service.deleteIdentityPool(DeleteIdentityPoolInput(identityPoolId: pool))
        }
    }

    @Test func `only administrators manage pools`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let guest = try await house.session(of: try await house.credentials(try await house.id(in: pool)).credentials)
        let arn = "arn:aws:cognito-identity:us-east-1:123456789012:identitypool/\(pool)"
        let refusal = ServiceFault(
            .accessDenied,
            "User: arn:aws:sts::123456789012:assumed-role/Guests/CognitoIdentityCredentials is not authorized to perform:"
                + " cognito-identity:DeleteIdentityPool on resource: \(arn)"
                + " because no identity-based policy allows the cognito-identity:DeleteIdentityPool action"
        )
        await #expect(throws: refusal) {
            try await house.service(.role(guest)).deleteIdentityPool(DeleteIdentityPoolInput(identityPoolId: pool))
        }
        await #expect { () async throws in
            try await house.service(.anonymous).deleteIdentityPool(DeleteIdentityPoolInput(identityPoolId: pool))
        } throws: { ($0 as? ServiceFault)?.code == .missingAuthenticationToken }
    }
}
