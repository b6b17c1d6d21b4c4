// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
public import Foundation
import GatehouseAccounts
import GatehouseClientFiles
package import GatehouseCore
import GatehouseIdentityPools
import GatehouseServer
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire

/// An app client that a test made.
public struct TestAppClient: Sendable, Equatable {
    /// The client's id.
    public let id: String
    /// The client's secret, if it has one.
    public let secret: String?
}

extension TestGatehouse {
    /// A context in which everything is allowed.
    package var administration: RequestContext {
        RequestContext(
            requestID: "test", region: installation.deployment.defaultRegion,
            principal: .administrator(accessKeyID: Self.administratorKeyID)
        )
    }

    /// Makes a user pool that verifies e-mail addresses by itself.
    /// - Returns: the pool's id.
    /// - Throws: the service's fault.
    public func makeUserPool(name: String = "test") async throws -> String {
        let answer = try await installation.userPools.service(for: administration).createUserPool(
            CreateUserPoolRequest(poolName: name, autoVerifiedAttributes: [.email])
        )
        return try Self.required(answer.userPool?.id)
    }

    /// Makes an app client that may use every flow apps use.
    /// - Throws: the service's fault.
    public func makeClient(ofPool poolID: String, withSecret: Bool = false) async throws -> TestAppClient {
        let answer = try await installation.userPools.service(for: administration).createUserPoolClient(
            CreateUserPoolClientRequest(
                userPoolId: poolID, clientName: "test", generateSecret: withSecret,
                explicitAuthFlows: [
                    .allowUserSrpAuth, .allowUserPasswordAuth, .allowRefreshTokenAuth, .allowUserAuth,
                    .allowCustomAuth, .allowAdminUserPasswordAuth,
                ]
            )
        )
        let client = answer.userPoolClient
        return TestAppClient(id: try Self.required(client?.clientId), secret: client?.clientSecret)
    }

    /// Makes a confirmed user with a permanent password; no message is sent.
    /// - Throws: the service's fault.
    public func makeUser(
        _ username: String, password: String, inPool poolID: String, attributes: [String: String] = [:]
    ) async throws {
        let service = installation.userPools.service(for: administration)
        let list = attributes.sorted { $0.key < $1.key }.map { AttributeType(name: $0.key, value: $0.value) }
        _ = try await service.adminCreateUser(
            AdminCreateUserRequest(
                userPoolId: poolID, username: username, userAttributes: list, messageAction: .suppress
            )
        )
        _ = try await service.adminSetUserPassword(
            AdminSetUserPasswordRequest(
                userPoolId: poolID, username: username, password: password, permanent: true
            )
        )
    }

    /// Makes an identity pool with roles for guests and for users of a user pool.
    /// - Returns: the identity pool's id.
    /// - Throws: the service's fault.
    public func makeIdentityPool(
        userPool poolID: String, client: TestAppClient, allowsGuests: Bool = true
    ) async throws -> String {
        let service = installation.identityPools.service(for: administration)
        let pool = try await service.createIdentityPool(
            CreateIdentityPoolInput(
                identityPoolName: "test", allowUnauthenticatedIdentities: allowsGuests,
                cognitoIdentityProviders: [
                    CognitoIdentityProvider(
                        providerName: installation.deployment.loginKey(ofUserPool: poolID), clientId: client.id
                    )
                ]
            )
        )
        let role = "arn:aws:iam::\(installation.deployment.accountID):role/test"
        try await service.setIdentityPoolRoles(
            SetIdentityPoolRolesInput(
                identityPoolId: pool.identityPoolId,
                roles: ["authenticated": "\(role)-authenticated", "unauthenticated": "\(role)-unauthenticated"]
            )
        )
        return pool.identityPoolId
    }

    /// The `amplify_outputs.json` of an app that uses these pools.
    public func amplifyOutputs(
        userPool poolID: String, client: TestAppClient, identityPool: String
    ) -> Data {
        ClientFiles(
            userPool: UserPoolType(id: poolID), client: UserPoolClientType(clientId: client.id),
            identityPool: IdentityPool(
                identityPoolId: identityPool, identityPoolName: "", allowUnauthenticatedIdentities: true),
            deployment: installation.deployment
        ).amplifyOutputs.json()
    }

    private static func required(_ id: String?) throws -> String {
        guard let id else { throw ServiceFault(.internalError, "The answer carries no id.") }
        return id
    }
}
