// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@testable import GatehouseUserPools

@Suite struct ProviderDetailsTests {
    private static let apple = [
        "client_id": "com.example.app", "team_id": "TEAM", "key_id": "KEY", "private_key": "hush-hush",
        "authorize_scopes": "email name",
    ]

    @Test(arguments: [
        (
            IdentityProviderTypeType.google,
            [
                "attributes_url": "https://people.googleapis.com/v1/people/me?personFields=",
                "attributes_url_add_attributes": "true",
                "authorize_url": "https://accounts.google.com/o/oauth2/v2/auth",
                "oidc_issuer": "https://accounts.google.com", "token_request_method": "POST",
                "token_url": "https://www.googleapis.com/oauth2/v4/token",
            ]
        ),
        (
            .facebook,
            [
                "api_version": "v17.0", "attributes_url": "https://graph.facebook.com/v17.0/me?fields=",
                "attributes_url_add_attributes": "true",
                "authorize_url": "https://www.facebook.com/v17.0/dialog/oauth", "token_request_method": "GET",
                "token_url": "https://graph.facebook.com/v17.0/oauth/access_token",
            ]
        ),
        (
            .loginWithAmazon,
            [
                "attributes_url": "https://api.amazon.com/user/profile", "attributes_url_add_attributes": "false",
                "authorize_url": "https://www.amazon.com/ap/oa", "token_request_method": "POST",
                "token_url": "https://api.amazon.com/auth/o2/token",
            ]
        ),
    ])
    func `answers have the addresses of social providers beside the details of the request`(
        _ type: IdentityProviderTypeType, _ added: [String: String]
    ) async throws {
        let fixture = try await PoolFixture.make()
        let made = try await fixture.createProvider(type.rawValue, type)
        #expect(made.providerDetails == PoolFixture.social.merging(added) { $1 })
    }

    @Test func `details of the request replace those that the server adds`() async throws {
        let fixture = try await PoolFixture.make()
        let own = ["token_url": "https://mirror.example.com/token", "attributes_url_add_attributes": "false"]
        let google = try await fixture.createProvider(details: PoolFixture.social.merging(own) { $1 })
        #expect(google.providerDetails?["token_url"] == own["token_url"])
        #expect(google.providerDetails?["attributes_url_add_attributes"] == "false")
        let facebook = try await fixture.createProvider(
            "Facebook", .facebook, details: PoolFixture.social.merging(["api_version": "v6.0"]) { $1 })
        #expect(facebook.providerDetails?["token_url"] == "https://graph.facebook.com/v6.0/oauth/access_token")
    }

    @Test func `Apple's private key is in no answer, and an update without it keeps it`() async throws {
        let fixture = try await PoolFixture.make()
        var expected = Self.apple
        expected["private_key"] = nil
        let made = try await fixture.createProvider("SignInWithApple", .signInWithApple, details: Self.apple)
        #expect(made.providerDetails?["private_key"] == nil && made.attributeMapping == ["username": "sub"])
        expected["team_id"] = "OTHER"
        let changed = try await fixture.updateProvider("SignInWithApple", details: expected)
        #expect(changed.providerDetails?["team_id"] == "OTHER" && changed.providerDetails?["private_key"] == nil)
        let pools = fixture.administrator.pools
        let stored = try await pools.records.read { [poolID = fixture.poolID] store in
            try store.existingIdentityProvider("SignInWithApple", inPool: poolID)
        }
        #expect(try pools.providerDetails.open(stored)["private_key"] == "hush-hush")
    }

    @Test func `secrets are not in the database, and not in faults`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.createProvider()
        let pools = fixture.administrator.pools
        let stored = try await pools.records.read { [poolID = fixture.poolID] store in
            try store.existingIdentityProvider("Google", inPool: poolID)
        }
        #expect(!String(decoding: stored.sealedDetails, as: UTF8.self).contains("hush"))
        #expect(try pools.providerDetails.open(stored)["client_secret"] == "hush-hush")
        // The details of one provider cannot be put into another's row.
        let moved = IdentityProviderRecord(
            poolID: stored.poolID, name: "Facebook", kind: .facebook, attributeMapping: [:], identifiers: [],
            levelMapping: nil, issuer: nil, sealedDetails: stored.sealedDetails, createdAt: stored.createdAt,
            modifiedAt: stored.modifiedAt)
        #expect(throws: ServiceFault.self) { try pools.providerDetails.open(moved) }
        let refusal = try await fault {
            try await fixture.updateProvider(
                details: PoolFixture.social.merging(["token_url": "hush-hush"]) { $1 })
        }
        #expect(refusal == .invalidParameter("token_url is not a valid URL."))
    }

    @Test(arguments: [
        ("Google", IdentityProviderTypeType.google, "client_id, client_secret and authorize_scopes"),
        ("SignInWithApple", .signInWithApple, "client_id, team_id, key_id, private_key and authorize_scopes"),
        (
            "corp", .oidc,
            "client_id, client_secret, authorize_scopes, oidc_issuer and attributes_request_method"
        ),
    ])
    func `details that a type needs must be there, and not be empty`(
        _ name: String, _ type: IdentityProviderTypeType, _ names: String
    ) async throws {
        let fixture = try await PoolFixture.make()
        let all = Self.apple.merging(PoolFixture.openID) { $1 }
        for missing in names.replacing(" and ", with: ", ").split(separator: ", ").map(String.init) {
            for value in [nil, ""] as [String?] {
                var details = all
                details[missing] = value
                #expect(
                    try await fault { try await fixture.createProvider(name, type, details: details) }
                        == .invalidParameter("\(names) are all required idp details"), "\(missing)")
            }
        }
    }

    @Test(arguments: [
        ("token_url", "javascript:alert(1)"), ("authorize_url", "https://a@b/"), ("jwks_uri", "/keys"),
        ("oidc_issuer", "https://op.example.com?x=y"), ("attributes_request_method", "DELETE"),
        ("token_request_method", "get"), ("attributes_url_add_attributes", "yes"),
    ])
    func `a malformed detail is refused`(_ name: String, _ value: String) async throws {
        let fixture = try await PoolFixture.make()
        let details = PoolFixture.openID.merging([name: value]) { $1 }
        let refusal = try await fault { try await fixture.createProvider("corp", .oidc, details: details) }
        #expect(refusal?.code == .invalidParameter && refusal?.message.hasPrefix(name) == true)
    }

    @Test(arguments: ["17.0", "v17", "v17.0/../x", "v17.0.1", "v.0", "v17.00000", "vx.y"])
    func `a version of Facebook's API is a version`(_ version: String) async throws {
        let fixture = try await PoolFixture.make()
        let details = PoolFixture.social.merging(["api_version": version]) { $1 }
        #expect(
            try await fault { try await fixture.createProvider("Facebook", .facebook, details: details) }
                == .invalidParameter("api_version must be a version like v17.0."))
    }

    @Test func `there are at most forty details`() async throws {
        let fixture = try await PoolFixture.make()
        var details = PoolFixture.social
        for number in 0..<37 { details["x\(number)"] = "y" }
        try await fixture.createProvider(details: details)
        details["x37"] = "y"
        #expect(try await fault { try await fixture.updateProvider(details: details) }?.code == .invalidParameter)
    }
}
