// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
package import Foundation
import GatehouseCore
import GatehouseIdentityPools
import GatehouseUserPools
import GatehouseWire

/// Makes a pool, a client and an identity pool in an empty data folder, through the ordinary operations.
package struct FirstStart: Sendable {
    private let installation: Installation
    private let folder: URL

    /// Prepares to look into the data folder, which exists.
    package init(_ installation: Installation, folder: URL) {
        self.installation = installation
        self.folder = folder
    }

    /// What the folder's first start made; made now if this is it.
    /// - Throws: `StartupRefusal` when it cannot be made or recorded, or when the record of it cannot be read.
    package func resources() async throws(StartupRefusal) -> DevelopmentResources {
        let record = folder.appendingPathComponent("dev.json")
        if let known = try recorded(in: record), await exist(known) { return known }
        do {
            let fresh = try await make()
            try JSONEncoder().encode(fresh).write(to: record, options: .atomic)
            return fresh
        } catch {
            throw StartupRefusal(
                .cannotCreate,
                "The first pool could not be made in \(folder.path): \(error). Choose another folder with --data-dir."
            )
        }
    }

    /// What an earlier start recorded; nothing only if there is no such file: a second pool beside one whose record
    /// was damaged would look like lost users.
    private func recorded(in file: URL) throws(StartupRefusal) -> DevelopmentResources? {
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        do {
            return try JSONDecoder().decode(DevelopmentResources.self, from: Data(contentsOf: file))
        } catch {
            throw StartupRefusal(
                .configuration,
                "\(file.path), which names the first pool, cannot be read: put it back or correct its owner, "
                    + "or remove it to have another pool made."
            )
        }
    }

    private var context: RequestContext {
        RequestContext(
            requestID: "first-start", region: installation.deployment.defaultRegion,
            principal: .administrator(accessKeyID: "gatehouse-dev")
        )
    }

    private func exist(_ resources: DevelopmentResources) async -> Bool {
        do {
            _ = try await installation.userPools.service(for: context).describeUserPoolClient(
                DescribeUserPoolClientRequest(
                    userPoolId: resources.userPoolID, clientId: resources.userPoolClientID
                )
            )
            return true
        } catch {
            return error.code != .resourceNotFound
        }
    }

    private func make() async throws(ServiceFault) -> DevelopmentResources {
        let poolID = try await makeUserPool()
        let clientID = try await makeClient(of: poolID)
        let identityPoolID = try await makeIdentityPool(userPool: poolID, client: clientID)
        return DevelopmentResources(
            userPoolID: poolID, userPoolClientID: clientID, identityPoolID: identityPoolID
        )
    }

    private func makeUserPool() async throws(ServiceFault) -> String {
        let answer = try await installation.userPools.service(for: context).createUserPool(
            CreateUserPoolRequest(
                poolName: "gatehouse-dev",
                policies: UserPoolPolicyType(
                    signInPolicy: SignInPolicyType(allowedFirstAuthFactors: [.password, .emailOtp, .webAuthn])),
                autoVerifiedAttributes: [.email])
        )
        return try required(answer.userPool?.id, "CreateUserPool")
    }

    private func makeClient(of poolID: String) async throws(ServiceFault) -> String {
        let answer = try await installation.userPools.service(for: context).createUserPoolClient(
            CreateUserPoolClientRequest(
                userPoolId: poolID, clientName: "gatehouse-dev", generateSecret: false,
                explicitAuthFlows: [
                    .allowUserSrpAuth, .allowUserPasswordAuth, .allowRefreshTokenAuth, .allowUserAuth,
                    .allowCustomAuth,
                ]
            )
        )
        return try required(answer.userPoolClient?.clientId, "CreateUserPoolClient")
    }

    private func makeIdentityPool(userPool: String, client: String) async throws(ServiceFault) -> String {
        let service = installation.identityPools.service(for: context)
        let pool = try await service.createIdentityPool(
            CreateIdentityPoolInput(
                identityPoolName: "gatehouse_dev", allowUnauthenticatedIdentities: true,
                cognitoIdentityProviders: [
                    CognitoIdentityProvider(
                        providerName: installation.deployment.loginKey(ofUserPool: userPool), clientId: client
                    )
                ]
            )
        )
        let role = "arn:aws:iam::\(installation.deployment.accountID):role/gatehouse-dev"
        try await service.setIdentityPoolRoles(
            SetIdentityPoolRolesInput(
                identityPoolId: pool.identityPoolId,
                roles: ["authenticated": "\(role)-authenticated", "unauthenticated": "\(role)-unauthenticated"]
            )
        )
        return pool.identityPoolId
    }

    private func required(_ id: String?, _ operation: String) throws(ServiceFault) -> String {
        guard let id else { throw ServiceFault(.internalError, "\(operation) answered without an id.") }
        return id
    }
}
