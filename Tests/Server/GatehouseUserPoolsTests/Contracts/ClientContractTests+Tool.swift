// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseCore
import GatehouseIdentityPools
import GatehouseServer
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

/// The sentences of the contract of the command `amplify`.
extension ClientContractTests {
    @Test("Identity pools accept any role while the registry of roles is empty")
    func roles() async throws {
        let fixture = try await PoolFixture.make()
        let (identities, id) = try await fixture.identityPool()
        let roles = [
            "authenticated": "arn:aws:iam::123456789012:role/amplify-shop-dev-ab12c-authRole",
            "unauthenticated": "arn:aws:iam::123456789012:role/amplify-shop-dev-ab12c-unauthRole",
        ]
        try await identities.setIdentityPoolRoles(SetIdentityPoolRolesInput(identityPoolId: id, roles: roles))
        let read = try await identities.getIdentityPoolRoles(GetIdentityPoolRolesInput(identityPoolId: id))
        #expect(read.roles == roles)
    }

    @Test("A pool whose answer was lost is found again by its name and the tag amplify:app-id/amplify:env")
    func tags() async throws {
        let tags = ["amplify:app-id": "d0123456789abc", "amplify:env": "dev"]
        let fixture = try await PoolFixture.make(pool: PoolFixture.request { $0.userPoolTags = tags })
        let arn = "arn:aws:cognito-idp:us-east-1:123456789012:userpool/\(fixture.poolID)"
        let listed = try await fixture.administrator.listTagsForResource(
            ListTagsForResourceRequest(resourceArn: arn))
        #expect(listed.tags == tags)
        let pools = try await fixture.administrator.listUserPools(ListUserPoolsRequest(maxResults: 60)).userPools
        #expect(pools?.contains { $0.id == fixture.poolID && $0.name == "test" } == true)
    }

    @Test("groups: CreateGroup, precedence from 0 in order, a role each")
    func groups() async throws {
        let fixture = try await PoolFixture.make()
        for (precedence, name) in ["Admins", "Editors"].enumerated() {
            _ = try await fixture.administrator.createGroup(
                CreateGroupRequest(
                    groupName: name, userPoolId: fixture.poolID,
                    roleArn: "arn:aws:iam::123456789012:role/\(fixture.poolID)-\(name)GroupRole",
                    precedence: precedence))
        }
        let listed = try await fixture.administrator.listGroups(ListGroupsRequest(userPoolId: fixture.poolID)).groups
        #expect(listed?.map(\.precedence) == [0, 1])
    }

    /// The providers of the tool, with its attributes and scopes.
    private static let providers: [(IdentityProviderTypeType, scopes: String, [String: String])] = [
        (
            .facebook, "email,public_profile",
            [
                "email": "email", "name": "name", "given_name": "first_name", "family_name": "last_name",
                "middle_name": "middle_name", "gender": "gender", "birthdate": "birthday", "picture": "picture",
                "updated_at": "updated_at", "username": "id",
            ]
        ),
        (
            .google, "openid email profile",
            [
                "email": "email", "username": "sub", "name": "name", "given_name": "given_name",
                "family_name": "family_name", "picture": "picture", "birthdate": "birthdays", "gender": "genders",
                "phone_number": "phoneNumbers",
            ]
        ),
        (
            .loginWithAmazon, "profile postal_code profile:user_id",
            ["email": "email", "name": "name", "locale": "postal_code", "username": "user_id"]
        ),
    ]

    @Test(
        "CreateIdentityProvider with client_id, client_secret, authorize_scopes and AttributeMapping by the table below"
    )
    func providers() async throws {
        let fixture = try await PoolFixture.make()
        for (type, scopes, mapping) in Self.providers {
            let made = try await fixture.administrator.createIdentityProvider(
                CreateIdentityProviderRequest(
                    userPoolId: fixture.poolID, providerName: type.rawValue, providerType: type,
                    providerDetails: ["client_id": "app", "client_secret": "secret", "authorize_scopes": scopes],
                    attributeMapping: mapping))
            #expect(made.identityProvider.attributeMapping == mapping, "\(type.rawValue)")
            #expect(made.identityProvider.providerDetails?["authorize_scopes"] == scopes)
        }
    }

    @Test(
        "SupportedLoginProviders {graph.facebook.com: id, www.amazon.com: id, appleid.apple.com: id, api.twitter.com: key;secret}"
    )
    func loginProviders() async throws {
        let fixture = try await PoolFixture.make()
        let providers = [
            "graph.facebook.com": "1234567890", "www.amazon.com": "amzn1.application-oa2-client.0123",
            "appleid.apple.com": "org.example.shop", "api.twitter.com": "key;secret",
        ]
        let (identities, _) = try await fixture.identityPool()
        let made = try await identities.createIdentityPool(
            CreateIdentityPoolInput(
                identityPoolName: "shop__dev", allowUnauthenticatedIdentities: true,
                supportedLoginProviders: providers))
        let read = try await identities.describeIdentityPool(
            DescribeIdentityPoolInput(identityPoolId: made.identityPoolId))
        #expect(read.supportedLoginProviders == providers)
    }

    @Test("flows: none set: Cognito's default (SRP, custom, refresh)")
    func defaultFlows() async throws {
        let fixture = try await PoolFixture.make { $0.explicitAuthFlows = nil }
        try await fixture.makeUser()
        let done = try await SRPConversation(fixture: fixture, username: "alice").run(password: PoolFixture.password)
        let tokens = try #require(done.authenticationResult)
        #expect(try await Self.renew(tokens.refreshToken, hash: nil, by: fixture)?.accessToken != nil)
        #expect(try await fault { _ = try await fixture.signInWithPassword() }?.code == .invalidParameter)
    }
}
