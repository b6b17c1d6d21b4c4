// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSAPIPlugin
import AWSPluginsCore
import Amplify
import CognitoAdminShapes
import Foundation
import GatehouseAccounts
import GatehouseClient
import GatehouseCore
import GatehouseCrypto
import GatehouseDataModel
import GatehouseDataSite
import GatehouseDataStores
import GatehouseSchemaCompiler
import GatehouseServer
import GatehouseServerCrypto
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPools
import GatehouseWire

@testable import GeneratedModels

/// A server with an API for each schema, and a user in the groups of the schemas.
struct SchemaServer {
    /// The name of the user who calls.
    static let user = "ada"
    /// The groups that the user is in.
    static let groups = ["Admin", "Payroll", "Staff", "Teachers"]

    private let gatehouse: TestGatehouse
    private let poolID: String
    private let token: String

    /// The server of all tests, which share no records: each has an API of its own.
    static let shared = Task {
        AmplifyModels().registerModels(registry: ModelRegistry.self)
        return try await SchemaServer()
    }

    private init() async throws {
        gatehouse = try await TestGatehouse(triggers: Functions())
        let fixture = try await PoolFixture.make(on: gatehouse)
        poolID = fixture.poolID
        try await fixture.makeUser(Self.user)
        for group in Self.groups {
            _ = try await fixture.administrator.createGroup(
                CreateGroupRequest(groupName: group, userPoolId: fixture.poolID))
            _ = try await fixture.administrator.adminAddUserToGroup(
                AdminAddUserToGroupRequest(userPoolId: fixture.poolID, username: Self.user, groupName: group))
        }
        token = try await fixture.accessToken(Self.user)
    }

    /// Makes an API with a schema.
    ///
    /// - Returns: a plugin whose only API it is.
    func plugin(_ schema: String) async throws -> AWSAPIPlugin {
        let id = StoredAPI.newID(.system)
        let now = gatehouse.clock.now
        let settings = DataSettings(additionalModes: [.apiKey, .iam, .oidc, .function])
        let api = StoredAPI(
            id: id, name: "models", schema: schema, settings: settings, userPools: [UserPoolSource(id: poolID)],
            createdAt: now)
        let key = "da2-\(id)"
        _ = try await gatehouse.installation.dataAdministration.serve(
            api, compiled: try DataAPI(compiling: schema, settings: settings),
            key: StoredAPIKey(key: key, createdAt: now, expiresAt: now.addingTimeInterval(86_400)))
        let plugin = AWSAPIPlugin(
            session: Session(token: token), transport: gatehouse.transport, sockets: .platform,
            clock: .following(gatehouse.clock), entropy: .seeded(7), hub: { _ in })
        let block: JSONValue = [
            "endpointType": "GraphQL", "endpoint": .string("\(gatehouse.baseURL)/apis/\(id)/graphql"),
            "region": "us-east-1", "authorizationType": "AMAZON_COGNITO_USER_POOLS", "apiKey": .string(key),
        ]
        try plugin.configure(using: ["models": block] as JSONValue)
        return plugin
    }

    /// The functions that the schemas name.
    private struct Functions: PromptFunctions {
        func call(_ call: TriggerCall) async throws(TriggerFailure) -> WireValue {
            switch call.function.split(separator: ":").last {
            case "summary": "In short"
            case "readers": [1, 2]
            default: .null
            }
        }

        func codeKey(_ id: String) -> RawAESKey? { nil }
    }

    /// The session of the user.
    private final class Session: AWSAuthServiceBehavior, AWSCredentialsProvider, Sendable {
        private let token: String

        init(token: String) {
            self.token = token
        }

        func getUserPoolAccessToken() async throws -> String { token }

        func getIdentityID() async throws -> String { throw AuthError.signedOut("", "") }

        func getTokenClaims(tokenString: String) -> Result<[String: AnyObject], AuthError> {
            AWSAuthService().getTokenClaims(tokenString: tokenString)
        }

        func fetchAWSCredentials() async throws -> any AWSCredentials { throw AuthError.signedOut("", "") }
    }
}
