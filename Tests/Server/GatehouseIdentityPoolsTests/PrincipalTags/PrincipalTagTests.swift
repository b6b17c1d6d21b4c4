// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseIdentityPools
import GatehouseWire
import Testing

@Suite struct PrincipalTagTests {
    @Test func `without a map there are no tags, and the default map has subject and audience`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let login = try house.issuer.login(as: "alice")
        let identity = try await house.id(in: pool, login)
        #expect(try await Self.tags(house, identity, login) == [:])
        let set = try await Self.set(house, pool, UserPool.first.key, defaults: true)
        #expect(set.useDefaults == true && set.principalTags == ["username": "sub", "client": "aud"])
        #expect(try await Self.tags(house, identity, login) == ["username": "alice", "client": "web"])
        let claims = try GetOpenIdTokenTests.claims(try await house.token(identity, login).token)
        #expect(
            claims["https://aws.amazon.com/tags"] == [
                "principal_tags": ["username": ["alice"], "client": ["web"]], "transitive_tag_keys": [],
            ])
    }

    @Test func `a map takes claims, and a claim that is absent or an array gives no tag`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let map = ["team": "custom:team", "level": "level", "none": "absent", "groups": "cognito:groups"]
        _ = try await Self.set(house, pool, UserPool.first.issuerKey, tags: map)
        let got = try await Self.get(house, pool, UserPool.first.key)
        #expect(got.useDefaults == false && got.principalTags == map)
        let login = try house.issuer.login(
            as: "alice", claims: ["custom:team": "core", "level": 7, "cognito:groups": ["staff"]])
        let identity = try await house.id(in: pool, login)
        #expect(try await Self.tags(house, identity, login) == ["team": "core", "level": "7"])
        _ = try await Self.set(house, pool, UserPool.first.key)
        #expect(try await Self.tags(house, identity, login) == [:])
        #expect(try await Self.get(house, pool, UserPool.first.key).principalTags == [:])
    }

    @Test func `tags beyond the quotas are refused`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        _ = try await Self.set(house, pool, UserPool.first.key, tags: ["a": "a", "b": "b"])
        for (a, b, fits) in [(256, 204, true), (256, 205, false), (257, 1, false)] {
            let login = try house.issuer.login(
                as: "alice",
                claims: [
                    "a": .string(String(repeating: "a", count: a)), "b": .string(String(repeating: "b", count: b)),
                ])
            let identity = try await house.id(in: pool, login)
            let code = try await DeveloperIdentityTests.fault { try await house.credentials(identity, login) }
            #expect(code == (fits ? nil : .invalidParameter))
        }
        let long = ["a": String(repeating: "a", count: 256), "b": String(repeating: "b", count: 205)]
        let code = try await DeveloperIdentityTests.fault {
            try await house.developerToken(in: pool, "bob", tags: long)
        }
        #expect(code == .invalidParameter)
    }

    @Test func `the developer's tags travel in the token and replace those of the map`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        _ = try await Self.set(house, pool, UserPool.first.key, defaults: true)
        let login = try house.issuer.login(as: "alice")
        let (identity, token) = try await house.developerToken(in: pool, "a", logins: login, tags: ["tenant": "blue"])
        let logins = login.merging([House.cognito: token]) { old, _ in old }
        #expect(try await Self.tags(house, identity, logins) == ["tenant": "blue"])
        #expect(try await Self.tags(house, identity, login) == ["username": "alice", "client": "web"])
    }

    @Test func `a provider that the pool does not have gets no map`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        for name in ["accounts.google.com", House.developer, UserPool.first.key + ":web"] {
            let fault = ServiceFault(
                .invalidParameter, "\(name) is not a configured provider of this identity pool.")
            await #expect(throws: fault) { _ = try await Self.set(house, pool, name, defaults: true) }
            await #expect(throws: fault) { _ = try await Self.get(house, pool, name) }
        }
        for name in ["graph.facebook.com", "arn:aws:iam::123456789012:oidc-provider/login.example.com/tenant"] {
            _ = try await Self.set(house, pool, name, defaults: true)
            #expect(try await Self.get(house, pool, name).useDefaults == true)
        }
    }

    @Test func `guests have no tags`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        _ = try await Self.set(house, pool, UserPool.first.key, defaults: true)
        #expect(try await Self.tags(house, try await house.id(in: pool), [:]) == [:])
    }

    static func tags(_ house: House, _ identity: String, _ logins: [String: String]) async throws -> [String: String] {
        try await house.session(of: try await house.credentials(identity, logins).credentials).principalTags
    }

    static func set(
        _ house: House, _ pool: String, _ provider: String, defaults: Bool? = nil, tags: [String: String]? = nil
    ) async throws -> SetPrincipalTagAttributeMapResponse {
        try await house.service.setPrincipalTagAttributeMap(
            SetPrincipalTagAttributeMapInput(
                identityPoolId: pool, identityProviderName: provider, useDefaults: defaults, principalTags: tags))
    }

    static func get(
        _ house: House, _ pool: String, _ provider: String
    ) async throws -> GetPrincipalTagAttributeMapResponse {
        try await house.service.getPrincipalTagAttributeMap(
            GetPrincipalTagAttributeMapInput(identityPoolId: pool, identityProviderName: provider))
    }
}
