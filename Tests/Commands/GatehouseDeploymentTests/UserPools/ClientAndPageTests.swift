// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseDeployment
@testable import GatehouseProject

/// What the clients, the domain and the providers of a user pool are after a push.
@Suite("Clients, domains and providers of a push")
struct ClientAndPageTests {
    private static let resource = UserPoolBench.resource

    @Test("The attributes of an app and the life of refresh tokens are the answers', until they are taken back")
    func attributes() async throws {
        let bench = try await UserPoolBench()
        var ids = try await bench.made(
            UserPoolBench.wanted(
                UserPoolBench.auth {
                    $0.refreshTokenDays = 90
                    $0.setsAttributes = true
                    $0.readAttributes = ["email", "email_verified"]
                    $0.writeAttributes = ["email", "nickname"]
                }))
        for key in ["AppClientID", "AppClientIDWeb"] {
            let client = try await bench.client(ids, key)
            #expect(client?.refreshTokenValidity == 90)
            #expect(client?.readAttributes == ["email", "email_verified"])
            #expect(client?.writeAttributes == ["email", "nickname"])
        }
        try await bench.apply(UserPoolBench.wanted(UserPoolBench.auth()), &ids)
        let client = try await bench.client(ids)
        #expect(client?.refreshTokenValidity == 30)
        #expect(client?.readAttributes == nil)
    }

    @Test("Only the native client has a secret, and a secret is nothing that a push changes")
    func secrets() async throws {
        let bench = try await UserPoolBench()
        let ids = try await bench.made(UserPoolBench.wanted(UserPoolBench.auth { $0.generatesSecret = true }))
        #expect(try await bench.client(ids, "AppClientID")?.clientSecret != nil)
        #expect(try await bench.client(ids, "AppClientIDWeb")?.clientSecret == nil)
        let plan = try await bench.plan(UserPoolBench.wanted(UserPoolBench.auth()), ids)
        #expect(plan.obstacles.count == 1)
        #expect(ids.outputs.values.allSatisfy { $0["AppClientSecret"] == nil })
    }

    @Test("What a client has that the project says nothing of stays through an update")
    func otherSettings() async throws {
        let (bench, made) = try await UserPoolBench.withPool()
        var ids = made
        let client = try #require(try await bench.client(ids))
        var request = UpdateUserPoolClientRequest(
            userPoolId: client.userPoolId ?? "", clientId: client.clientId ?? "")
        request.refreshTokenValidity = 30
        request.tokenValidityUnits = client.tokenValidityUnits
        request.explicitAuthFlows = [.allowUserPasswordAuth, .allowRefreshTokenAuth]
        request.idTokenValidity = 2
        _ = try await bench.backend.userPools.updateUserPoolClient(request)
        let wanted = UserPoolBench.wanted(UserPoolBench.auth { $0.refreshTokenDays = 7 })
        try await bench.apply(wanted, &ids)
        let changed = try await bench.client(ids)
        #expect(changed?.refreshTokenValidity == 7)
        #expect(changed?.idTokenValidity == 2)
        #expect(Set(changed?.explicitAuthFlows ?? []) == [.allowUserPasswordAuth, .allowRefreshTokenAuth])
    }

    @Test("Sign-in pages give the pool a domain and both clients their OAuth settings, and take them back")
    func pages() async throws {
        let bench = try await UserPoolBench()
        let wanted = UserPoolBench.wanted(UserPoolBench.auth { $0.hostedPages = UserPoolBench.pages() })
        var ids = try await bench.made(wanted)
        #expect(try await bench.pool(ids)?.domain == "shop1a2b3c4d-test")
        #expect(ids[Self.resource, "HostedUIDomain"] == "shop1a2b3c4d-test")
        #expect(ids[Self.resource, "OAuthMetadata"]?.contains(#""AllowedOAuthFlows":["code"]"#) == true)
        for key in ["AppClientID", "AppClientIDWeb"] {
            let client = try #require(try await bench.client(ids, key))
            #expect(client.allowedOAuthFlowsUserPoolClient == true)
            #expect(client.callbackURLs == ["https://shop.example.com/", "myapp://signed-in/"])
            #expect(client.logoutURLs == ["myapp://signed-out/"])
            #expect(client.allowedOAuthFlows == [.code])
            #expect(
                client.allowedOAuthScopes == ["aws.cognito.signin.user.admin", "email", "openid", "phone", "profile"])
            #expect(client.supportedIdentityProviders == ["COGNITO"])
        }
        #expect(try await bench.plan(wanted, ids).steps.isEmpty)

        try await bench.apply(UserPoolBench.wanted(UserPoolBench.auth()), &ids)
        #expect(try await bench.pool(ids)?.domain == nil)
        #expect(ids[Self.resource, "HostedUIDomain"] == nil)
        let client = try #require(try await bench.client(ids))
        #expect(client.allowedOAuthFlowsUserPoolClient == false)
        #expect(client.callbackURLs ?? [] == [])
    }

    @Test("Another prefix replaces the domain; one of another pool is an obstacle and costs nothing")
    func domains() async throws {
        let bench = try await UserPoolBench()
        func wanted(_ domain: String) -> WantedState {
            UserPoolBench.wanted(UserPoolBench.auth { $0.hostedPages = UserPoolBench.pages(domain) })
        }
        var ids = try await bench.made(wanted("first"))
        try await bench.apply(wanted("second"), &ids)
        #expect(try await bench.pool(ids)?.domain == "second-test")

        let other = try await bench.gatehouse.makeUserPool()
        _ = try await bench.backend.userPools.createUserPoolDomain(
            CreateUserPoolDomainRequest(domain: "third-test", userPoolId: other))
        let plan = try await bench.plan(wanted("third"), ids)
        #expect(plan.obstacles.map(\.text) == ["The domain third-test belongs to another user pool of the server."])
        let step = DomainStep(wanted: try #require(WantedUserPool(wanted("third"))))
        var thrown: ServiceFault?
        do throws(ServiceFault) {
            try await step.run(on: bench.backend, &ids)
        } catch {
            thrown = error
        }
        #expect(thrown?.message == "The domain third-test belongs to another user pool.")
        #expect(try await bench.pool(ids)?.domain == "second-test")
    }

    @Test("A domain that an administrator gave the pool by hand stays")
    func foreignDomain() async throws {
        let bench = try await UserPoolBench()
        let wanted = UserPoolBench.wanted(UserPoolBench.auth())
        let ids = try await bench.made(wanted)
        _ = try await bench.backend.userPools.createUserPoolDomain(
            CreateUserPoolDomainRequest(domain: "by-hand", userPoolId: ids[Self.resource, "UserPoolId"] ?? ""))
        #expect(try await bench.plan(wanted, ids).steps.isEmpty)
    }

    // MARK: - Providers

    @Test("Social providers have their scopes, their mapping and the credentials of the environment")
    func socialProviders() async throws {
        let bench = try await UserPoolBench()
        let wanted = UserPoolBench.wanted(
            UserPoolBench.auth {
                $0.requiredAttributes = ["email", "name"]
                $0.hostedPages = UserPoolBench.pages(
                    providers: ["Facebook", "Google", "LoginWithAmazon", "SignInWithApple"])
            })
        let ids = try await bench.made(wanted)
        let poolID = ids[Self.resource, "UserPoolId"] ?? ""
        let expected: [(name: String, scopes: String, mapping: [String: String])] = [
            ("Facebook", "email,public_profile", ["email": "email", "name": "name", "username": "id"]),
            ("Google", "openid email profile", ["email": "email", "name": "name", "username": "sub"]),
            ("LoginWithAmazon", "profile profile:user_id", ["email": "email", "name": "name", "username": "user_id"]),
            ("SignInWithApple", "email name", ["email": "email", "name": "name"]),
        ]
        for (name, scopes, mapping) in expected {
            let provider = try #require(try await bench.backend.identityProvider(name, inPool: poolID))
            #expect(provider.providerDetails?["authorize_scopes"] == scopes)
            let own = (provider.attributeMapping ?? [:]).filter { mapping[$0.key] != nil }
            #expect(own == mapping)
        }
        let google = try await bench.backend.identityProvider("Google", inPool: poolID)?.providerDetails
        #expect(google?["client_id"] == "id of googleAppIdUserPool")
        #expect(google?["client_secret"] == "secret of googleAppSecretUserPool")
        let apple = try await bench.backend.identityProvider("SignInWithApple", inPool: poolID)?.providerDetails
        #expect(apple?["team_id"] == "id of signinwithappleTeamIdUserPool")
        let client = try await bench.client(ids)
        #expect(
            client?.supportedIdentityProviders
                == ["COGNITO", "Facebook", "Google", "LoginWithAmazon", "SignInWithApple"])
        #expect(try await bench.plan(wanted, ids).steps.isEmpty)
    }

    @Test("A changed secret is said to have changed, and is nowhere in the plan")
    func changedSecret() async throws {
        let bench = try await UserPoolBench()
        let auth = UserPoolBench.auth { $0.hostedPages = UserPoolBench.pages(providers: ["Google"]) }
        var ids = try await bench.made(UserPoolBench.wanted(auth))
        var credentials = UserPoolBench.credentials
        credentials.secrets["googleAppSecretUserPool"] = "another secret"
        let wanted = UserPoolBench.wanted(auth, credentials: credentials)
        let plan = try await bench.plan(wanted, ids)
        #expect(
            plan.differences == [Difference(member: "IdentityProvider.Google.client_secret", old: nil, new: "changed")])
        try await bench.apply(wanted, &ids)
        let details = try await bench.backend.identityProvider(
            "Google", inPool: ids[Self.resource, "UserPoolId"] ?? "")?.providerDetails
        #expect(details?["client_secret"] == "another secret")
        #expect(ids.outputs.values.allSatisfy { !$0.values.contains { $0.contains("secret") } })
    }

    @Test("A machine without the secrets changes nothing of a provider, and cannot make one")
    func missingSecrets() async throws {
        let bench = try await UserPoolBench()
        let auth = UserPoolBench.auth { $0.hostedPages = UserPoolBench.pages(providers: ["Google"]) }
        let ids = try await bench.made(UserPoolBench.wanted(auth))
        var credentials = UserPoolBench.credentials
        credentials.secrets = [:]
        let same = try await bench.plan(UserPoolBench.wanted(auth, credentials: credentials), ids)
        #expect(same.steps.isEmpty)
        #expect(same.obstacles.isEmpty)
        let more = UserPoolBench.auth { $0.hostedPages = UserPoolBench.pages(providers: ["Google", "Facebook"]) }
        let plan = try await bench.plan(UserPoolBench.wanted(more, credentials: credentials), ids)
        #expect(plan.obstacles.map { $0.text.contains("Facebook App Secret") } == [true])
    }

    @Test("A provider that leaves the project leaves the pool; one that was made by hand stays")
    func removedProvider() async throws {
        let bench = try await UserPoolBench()
        var ids = try await bench.made(
            UserPoolBench.wanted(
                UserPoolBench.auth { $0.hostedPages = UserPoolBench.pages(providers: ["Google", "Facebook"]) }))
        let poolID = ids[Self.resource, "UserPoolId"] ?? ""
        _ = try await bench.backend.userPools.createIdentityProvider(
            CreateIdentityProviderRequest(
                userPoolId: poolID, providerName: "ByHand", providerType: .saml,
                providerDetails: ["MetadataFile": try TestSAMLProvider().metadata]))
        let wanted = UserPoolBench.wanted(
            UserPoolBench.auth { $0.hostedPages = UserPoolBench.pages(providers: ["Google"]) })
        try await bench.apply(wanted, &ids)
        #expect(try await bench.backend.identityProvider("Facebook", inPool: poolID) == nil)
        #expect(try await bench.backend.identityProvider("Google", inPool: poolID) != nil)
        #expect(try await bench.backend.identityProvider("ByHand", inPool: poolID) != nil)
        #expect(try await bench.client(ids)?.supportedIdentityProviders == ["COGNITO", "Google"])
        #expect(try await bench.plan(wanted, ids).steps.isEmpty)
    }

    @Test("A SAML provider gets the metadata of the project's file")
    func samlProvider() async throws {
        let bench = try await UserPoolBench()
        let metadata = try TestSAMLProvider().metadata
        let auth = UserPoolBench.auth {
            var pages = UserPoolBench.pages()
            pages.samlProviders = [AuthSettings.SAMLProvider(name: "Corp", metadata: "corp.xml")]
            $0.hostedPages = pages
        }
        #expect(try await bench.plan(UserPoolBench.wanted(auth)).obstacles.count == 1)
        let wanted = UserPoolBench.wanted(auth, samlMetadata: ["Corp": metadata])
        let ids = try await bench.made(wanted)
        let provider = try await bench.backend.identityProvider(
            "Corp", inPool: ids[Self.resource, "UserPoolId"] ?? "")
        #expect(provider?.providerType == .saml)
        #expect(provider?.providerDetails?["MetadataFile"] == metadata)
        #expect(try await bench.client(ids)?.supportedIdentityProviders == ["COGNITO", "Corp"])
        #expect(try await bench.plan(wanted, ids).steps.isEmpty)
    }

    @Test(
        "An OpenID Connect provider has its issuer, its scopes and its secret; another issuer drops the old addresses")
    func openIDProvider() throws {
        var credentials = ProviderCredentials()
        credentials.secrets["openIDProvider/Work"] = "the secret"
        let auth = UserPoolBench.auth {
            var pages = UserPoolBench.pages()
            pages.openIDProviders = [
                AuthSettings.OpenIDProvider(
                    name: "Work", issuer: "https://new.example.com", clientID: "client", scopes: "openid email",
                    attributesRequestMethod: "GET")
            ]
            $0.hostedPages = pages
        }
        let pool = try #require(WantedUserPool(UserPoolBench.wanted(auth, credentials: credentials)))
        let provider = try #require(WantedProvider.all(of: pool).first)
        let creation = provider.creation(inPool: "us-east-1_a")
        #expect(creation.providerType == .oidc)
        #expect(
            creation.providerDetails == [
                "client_id": "client", "client_secret": "the secret", "oidc_issuer": "https://new.example.com",
                "authorize_scopes": "openid email", "attributes_request_method": "GET",
            ])
        #expect(creation.attributeMapping == ["email": "email"])
        let found = IdentityProviderType(
            providerName: "Work", providerType: .oidc,
            providerDetails: creation.providerDetails.merging(
                ["oidc_issuer": "https://old.example.com", "token_url": "https://old.example.com/token"]) { $1 },
            attributeMapping: ["email": "mail"])
        #expect(provider.differences(found).map(\.member) == ["IdentityProvider.Work.oidc_issuer"])
        let change = provider.change(of: found, inPool: "us-east-1_a")
        #expect(change.providerDetails?["token_url"] == nil)
        #expect(change.attributeMapping == ["email": "mail"])
    }

    @Test("Names that are too long with the environment are obstacles with both names")
    func longNames() async throws {
        let bench = try await UserPoolBench()
        let prefix = String(repeating: "a", count: 60)
        let name = String(repeating: "n", count: 126)
        let plan = try await bench.plan(
            UserPoolBench.wanted(
                UserPoolBench.auth {
                    $0.hostedPages = UserPoolBench.pages(prefix)
                    $0.userPoolName = name
                }))
        #expect(plan.obstacles.contains { $0.text.contains("\(prefix) is \(prefix)-test") })
        #expect(plan.obstacles.contains { $0.text.contains("\(name) is \(name)-test") })
        #expect(plan.obstacles.count == 2)
    }
}
