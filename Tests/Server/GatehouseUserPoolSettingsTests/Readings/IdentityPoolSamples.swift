// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseIdentityPools
import GatehouseServer
import GatehouseTesting
import GatehouseWire
import Testing

/// Identity pools in different states, and what the server returns about them.
struct IdentityPoolSamples {
    private static let developer = "login.example.com"
    private static let role: WireValue = "arn:aws:iam::123456789012:role/app"

    private let gatehouse: TestGatehouse
    /// The pool's id.
    private let pool: WireValue
    private var answers: [ReadingSamples.Answer] = []

    /// Makes a pool.
    private init(_ request: WireValue, on gatehouse: TestGatehouse) async throws {
        self.gatehouse = gatehouse
        pool = try #require(try await Self.perform("CreateIdentityPool", request, on: gatehouse)["IdentityPoolId"])
    }

    /// Performs an operation as an administrator.
    private static func perform(
        _ operation: String, _ input: WireValue, on gatehouse: TestGatehouse
    ) async throws -> WireValue {
        let service = gatehouse.installation.identityPools.service(for: gatehouse.administration)
        if let handler = CognitoIdentityAdminOperations.table[operation] {
            return try await handler.perform(input, with: service)
        }
        return try await #require(CognitoIdentityOperations.table[operation]).perform(input, with: service)
    }

    /// Performs an operation on the pool.
    @discardableResult
    private func make(_ operation: String, _ input: [WireName: WireValue] = [:]) async throws -> WireValue {
        try await Self.perform(operation, .object(input.merging(["IdentityPoolId": pool]) { $1 }), on: gatehouse)
    }

    /// Performs an operation, on the pool or on another object, and keeps its answer.
    @discardableResult
    private mutating func read(
        _ operation: String, _ input: [WireName: WireValue] = [:], ofPool isOfPool: Bool = true
    ) async throws -> WireValue {
        let answer =
            isOfPool
            ? try await make(operation, input) : try await Self.perform(operation, .object(input), on: gatehouse)
        answers.append((operation, answer))
        return answer
    }

    /// The readings of the pool and of an identity, with the tags for the users of a provider.
    private mutating func readPool(identity: WireValue, provider: WireValue) async throws {
        for operation in ["DescribeIdentityPool", "GetIdentityPoolRoles"] { try await read(operation) }
        let arn = gatehouse.installation.deployment.arn(ofIdentityPool: pool.stringValue ?? "")
        try await read("ListTagsForResource", ["ResourceArn": .string(arn)], ofPool: false)
        try await read("ListIdentityPools", ["MaxResults": 60], ofPool: false)
        try await read("ListIdentities", ["MaxResults": 60])
        try await read("DescribeIdentity", ["IdentityId": identity], ofPool: false)
        try await read("GetPrincipalTagAttributeMap", ["IdentityProviderName": provider])
    }

    /// A pool with nothing but what its creation demands and a provider, and a guest.
    static func new() async throws -> [ReadingSamples.Answer] {
        var samples = try await IdentityPoolSamples(
            ["IdentityPoolName": "new", "AllowUnauthenticatedIdentities": true], on: TestGatehouse())
        try await samples.read("DescribeIdentityPool")
        let guest = try #require(try await samples.make("GetId")["IdentityId"])
        try await samples.make(
            "UpdateIdentityPool",
            [
                "IdentityPoolName": "new", "AllowUnauthenticatedIdentities": true,
                "SupportedLoginProviders": ["accounts.google.com": "client"],
            ])
        try await samples.readPool(identity: guest, provider: "accounts.google.com")
        return samples.answers
    }

    /// A pool with every member, and an identity of a developer's user.
    static func complete() async throws -> [ReadingSamples.Answer] {
        let gatehouse = try await TestGatehouse()
        let fixture = try await PoolFixture.make(on: gatehouse)
        let users = gatehouse.installation.deployment.loginKey(ofUserPool: fixture.poolID)
        var samples = try await IdentityPoolSamples(
            [
                "IdentityPoolName": "complete", "AllowUnauthenticatedIdentities": false, "AllowClassicFlow": true,
                "SupportedLoginProviders": ["accounts.google.com": "client"],
                "DeveloperProviderName": .string(developer),
                "OpenIdConnectProviderARNs": ["arn:aws:iam::123456789012:oidc-provider/op.example.com"],
                "SamlProviderARNs": ["arn:aws:iam::123456789012:saml-provider/Office"],
                "IdentityPoolTags": ["stage": "test"],
                "CognitoIdentityProviders": [
                    ["ProviderName": .string(users), "ClientId": .string(fixture.client.id)]
                ],
            ], on: gatehouse)
        try await samples.make(
            "SetIdentityPoolRoles",
            [
                "Roles": ["authenticated": role],
                "RoleMappings": .object([
                    WireName("\(users):\(fixture.client.id)"): ["Type": "Token", "AmbiguousRoleResolution": "Deny"],
                    "accounts.google.com": [
                        "Type": "Rules", "AmbiguousRoleResolution": "AuthenticatedRole",
                        "RulesConfiguration": [
                            "Rules": [
                                ["Claim": "hd", "MatchType": "Equals", "Value": "example.com", "RoleARN": role]
                            ]
                        ],
                    ],
                ]),
            ])
        try await samples.make(
            "SetPrincipalTagAttributeMap",
            ["IdentityProviderName": "accounts.google.com", "PrincipalTags": ["domain": "hd"]])
        let identity = try #require(
            try await samples.make(
                "GetOpenIdTokenForDeveloperIdentity", ["Logins": .object(ofTexts: [developer: "u1"])])["IdentityId"])
        try await samples.readPool(identity: identity, provider: "accounts.google.com")
        try await samples.read("LookupDeveloperIdentity", ["IdentityId": identity])
        return samples.answers
    }
}
