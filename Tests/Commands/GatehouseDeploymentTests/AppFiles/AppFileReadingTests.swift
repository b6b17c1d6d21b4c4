// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseClient
import GatehouseClientFiles
import GatehouseProject
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseDeployment

/// The content of an app's files, as a server describes the pools.
@Suite struct AppFileReadingTests {
    private let server: AppServer
    private var backend: Backend { server.backend }
    private var baseURL: String { server.gatehouse.baseURL }

    init() async throws { server = try await AppServer() }

    private static let triggers = LambdaConfigType(
        defineAuthChallenge: "arn:aws:lambda:us-east-1:123456789012:function:define",
        createAuthChallenge: "arn:aws:lambda:us-east-1:123456789012:function:create",
        verifyAuthChallengeResponse: "arn:aws:lambda:us-east-1:123456789012:function:verify")

    /// Makes a user pool with a domain, a client with a secret and pages, and an identity pool that accepts Facebook.
    private func makePools(triggers: LambdaConfigType? = nil) async throws -> AppResources {
        let pool = try await backend.userPools.createUserPool(
            CreateUserPoolRequest(
                poolName: "shop_userpool-dev", lambdaConfig: triggers, autoVerifiedAttributes: [.email],
                usernameAttributes: [.email], schema: [SchemaAttributeType(name: "email", required: true)])
        ).userPool
        let poolID = try #require(pool?.id)
        let client = try await backend.userPools.createUserPoolClient(
            CreateUserPoolClientRequest(
                userPoolId: poolID, clientName: "shop_app_client", generateSecret: true,
                supportedIdentityProviders: ["COGNITO"], callbackURLs: ["myapp://in"], logoutURLs: ["myapp://out"],
                allowedOAuthFlows: [.code], allowedOAuthScopes: ["openid"], allowedOAuthFlowsUserPoolClient: true)
        ).userPoolClient
        _ = try await backend.userPools.createUserPoolDomain(
            CreateUserPoolDomainRequest(domain: "shop-dev", userPoolId: poolID))
        let identityPool = try await backend.identityPools.createIdentityPool(
            CreateIdentityPoolInput(
                identityPoolName: "shop__dev", allowUnauthenticatedIdentities: true,
                supportedLoginProviders: ["graph.facebook.com": "123456789012345"]))
        let clientID = try #require(client?.clientId)
        var resources = AppResources(region: "us-east-1")
        resources.userPool = (poolID, clientID)
        resources.identityPoolID = identityPool.identityPoolId
        return resources
    }

    @Test func `the files say what the server has`() async throws {
        var resources = try await makePools()
        resources.groups = ["Admins"]
        resources.googleIDs = ("web.google", "ios.google")
        let files = try await server.files(of: resources)
        let file = files.awsConfiguration
        let pool = try #require(file["CognitoUserPool"]?["Default"])
        #expect(pool["PoolId"]?.stringValue == resources.userPool?.id && pool["Region"] == "us-east-1")
        #expect(pool["AppClientId"]?.stringValue == resources.userPool?.clientID)
        #expect(pool["AppClientSecret"]?.stringValue?.isEmpty == false)
        let identityPool = file["CredentialsProvider"]?["CognitoIdentity"]?["Default"]
        #expect(identityPool?["PoolId"]?.stringValue == resources.identityPoolID)
        let auth = try #require(file["Auth"]?["Default"])
        #expect(auth["Endpoint"]?.stringValue == baseURL)
        #expect(auth["authenticationFlowType"] == "USER_SRP_AUTH")
        #expect(auth["OAuth"]?["WebDomain"]?.stringValue == "\(baseURL)/domains/shop-dev")
        #expect(auth["OAuth"]?["SignInRedirectURI"] == "myapp://in")
        #expect(auth["usernameAttributes"] == ["EMAIL"] && auth["signupAttributes"] == ["EMAIL"])
        #expect(file["FacebookSignIn"]?["AppId"] == "123456789012345")
        #expect(file["GoogleSignIn"]?["ClientId-WebApp"] == "web.google")
        #expect(file["GoogleSignIn"]?["ClientId-iOS"] == "ios.google")
        #expect(files.amplifyOutputs["auth"]?["groups"] == [["Admins": ["precedence": 1]]])
        #expect(files.amplifyOutputs["auth"]?["unauthenticated_identities_enabled"] == true)
    }

    @Test func `the address in the files is that of the domain's pages`() async throws {
        let resources = try await makePools()
        let files = try await server.files(of: resources)
        let pages = files.awsConfiguration["Auth"]?["Default"]?["OAuth"]
        let domain = try #require(pages?["WebDomain"]?.stringValue)
        let client = try #require(pages?["AppClientId"]?.stringValue)
        let query = "client_id=\(client)&response_type=code&redirect_uri=myapp%3A%2F%2Fin&scope=openid"
        #expect(try await status("\(domain)/login?\(query)") < 400)
        #expect(try await status("\(domain)-other/login?\(query)") >= 400)
    }

    private func status(_ address: String) async throws -> Int {
        let url = try #require(URL(string: address))
        return try await server.gatehouse.transport.send(TransportRequest(method: .get, url: url)).status
    }

    @Test func `all three triggers of custom challenges make apps begin with them`() async throws {
        let all = try await server.files(of: makePools(triggers: Self.triggers))
        #expect(all.awsConfiguration["Auth"]?["Default"]?["authenticationFlowType"] == "CUSTOM_AUTH")
    }

    @Test func `two of the triggers leave the flow as it is`() async throws {
        var triggers = Self.triggers
        triggers.verifyAuthChallengeResponse = nil
        let files = try await server.files(of: makePools(triggers: triggers))
        #expect(files.awsConfiguration["Auth"]?["Default"]?["authenticationFlowType"] == "USER_SRP_AUTH")
    }

    @Test func `a pool that the server does not have is named`() async throws {
        var resources = try await makePools()
        resources.userPool?.id = "us-east-1_Nowhere00"
        let missing = resources
        let fault = await #expect(throws: DeploymentFault.self) {
            try await server.files(of: missing)
        }
        #expect(fault?.kind == .refused && fault?.text.contains("us-east-1_Nowhere00") == true)
    }

    @Test func `an environment that was never pushed has files without pools`() async throws {
        let project = try AppProject()
        try project.write(
            #"{"projectName": "shop", "version": "3.1", "frontend": "ios", "providers": ["awscloudformation"]}"#,
            to: ProjectPaths.projectConfig)
        let wanted = WantedState(
            appID: "d0123456789abc", projectName: "shop", environment: "new", region: "us-east-1",
            auth: AuthSettings(), imported: nil, credentials: ProviderCredentials(), api: nil, schema: nil,
            frontend: .ios, authRoleName: "auth", unauthRoleName: "unauth", triggerARNs: [:], removed: [],
            deletesUsers: false)
        let changes = try await AppFiles.changes(
            DeployedState(wanted: wanted, ids: KnownIDs()), project: Project(project.folder), on: backend)
        try project.folder.write(changes)
        let file = try project.json("awsconfiguration.json")
        #expect(file["/CognitoUserPool"] == nil && file["/CredentialsProvider"] == nil)
        #expect(file["/Auth/Default/Endpoint"] == .string(baseURL))
    }
}
