// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSession
import GatehouseWire
import Testing

@testable import AWSMobileClient

@Suite struct AWSConfigurationTests {
    private static func read(_ json: String) throws -> AWSConfiguration {
        AWSConfiguration(try WireValue(json: Array(json.utf8)))
    }

    @Test func `every key is read`() throws {
        let configuration = try Self.read(
            """
            {
              "UserAgent": "a", "Version": "1.0", "Default": { "Region": "eu-west-3" },
              "IdentityManager": { "Default": {} },
              "CredentialsProvider": { "CognitoIdentity": { "Default": {
                  "PoolId": "eu-west-1:1", "Region": "eu-west-1", "Endpoint": "https://identity.example.org" } } },
              "CognitoUserPool": { "Default": {
                  "PoolId": "eu-west-1_a", "AppClientId": "client", "AppClientSecret": "secret", "Region": "eu-west-2",
                  "PinpointAppId": "p", "MigrationEnabled": true, "Endpoint": "idp.example.org" },
                "Other": { "PoolId": "eu-west-1_b" } },
              "Auth": { "Default": { "authenticationFlowType": "CUSTOM_AUTH", "Endpoint": "https://all.example.org",
                "allowsInsecureEndpoint": true,
                "OAuth": {
                  "WebDomain": "login.example.org", "AppClientId": "web", "AppClientSecret": "web-secret",
                  "SignInRedirectURI": "in://", "SignOutRedirectURI": "out://", "Scopes": ["openid", "email"],
                  "SignInURI": "https://a", "TokenURI": "https://b", "SignOutURI": "https://c",
                  "SignInURIQueryParameters": { "a": "1" }, "TokenURIQueryParameters": { "b": "2" },
                  "SignOutURIQueryParameters": { "c": "3" } } } },
              "FacebookSignIn": { "AppId": "1", "Permissions": "public_profile, email" },
              "GoogleSignIn": { "Permissions": "email,profile,openid", "ClientId-WebApp": "w", "ClientId-iOS": "i" },
              "AppleSignIn": {}
            }
            """)
        let userPool = try #require(configuration.userPool)
        #expect(userPool.poolID == "eu-west-1_a" && userPool.clientID == "client" && userPool.region == "eu-west-2")
        #expect(userPool.clientSecret?.revealed == "secret" && userPool.pinpointAppID == "p" && userPool.migratesUsers)
        #expect(userPool.endpoint == "idp.example.org" && configuration.isCustom)
        let identityPool = try #require(configuration.identityPool)
        #expect(identityPool.poolID == "eu-west-1:1" && identityPool.region == "eu-west-1")
        #expect(identityPool.endpoint == "https://identity.example.org")
        let pages = try #require(configuration.pages)
        #expect(pages.webDomain == "login.example.org" && pages.clientID == "web" && pages.isExternal)
        #expect(pages.clientSecret?.revealed == "web-secret" && pages.scopes == ["openid", "email"])
        #expect(pages.signInRedirect == "in://" && pages.signOutRedirect == "out://")
        #expect(pages.signInURI == "https://a" && pages.tokenURI == "https://b" && pages.signOutURI == "https://c")
        #expect(pages.signInParameters == ["a": "1"] && pages.tokenParameters == ["b": "2"])
        #expect(pages.signOutParameters == ["c": "3"])
        #expect(configuration.endpoint == "https://all.example.org" && configuration.allowsInsecureEndpoint)
        let social = AWSConfiguration.SocialProviders(
            facebook: ["public_profile", "email"], googleClientID: "i",
            googlePermissions: ["email", "profile", "openid"], hasApple: true)
        #expect(configuration.socialProviders == social)
    }

    @Test func `a value of a wrong type counts as missing`() throws {
        let configuration = try Self.read(
            """
            { "Default": { "Region": 1 }, "CognitoUserPool": { "Default": {
                "PoolId": 1, "AppClientId": "", "AppClientSecret": null, "MigrationEnabled": "true" } },
              "Auth": { "Default": { "authenticationFlowType": ["CUSTOM_AUTH"], "OAuth": {
                "Scopes": ["openid", 1], "SignInURI": {}, "TokenURIQueryParameters": { "a": "b", "c": 1 } } } },
              "CredentialsProvider": [], "FacebookSignIn": "x", "GoogleSignIn": { "ClientId-iOS": false } }
            """)
        let userPool = try #require(configuration.userPool)
        #expect(userPool.poolID == nil && userPool.clientID == nil && userPool.clientSecret == nil)
        #expect(userPool.region == nil && !userPool.migratesUsers && !configuration.isCustom)
        let pages = try #require(configuration.pages)
        #expect(pages.scopes == nil && !pages.isExternal && pages.tokenParameters == nil)
        #expect(configuration.identityPool == nil && configuration.socialProviders == .init())
    }

    @Test(arguments: [
        ("USER_SRP_AUTH", false), ("custom_auth", false), ("CUSTOM_AUTH_WITHOUT_SRP", false), ("CUSTOM_AUTH", true),
    ])
    func `only CUSTOM_AUTH has an effect as the flow`(type: String, isCustom: Bool) throws {
        let configuration = try Self.read(#"{"Auth": {"Default": {"authenticationFlowType": "\#(type)"}}}"#)
        #expect(configuration.isCustom == isCustom)
    }

    @Test func `the old spellings count where the new ones are absent`() throws {
        let old = #""CognitoUserPoolId": "eu-west-1_old", "CognitoUserPoolAppClientId": "old""#
        let configuration = try Self.read(
            #"{"CognitoUserPool": {"Default": {\#(old), "CognitoUserPoolAppClientSecret": "s"}}}"#)
        #expect(configuration.userPool?.poolID == "eu-west-1_old" && configuration.userPool?.clientID == "old")
        #expect(configuration.userPool?.clientSecret?.revealed == "s")
        let both = try Self.read(#"{"CognitoUserPool": {"Default": {\#(old), "PoolId": "eu-west-1_new"}}}"#)
        #expect(both.userPool?.poolID == "eu-west-1_new" && both.userPool?.clientID == "old")
    }

    @Test(
        arguments: [
            (#""Region": "a-b-1", "PoolId": "c-d-2_x""#, "e-f-3", "a-b-1"),
            (#""PoolId": "c-d-2_x""#, "e-f-3", "e-f-3"), (#""PoolId": "c-d-2_x_y""#, nil, "c-d-2"),
            (#""PoolId": "x""#, nil, nil), (#""PoolId": "_x""#, nil, nil), (#""Region": "EUWest1""#, nil, "eu-west-1"),
        ] as [(String, String?, String?)])
    func `a user pool has its own region, else the default one, else the region in its id`(
        pool: String, fallback: String?, region: String?
    ) throws {
        let other = fallback.map { #", "Default": {"Region": "\#($0)"}"# } ?? ""
        let configuration = try Self.read(#"{"CognitoUserPool": {"Default": {\#(pool)}}\#(other)}"#)
        #expect(configuration.userPool?.region == region)
    }

    @Test(arguments: [
        ("us-east-1", "us-east-1"), ("USEast1", "us-east-1"), ("AWSRegionAPSoutheast2", "ap-southeast-2"),
        ("USGovWest1", "us-gov-west-1"), ("CNNorth1", "cn-north-1"), ("EU", "EU"), ("", ""), ("Unknown", "Unknown"),
        ("AWSRegion", "AWSRegion"), ("ÄÖÜ1", "ÄÖÜ1"),
    ])
    func `regions of old property lists become the regions of hosts`(text: String, region: String) {
        #expect(AWSConfiguration.region(text) == region)
    }

    @Test func `an identity pool does not take the default region`() throws {
        let pool = #""CredentialsProvider": {"CognitoIdentity": {"Default": {"PoolId": "p"}}}"#
        let configuration = try Self.read(#"{"Default": {"Region": "a-b-1"}, \#(pool)}"#)
        #expect(configuration.identityPool?.poolID == "p" && configuration.identityPool?.region == nil)
    }

    @Test func `secrets do not print`() throws {
        let configuration = try Self.read(
            """
            {"CognitoUserPool": {"Default": {"AppClientSecret": "hidden-1"}},
             "Auth": {"Default": {"OAuth": {"AppClientSecret": "hidden-2"}}}}
            """)
        var text = ""
        dump(configuration, to: &text)
        #expect(!text.contains("hidden") && !"\(configuration)".contains("hidden"))
    }
}
