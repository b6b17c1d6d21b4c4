// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseClientFiles
import GatehouseCore
import GatehouseIdentityPools
import GatehouseServer
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

/// The files that `gatehouse outputs` writes for pools that an administrator made.
@Suite struct ClientConfigurationsTests {
    private let gatehouse: TestGatehouse
    private let context = RequestContext(requestID: "test", principal: .administrator(accessKeyID: "test"))

    init() async throws {
        gatehouse = try await TestGatehouse(baseURL: "https://auth.example.org")
    }

    private func makePool() async throws -> String {
        let service = gatehouse.installation.userPools.service(for: context)
        let pool = try await service.createUserPool(
            CreateUserPoolRequest(
                poolName: "shop", policies: UserPoolPolicyType(passwordPolicy: PasswordPolicyType(minimumLength: 12)),
                autoVerifiedAttributes: [.email], usernameAttributes: [.email],
                schema: [
                    SchemaAttributeType(name: "email", required: true),
                    SchemaAttributeType(name: "family_name", required: true),
                ])
        ).userPool
        let id = try #require(pool?.id)
        _ = try await service.setUserPoolMfaConfig(
            SetUserPoolMfaConfigRequest(
                userPoolId: id, softwareTokenMfaConfiguration: SoftwareTokenMfaConfigType(enabled: true),
                mfaConfiguration: .optional))
        return id
    }

    private func makeClient(
        of pool: String, flows: [ExplicitAuthFlowsType], hasSecret: Bool = false
    ) async throws -> UserPoolClientType {
        let service = gatehouse.installation.userPools.service(for: context)
        let client = try await service.createUserPoolClient(
            CreateUserPoolClientRequest(
                userPoolId: pool, clientName: "app", generateSecret: hasSecret, explicitAuthFlows: flows)
        ).userPoolClient
        return try #require(client)
    }

    private func read(_ pool: String, _ client: String, identityPool: String? = nil) async throws -> [WireValue] {
        try await ClientConfigurations.read(
            userPool: pool, client: client, identityPool: identityPool, from: gatehouse.installation
        ).all.map(\.content)
    }

    @Test func `the files repeat the pool's settings, and contain an identity pool only on request`() async throws {
        let pool = try await makePool()
        let client = try await makeClient(of: pool, flows: [.allowUserSrpAuth, .allowRefreshTokenAuth])
        let files = try await read(pool, try #require(client.clientId))
        let auth = try #require(files[0]["auth"])
        #expect(auth["user_pool_id"]?.stringValue == pool)
        #expect(auth["aws_region"] == "us-east-1")
        #expect(files[0]["custom"] == ["gatehouse": ["endpoint": "https://auth.example.org"]])
        #expect(auth["username_attributes"] == ["email"])
        #expect(auth["standard_required_attributes"] == ["email", "family_name"])
        #expect(auth["user_verification_types"] == ["email"])
        #expect(auth["mfa_configuration"] == "OPTIONAL")
        #expect(auth["mfa_methods"] == ["TOTP"])
        #expect(auth["password_policy"]?["min_length"] == 12)
        #expect(auth["identity_pool_id"] == nil && auth["unauthenticated_identities_enabled"] == nil)
        #expect(files[2]["CredentialsProvider"] == nil)
        #expect(files[2]["CognitoUserPool"]?["Default"]?["AppClientSecret"] == nil)
    }

    @Test func `the files of generation 1 have the rules from which an app makes its forms`() async throws {
        let pool = try await makePool()
        let client = try await makeClient(of: pool, flows: [.allowUserSrpAuth, .allowRefreshTokenAuth])
        let files = try await read(pool, try #require(client.clientId))
        let plugin = try #require(files[1]["auth"]?["plugins"]?["awsCognitoAuthPlugin"])
        for rules in [plugin["Auth"]?["Default"], files[2]["Auth"]?["Default"]] {
            #expect(rules?["usernameAttributes"] == ["EMAIL"])
            #expect(rules?["signupAttributes"] == ["EMAIL", "FAMILY_NAME"])
            #expect(rules?["verificationMechanisms"] == ["EMAIL"])
            #expect(rules?["mfaConfiguration"] == "OPTIONAL")
            #expect(rules?["mfaTypes"] == ["TOTP"])
            #expect(rules?["socialProviders"] == [])
            let password = rules?["passwordProtectionSettings"]
            #expect(password?["passwordPolicyMinLength"] == 12)
            #expect(password?["passwordPolicyCharacters"] == [])
        }
    }

    @Test func `the rules are there also where a pool has none`() throws {
        let plugin = Self.configurations(at: "http://localhost:9229").all[2].content
        let rules = try #require(plugin["Auth"]?["Default"])
        for name in [
            "usernameAttributes", "signupAttributes", "verificationMechanisms", "mfaTypes", "socialProviders",
        ] {
            #expect(rules[name] == [], "\(name)")
        }
        #expect(rules["mfaConfiguration"] == "OFF")
        #expect(
            rules["passwordProtectionSettings"] == ["passwordPolicyMinLength": 8, "passwordPolicyCharacters": []])
    }

    @Test(arguments: [
        ([ExplicitAuthFlowsType.allowUserSrpAuth, .allowUserPasswordAuth], "USER_SRP_AUTH"),
        ([.allowUserPasswordAuth], "USER_PASSWORD_AUTH"), ([.allowUserAuth], "USER_AUTH"),
        ([.allowCustomAuth], "CUSTOM_AUTH_WITHOUT_SRP"),
    ])
    func `the files have a flow that the client allows, and its secret`(
        flows: [ExplicitAuthFlowsType], name: String
    ) async throws {
        let pool = try await makePool()
        let client = try await makeClient(of: pool, flows: flows + [.allowRefreshTokenAuth], hasSecret: true)
        let plugin = try await read(pool, try #require(client.clientId))[1]["auth"]?["plugins"]?["awsCognitoAuthPlugin"]
        #expect(plugin?["Auth"]?["Default"]?["authenticationFlowType"]?.stringValue == name)
        let secret = plugin?["CognitoUserPool"]?["Default"]?["AppClientSecret"]?.stringValue
        #expect(secret != nil && secret == client.clientSecret)
    }

    @Test(arguments: [true, false])
    func `the files contain the identity pool and whether it allows guests`(hasGuests: Bool) async throws {
        let pool = try await makePool()
        let client = try await makeClient(of: pool, flows: [.allowUserSrpAuth])
        let identityPool = try await gatehouse.installation.identityPools.service(for: context).createIdentityPool(
            CreateIdentityPoolInput(identityPoolName: "shop", allowUnauthenticatedIdentities: hasGuests)
        ).identityPoolId
        let files = try await read(pool, try #require(client.clientId), identityPool: identityPool)
        #expect(files[0]["auth"]?["identity_pool_id"]?.stringValue == identityPool)
        #expect(files[0]["auth"]?["unauthenticated_identities_enabled"]?.boolValue == hasGuests)
        let provider = files[2]["CredentialsProvider"]?["CognitoIdentity"]?["Default"]
        #expect(provider?["PoolId"]?.stringValue == identityPool)
        #expect(provider?["Region"] == "us-east-1")
    }

    @Test func `an id that does not exist is named with the operation that lists them`() async throws {
        let pool = try await makePool()
        let client = try #require(try await makeClient(of: pool, flows: [.allowUserSrpAuth]).clientId)
        for (ids, text) in [
            (("us-east-1_Nowhere00", client, nil), "no user pool us-east-1_Nowhere00: see the ids with ListUserPools"),
            (("xx", client, nil), "no user pool xx"), ((pool, "unknown", nil), "no app client unknown"),
            (
                (pool, client, "us-east-1:00000000-0000-0000-0000-000000000000"),
                "no identity pool us-east-1:00000000-0000-0000-0000-000000000000"
            ),
        ] as [((String, String, String?), String)] {
            let refusal = await #expect(throws: StartupRefusal.self) {
                try await read(ids.0, ids.1, identityPool: ids.2)
            }
            #expect(refusal?.exitCode == .usage)
            #expect(refusal?.description.contains(text) == true)
        }
    }

    @Test func `existing files stay in dev and are replaced by the command`() async throws {
        let pool = try await makePool()
        let client = try await makeClient(of: pool, flows: [.allowUserSrpAuth])
        let configurations = try await ClientConfigurations.read(
            userPool: pool, client: try #require(client.clientId), identityPool: nil, from: gatehouse.installation)
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("amplify_outputs.json")
        try Data("mine".utf8).write(to: file)
        _ = try DevelopmentFiles.write(configurations, in: folder.url)
        #expect(try Data(contentsOf: file) == Data("mine".utf8))
        let files = try DevelopmentFiles.write(configurations, in: folder.url, replacing: true)
        #expect(files.count == 3 && !files.contains { $0.notice != nil })
        #expect(try WireValue(json: Data(contentsOf: file)) == configurations.amplifyOutputs)
    }

    private static func configurations(
        at baseURL: String, userPool: String = "us-east-1_Example01", allowsInsecure: Bool = false
    ) -> ClientFiles {
        ClientFiles(
            userPool: UserPoolType(id: userPool), client: UserPoolClientType(clientId: "app"), identityPool: nil,
            deployment: Deployment(baseURL: baseURL), allowsInsecure: allowsInsecure)
    }

    @Test(arguments: [
        ("http://192.168.0.7:9229", true, true), ("http://192.168.0.7:9229", false, false),
        ("https://auth.example.org", true, false), ("http://localhost:9229", true, false),
        ("http://[::1]:9229", true, false),
    ])
    func `the files of dev let clients use plain HTTP only where the base URL needs it`(
        baseURL: String, isDev: Bool, hasKey: Bool
    ) {
        let key: Bool? = hasKey ? true : nil
        let configurations = Self.configurations(at: baseURL, allowsInsecure: isDev)
        let outputs = configurations.amplifyOutputs["custom"]?["gatehouse"]?["allows_insecure_endpoint"]
        #expect(outputs?.boolValue == key)
        let plugin = configurations.amplifyConfiguration["auth"]?["plugins"]?["awsCognitoAuthPlugin"]
        #expect(plugin?["Auth"]?["Default"]?["allowsInsecureEndpoint"]?.boolValue == key)
    }

    private static func pages(
        of domain: String?, custom: String? = nil, changing change: (inout UserPoolClientType) -> Void = { _ in }
    ) -> ClientFiles {
        var pool = UserPoolType(id: "us-east-1_Example01")
        (pool.domain, pool.customDomain) = (domain, custom)
        var client = UserPoolClientType(clientId: "app")
        client.clientSecret = "secret"
        client.allowedOAuthFlowsUserPoolClient = true
        client.allowedOAuthFlows = [.code]
        client.allowedOAuthScopes = ["openid", "email"]
        client.callbackURLs = ["http://localhost:8080/in", "myapp://in"]
        client.logoutURLs = ["myapp://out"]
        client.defaultRedirectURI = "myapp://in"
        client.supportedIdentityProviders = ["COGNITO", "Google", "Corp"]
        change(&client)
        return ClientFiles(
            userPool: pool, client: client, identityPool: nil,
            deployment: Deployment(baseURL: "https://auth.example.org"))
    }

    @Test func `the files have the pages of a domain`() {
        let files = Self.pages(of: "shop")
        let domain = "https://auth.example.org/domains/shop"
        #expect(
            files.amplifyOutputs["auth"]?["oauth"] == [
                "domain": .string(domain), "scopes": ["openid", "email"], "identity_providers": ["GOOGLE"],
                "redirect_sign_in_uri": ["myapp://in", "http://localhost:8080/in"],
                "redirect_sign_out_uri": ["myapp://out"], "response_type": "code",
            ])
        let plugin = files.amplifyConfiguration["auth"]?["plugins"]?["awsCognitoAuthPlugin"]
        #expect(
            plugin?["Auth"]?["Default"]?["OAuth"] == [
                "WebDomain": .string(domain), "AppClientId": "app", "AppClientSecret": "secret",
                "Scopes": ["openid", "email"], "SignInRedirectURI": "myapp://in", "SignOutRedirectURI": "myapp://out",
            ])
        #expect(plugin?["Auth"]?["Default"]?["socialProviders"] == ["GOOGLE"])
    }

    @Test func `a custom domain is in the files by its name`() {
        let files = Self.pages(of: "shop", custom: "login.example.com")
        #expect(files.amplifyOutputs["auth"]?["oauth"]?["domain"]?.stringValue == "login.example.com")
    }

    @Test func `a client that cannot use the pages has none in its files`() {
        let files = [
            Self.pages(of: nil), Self.pages(of: "shop") { $0.allowedOAuthFlowsUserPoolClient = nil },
            Self.pages(of: "shop") { $0.allowedOAuthFlows = [.implicit] },
            Self.pages(of: "shop") { $0.callbackURLs = [] }, Self.pages(of: "shop") { $0.logoutURLs = nil },
        ]
        for file in files {
            #expect(file.amplifyOutputs["auth"]?["oauth"] == nil)
            let plugin = file.amplifyConfiguration["auth"]?["plugins"]?["awsCognitoAuthPlugin"]
            #expect(plugin?["Auth"]?["Default"]?["OAuth"] == nil)
        }
    }

    @Test func `the folder of the files is made if it does not exist`() throws {
        let folder = try TemporaryFolder()
        let target = folder.url.appendingPathComponent("new/deeper")
        let files = try DevelopmentFiles.write(Self.configurations(at: "http://localhost:9229"), in: target)
        #expect(files.count == 3 && files.allSatisfy { FileManager.default.fileExists(atPath: $0.path) })
    }

    @Test func `a folder that cannot be made is named`() throws {
        let folder = try TemporaryFolder()
        try Data().write(to: folder.url.appendingPathComponent("file"))
        let target = folder.url.appendingPathComponent("file/new")
        let refusal = #expect(throws: StartupRefusal.self) {
            try DevelopmentFiles.write(Self.configurations(at: "http://localhost:9229"), in: target)
        }
        #expect(refusal?.exitCode == .cannotCreate && refusal?.description.contains(target.path) == true)
    }

    @Test func `existing files that lead to another address are named with both addresses`() throws {
        let folder = try TemporaryFolder()
        let (old, new) = ("http://localhost:9229", "http://localhost:9333")
        _ = try DevelopmentFiles.write(Self.configurations(at: old), in: folder.url)
        let files = try DevelopmentFiles.write(Self.configurations(at: new), in: folder.url)
        #expect(files.count == 3)
        for file in files {
            let difference = "\(file.path) has the server address \(old), but this server's is \(new)"
            #expect(file.notice?.contains(difference) == true)
        }
    }

    @Test func `existing files that name another user pool are named with the pool of this start`() throws {
        let folder = try TemporaryFolder()
        let base = "http://localhost:9229"
        _ = try DevelopmentFiles.write(Self.configurations(at: base), in: folder.url)
        let later = try DevelopmentFiles.write(
            Self.configurations(at: base, userPool: "us-east-1_Example02"), in: folder.url)
        #expect(later.allSatisfy { $0.notice?.contains("user pool us-east-1_Example02") == true })
    }
}
