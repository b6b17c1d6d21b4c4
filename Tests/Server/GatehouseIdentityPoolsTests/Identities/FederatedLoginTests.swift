// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseIdentityPools
import GatehouseWire
import Testing

/// Logins with tokens of other providers, from `GetId` to the credentials.
@Suite struct FederatedLoginTests {
    @Test func `a token of a registered provider buys credentials under the issuer's key`() async throws {
        let town = try await FederatedTown()
        let login = [FederatedTown.key: try town.token(as: "alice")]
        let id = try await town.house.id(in: town.pool, login)
        #expect(try await town.house.id(in: town.pool, [FederatedTown.key + "/": try town.token(as: "alice")]) == id)
        #expect(try await town.house.id(in: town.pool, [FederatedTown.key: try town.token(as: "bob")]) != id)
        let session = try await town.house.session(of: try await town.house.credentials(id, login).credentials)
        #expect(session.identityID == id)
        #expect(
            session.authenticationMethods == ["authenticated", FederatedTown.key, "\(FederatedTown.key):OIDC:alice"])
    }

    @Test func `a user whose id is another one's only after normalization gets an identity of its own`() async throws {
        let town = try await FederatedTown()
        // A precomposed letter, and the same one as a letter with a combining mark.
        let victim = try await town.house.id(in: town.pool, [FederatedTown.key: try town.token(as: "M\u{FC}ller")])
        let login = [FederatedTown.key: try town.token(as: "Mu\u{308}ller")]
        await #expect(throws: ServiceFault.self) { _ = try await town.house.credentials(victim, login) }
        await #expect(throws: ServiceFault.self) {
            try await town.house.service(.anonymous).unlinkIdentity(
                UnlinkIdentityInput(identityId: victim, logins: login, loginsToRemove: [FederatedTown.key]))
        }
        #expect(try await town.house.id(in: town.pool, login) != victim)
    }

    @Test func `a developer's user gets the login of a provider under the key with a slash as well`() async throws {
        let town = try await FederatedTown()
        let pool = try await town.house.service.createIdentityPool(
            CreateIdentityPoolInput(
                identityPoolName: "developer", allowUnauthenticatedIdentities: false,
                developerProviderName: House.developer, openIdConnectProviderARNs: [FederatedTown.arn])
        ).identityPoolId
        let alice = try town.token(as: "alice")
        let (identity, _) = try await town.house.developerToken(
            in: pool, "ada", logins: [FederatedTown.key + "/": alice])
        #expect(try await town.house.id(in: pool, [FederatedTown.key: alice]) == identity)
        #expect(try await town.house.id(in: pool, [FederatedTown.key + "/": alice]) == identity)
        let fault = await #expect(throws: ServiceFault.self) {
            try await town.house.developerToken(in: pool, "ada", logins: [FederatedTown.key + "//": alice])
        }
        #expect(fault?.code == .invalidParameter)
    }

    @Test func `a token for a client that is not registered is refused`() async throws {
        let town = try await FederatedTown()
        let login = [FederatedTown.key: try town.token(as: "alice", claims: ["aud": "stranger"])]
        await #expect(
            throws: ServiceFault(.notAuthorized, "Token is not from a supported provider of this identity pool.")
        ) {
            _ = try await town.house.id(in: town.pool, login)
        }
    }

    @Test(
        arguments: [
            (["iss": "https://evil.example.com"], "Issuer doesn't match providerName"),
            (["aud": nil], "Missing a required claim: aud"),
            (["exp": 1_700_000_000], "Token expired: 1700000300 >= 1700000000"),
            (["token_use": "access"], "Not a valid OpenId Connect identity token."),
        ] as [([String: WireValue?], String)])
    func `a refused token is answered in the service's text`(
        _ changes: [String: WireValue?], _ text: String
    ) async throws {
        let town = try await FederatedTown()
        let login = [FederatedTown.key: try town.token(as: "alice", claims: changes)]
        town.house.clock.advance(by: 300)
        await #expect(throws: ServiceFault(.notAuthorized, "Invalid login token. \(text)")) {
            _ = try await town.house.id(in: town.pool, login)
        }
    }

    @Test func `a token of one provider does not come under the key of another one`() async throws {
        let town = try await FederatedTown()
        let token = try town.token(as: "alice")
        await #expect(
            throws: ServiceFault(.notAuthorized, "Invalid login token. Issuer doesn't match providerName")
        ) {
            _ = try await town.house.id(in: town.pool, ["accounts.google.com": token])
        }
    }

    @Test(arguments: [(FederatedTown.key, FederatedTown.arn), ("accounts.google.com", "accounts.google.com")])
    func `roles in a token of another kind of provider count for nothing`(_ key: String, _ name: String) async throws {
        let town = try await FederatedTown(url: "https://\(key)")
        let admin = "arn:aws:iam::123456789012:role/Admin"
        let mapping = RoleMapping(type: .token, ambiguousRoleResolution: .deny)
        try await town.setMappings([name: mapping])
        let token = try town.token(
            as: "alice", claims: ["cognito:roles": [.string(admin)], "cognito:preferred_role": .string(admin)])
        let login = [key: token]
        let id = try await town.house.id(in: town.pool, login)
        let denied = "The ambiguous role mapping rules for: \(name) denied this request."
        await #expect(throws: ServiceFault(.notAuthorized, denied)) {
            _ = try await town.house.credentials(id, login)
        }
        await #expect(throws: ServiceFault(.notAuthorized, "Access to Role '\(admin)' is forbidden.")) {
            _ = try await town.house.credentials(id, login, role: admin)
        }
    }

    @Test func `rules of a provider's ARN read the verified claims`() async throws {
        let town = try await FederatedTown()
        let role = "arn:aws:iam::123456789012:role/Staff"
        let rule = MappingRule(claim: "department", matchType: .equals, value: "staff", roleARN: role)
        try await town.setMappings([
            FederatedTown.arn: RoleMapping(
                type: .rules, ambiguousRoleResolution: .deny,
                rulesConfiguration: RulesConfigurationType(rules: [rule]))
        ])
        let login = [FederatedTown.key: try town.token(as: "alice", claims: ["department": "staff"])]
        let id = try await town.house.id(in: town.pool, login)
        let session = try await town.house.session(of: try await town.house.credentials(id, login).credentials)
        #expect(session.roleARN == role)
    }

    @Test func `a provider that does not answer is an error of an external service`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        await #expect(
            throws: ServiceFault(
                .externalService, "Couldn't retrieve the answer of your identity provider; try again later.")
        ) {
            _ = try await house.id(in: pool, ["graph.facebook.com": "EAAB"])
        }
    }

    @Test func `a token of another server's user pool is verified with the keys of that server`() async throws {
        let key = "cognito-idp.us-east-1.amazonaws.com/us-east-1_Elsewhere"
        let town = try await FederatedTown(url: "https://\(key)")
        let role = "arn:aws:iam::123456789012:role/Staff"
        try await town.setMappings(["\(key):app": RoleMapping(type: .token, ambiguousRoleResolution: .deny)])
        let claims: [String: WireValue?] = ["token_use": "id", "cognito:preferred_role": .string(role)]
        let login = [key: try town.token(as: "alice", claims: claims)]
        let id = try await town.house.id(in: town.pool, login)
        let session = try await town.house.session(of: try await town.house.credentials(id, login).credentials)
        #expect(session.roleARN == role)
    }

    @Test func `a user pool of this server is never looked for at another server`() async throws {
        let town = try await FederatedTown(url: "https://\(UserPool.first.key)")
        let token = try town.token(as: "alice", claims: ["token_use": "id", "aud": "web"])
        await #expect(throws: ServiceFault(.notAuthorized, "Invalid login token. Couldn't verify signed token.")) {
            _ = try await town.house.id(in: town.pool, [UserPool.first.key: token])
        }
    }
}
