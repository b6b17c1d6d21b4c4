// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseSignIn
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@testable import GatehouseServer

@Suite struct SeedTests {
    private static let bcrypt = "$2b$04$BG5vZ/J7ZX2vKpV8Zk0y6uF0vZQXcZcN0Lw1Vt1d3uI9ZQ4uA0m5K"
    private static let seed = """
        {
          "userPools": [
            {
              "id": "us-east-1_Shop00001", "name": "shop",
              "settings": {"AutoVerifiedAttributes": ["email"], "MfaConfiguration": "OFF"},
              "clients": [
                {"id": "shopclient", "name": "web",
                 "settings": {"ExplicitAuthFlows": ["ALLOW_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"]}},
                {"name": "backend", "secret": "aSecretOfAClient0123456789"}
              ],
              "groups": [{"name": "admins", "description": "Administrators", "precedence": 1}],
              "users": [
                {"username": "ada", "password": "Correct-Horse-7!", "groups": ["admins"],
                 "attributes": {"email": "ada@example.org", "email_verified": "true"}},
                {"username": "bob", "passwordHash": "\(bcrypt)", "hashAlgorithm": "BCRYPT"},
                {"username": "eve", "temporaryPassword": "Temporary-Horse-7!", "enabled": false}
              ]
            },
            {"name": "gatehouse-dev", "users": [{"username": "dan", "password": "Correct-Horse-7!"}]}
          ]
        }
        """

    private static func status(_ username: String, _ dev: DevelopmentFolder, in pool: String) async throws -> String? {
        try await dev.pools.adminGetUser(AdminGetUserRequest(userPoolId: pool, username: username)).userStatus?.rawValue
    }

    /// The seed that docs/development.md shows.
    private static func documentedSeed() throws -> String {
        let document = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../../docs/development.md").standardizedFileURL
        let text = try String(contentsOf: document, encoding: .utf8)
        let start = try #require(text.range(of: "```json\n"))
        let end = try #require(text.range(of: "\n```", range: start.upperBound..<text.endIndex))
        return String(text[start.upperBound..<end.lowerBound])
    }

    @Test func `the seed of the documents makes each of its entries`() async throws {
        let dev = try await DevelopmentFolder(seed: try Self.documentedSeed())
        #expect(dev.development.seeding == SeedReport(made: 11, kept: 0))
    }

    @Test func `a seed makes pools, clients, groups and users`() async throws {
        let dev = try await DevelopmentFolder(seed: Self.seed)
        #expect(dev.development.seeding == SeedReport(made: 8, kept: 1))
        let pool = "us-east-1_Shop00001"
        let tokens = try await dev.pools.initiateAuth(
            InitiateAuthRequest(
                authFlow: .userPasswordAuth,
                authParameters: ["USERNAME": "ada", "PASSWORD": "Correct-Horse-7!"], clientId: "shopclient"))
        #expect(tokens.authenticationResult?.accessToken != nil)
        let groups = try await dev.pools.adminListGroupsForUser(
            AdminListGroupsForUserRequest(username: "ada", userPoolId: pool))
        #expect(groups.groups?.map(\.groupName) == ["admins"])
        #expect(try await Self.status("bob", dev, in: pool) == "CONFIRMED")
        let eve = try await dev.pools.adminGetUser(AdminGetUserRequest(userPoolId: pool, username: "eve"))
        #expect(eve.userStatus?.rawValue == "FORCE_CHANGE_PASSWORD" && eve.enabled == false)
        let first = dev.development.resources.userPoolID
        #expect(try await Self.status("dan", dev, in: first) == "CONFIRMED")
    }

    @Test func `a second start with the seed changes nothing`() async throws {
        let dev = try await DevelopmentFolder(seed: Self.seed)
        let pool = "us-east-1_Shop00001"
        _ = try await dev.pools.adminSetUserPassword(
            AdminSetUserPasswordRequest(userPoolId: pool, username: "ada", password: "Other-Horse-8!", permanent: true))
        try await dev.restart()
        #expect(dev.development.seeding == SeedReport(made: 0, kept: 9))
        let tokens = try await dev.pools.initiateAuth(
            InitiateAuthRequest(
                authFlow: .userPasswordAuth, authParameters: ["USERNAME": "ada", "PASSWORD": "Other-Horse-8!"],
                clientId: "shopclient"))
        #expect(tokens.authenticationResult != nil)
    }

    @Test func `the seed gives the first pool its domain in place of the usual one`() async throws {
        let dev = try await DevelopmentFolder(
            seed: #"{"userPools": [{"name": "gatehouse-dev", "domain": {"name": "own", "settings": {}}}]}"#)
        let request = DescribeUserPoolRequest(userPoolId: dev.development.resources.userPoolID)
        #expect(try await dev.pools.describeUserPool(request).userPool?.domain == "own")
        #expect(try await dev.development.loginPage()?.contains("/domains/own/login?") == true)
    }

    @Test func `a sub that another user has is refused with its place`() async throws {
        let sub = "00000000-0000-4000-8000-000000000001"
        let users = ["ada", "eve"].map { #"{"username": "\#($0)", "sub": "\#(sub)"}"# }.joined(separator: ", ")
        let refusal = await #expect(throws: StartupRefusal.self) {
            _ = try await DevelopmentFolder(seed: #"{"userPools": [{"name": "a", "users": [\#(users)]}]}"#)
        }
        #expect(
            refusal?.description.contains(
                "userPools[0].users[1] (eve): UsernameExistsException: Another user of the pool has the sub \(sub)")
                == true)
    }

    @Test func `an identity pool of the seed gives credentials of the roles of the first start`() async throws {
        let dev = try await DevelopmentFolder(
            seed: #"{"userPools": [{"name": "a", "identityPool": {"name": "shop", "guests": true}}]}"#)
        let ids = try await dev.identityPoolIDs()
        #expect(ids.count == 2)
        for id in ids {
            let guest = await dev.call("AWSCognitoIdentityService.GetId", ["IdentityPoolId": .string(id)]).json
            let credentials = await dev.call(
                "AWSCognitoIdentityService.GetCredentialsForIdentity", ["IdentityId": guest["IdentityId"] ?? .null])
            #expect(credentials.json["Credentials"]?["SessionToken"] != nil)
        }
    }

    @Test func `a reset applies the seed again`() async throws {
        let dev = try await DevelopmentFolder(seed: Self.seed)
        let pool = "us-east-1_Shop00001"
        _ = try await dev.pools.adminDeleteUser(AdminDeleteUserRequest(userPoolId: pool, username: "ada"))
        #expect(try await dev.development.reset())
        #expect(try await Self.status("ada", dev, in: pool) == "CONFIRMED")
    }

    @Test(arguments: [
        ("{\n\"userPools\": [\n{,}\n]}", "seed.json: line 3 is not JSON"),
        (
            #"{"a": "\#(String(repeating: "\u{301}", count: 40))"}"#,
            "seed.json: a text has too many combining marks in a row"
        ),
        ("[]", "seed.json: must be an object"),
        (#"{"pools": []}"#, "seed.json: pools: is unknown; the known members are userPools"),
        (#"{"userPools": [{}]}"#, "seed.json: userPools[0].name: is missing"),
        (#"{"userPools": [{"name": "a", "id": "shop"}]}"#, "seed.json: userPools[0].id: an id looks like"),
        (
            #"{"userPools": [{"name": "a", "settings": {"MfaConfig": "ON"}}]}"#,
            "seed.json: userPools[0].settings: MfaConfig is not known to the service"
        ),
        (
            #"{"userPools": [{"name": "a", "settings": {"Policies": {"PasswordPolicy": {"MinLength": 8}}}}]}"#,
            "seed.json: userPools[0].settings: Policies.PasswordPolicy.MinLength is not known to the service"
        ),
        (
            #"{"userPools": [{"name": "a", "settings": {"PoolName": "b"}}]}"#,
            "seed.json: userPools[0].settings: PoolName must not be in settings"
        ),
        (
            #"{"userPools": [{"name": "a", "users": [{"username": "a"}, {"username": "b", "pasword": "c"}]}]}"#,
            "seed.json: userPools[0].users[1].pasword: is unknown"
        ),
        (
            #"{"userPools": [{"name": "a", "users": [{"username": "b", "password": 7}]}]}"#,
            "seed.json: userPools[0].users[0].password: must be a string"
        ),
        (
            #"{"userPools": [{"name": "a", "users": [{"username": "b", "passwordHash": "x"}]}]}"#,
            "seed.json: userPools[0].users[0]: passwordHash and hashAlgorithm belong together"
        ),
        (
            #"{"userPools": [{"name": "a", "users": [{"username": "b", "password": "x", "temporaryPassword": "y"}]}]}"#,
            "seed.json: userPools[0].users[0]: a user has one of"
        ),
        (
            #"{"userPools": [{"name": "a", "users": [{"username": "b", "sub": "B"}]}]}"#,
            "seed.json: userPools[0].users[0].sub: a sub is a UUID with small letters"
        ),
        (#"{"userPools": [{"name": "a", "domain": 7}]}"#, "seed.json: userPools[0].domain: must be an object"),
        (#"{"userPools": [{"name": "a", "domain": {}}]}"#, "seed.json: userPools[0].domain.name: is missing"),
        (
            #"{"userPools": [{"name": "a", "identityPool": {"name": "b", "id": "c"}}]}"#,
            "seed.json: userPools[0].identityPool.id: an id looks like"
        ),
        (
            #"{"userPools": [{"name": "a", "identityPool": {"name": "b", "settings": {"Guests": true}}}]}"#,
            "seed.json: userPools[0].identityPool.settings: Guests is not known to the service"
        ),
        (
            #"{"userPools": [{"name": "a", "identityProviders": [{"name": "b"}]}]}"#,
            "seed.json: userPools[0].identityProviders[0].type: is missing"
        ),
        (
            #"{"userPools": [{"name": "a", "resourceServers": [{"name": "b"}]}]}"#,
            "seed.json: userPools[0].resourceServers[0].identifier: is missing"
        ),
        (
            #"{"userPools": [{"name": "a", "users": [{"username": "b", "groups": ["c"]}]}]}"#,
            "seed.json: userPools[0].users[0]: the group c is not among the pool's groups"
        ),
    ])
    func `a seed that makes no sense is refused by its line or member`(json: String, text: String) {
        let failure = #expect(throws: SeedFailure.self) { try Seed(json: Array(json.utf8), path: "seed.json") }
        #expect(failure?.description.hasPrefix(text) == true, "\(failure?.description ?? "")")
    }

    @Test func `a refusal of the service names its place, without the password`() async throws {
        let seed = #"{"userPools": [{"name": "a", "users": [{"username": "ada", "password": "short"}]}]}"#
        let refusal = await #expect(throws: StartupRefusal.self) { _ = try await DevelopmentFolder(seed: seed) }
        let text = try #require(refusal?.description)
        #expect(text.contains("userPools[0].users[0] (ada): InvalidPasswordException"))
        #expect(!text.contains("short"))
    }

    private static func apply(_ credential: String, to installation: Installation) async throws -> SeedReport {
        let user = #"{"username": "ada", \#(credential)}"#
        let json = #"{"userPools": [{"name": "gatehouse-dev", "users": [\#(user)]}]}"#
        return try await Seed(json: Array(json.utf8), path: "seed.json").run(on: installation).report
    }

    @Test(arguments: [
        #""password": "short""#, #""passwordHash": "no hash", "hashAlgorithm": "BCRYPT""#,
    ])
    func `the corrected seed makes the user whose password or hash the service refused`(refused: String) async throws {
        let dev = try await DevelopmentFolder()
        let installation = dev.process.installation
        let failure = await #expect(throws: SeedFailure.self) { try await Self.apply(refused, to: installation) }
        #expect(failure?.description.hasSuffix(".") == false)
        let corrected = try await Self.apply(#""password": "Correct-Horse-7!""#, to: installation)
        #expect(corrected == SeedReport(made: 1, kept: 1))
        let pool = dev.development.resources.userPoolID
        #expect(try await Self.status("ada", dev, in: pool) == "CONFIRMED")
    }

    @Test func `a seed with a refused password leaves a user that exists as it is`() async throws {
        let dev = try await DevelopmentFolder()
        let installation = dev.process.installation
        _ = try await Self.apply(#""password": "Correct-Horse-7!""#, to: installation)
        let second = try await Self.apply(#""password": "short""#, to: installation)
        #expect(second == SeedReport(made: 0, kept: 2))
        let pool = dev.development.resources.userPoolID
        #expect(try await Self.status("ada", dev, in: pool) == "CONFIRMED")
    }

    @Test func `a missing seed is named`() async throws {
        let refusal = await #expect(throws: StartupRefusal.self) {
            _ = try await DevelopmentFolder([.seed: "/nowhere/seed.json"])
        }
        #expect(refusal?.description.contains("/nowhere/seed.json") == true)
    }
}
