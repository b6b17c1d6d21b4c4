// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
package import Foundation
import GatehouseCore
import GatehouseIdentityPools
import GatehouseUserPoolModel
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

    /// The record of a reset that has begun, with the ids that it keeps; gone once these exist again.
    private var resetRecord: URL { folder.appendingPathComponent("dev.reset.json") }

    /// Removes everything with `wipe` and makes pool, client and identity pool again under the same ids.
    ///
    /// The ids are on disk before anything is removed: when the process ends midway, ``finishReset(wipe:)`` of the next
    /// start does the rest.
    func reset(_ resources: DevelopmentResources, wipe: () async throws -> Void) async throws {
        try PrivateFile.write(JSONEncoder().encode(resources), to: resetRecord.path)
        try await wipe()
        try await make(resources)
        try FileManager.default.removeItem(at: resetRecord)
    }

    /// Does a reset again whose process ended before it did.
    /// - Returns: whether there was one.
    /// - Throws: `StartupRefusal` when it cannot be done, or when its record cannot be read.
    func finishReset(wipe: () async throws -> Void) async throws(StartupRefusal) -> Bool {
        guard let resources = try recorded(in: resetRecord) else { return false }
        do {
            try await reset(resources, wipe: wipe)
            return true
        } catch {
            throw StartupRefusal(
                .cannotCreate,
                "The reset in \(folder.path) could not be finished: \(error). Choose another folder with --data-dir."
            )
        }
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

    /// Pools are made in the region of the first start, whatever the present one's is.
    private func context(_ known: DevelopmentResources?) -> RequestContext {
        .development(inRegion: known?.region ?? installation.deployment.defaultRegion)
    }

    private func exist(_ resources: DevelopmentResources) async -> Bool {
        do {
            _ = try await installation.userPools.service(for: context(resources)).describeUserPoolClient(
                DescribeUserPoolClientRequest(
                    userPoolId: resources.userPoolID, clientId: resources.userPoolClientID
                )
            )
            return true
        } catch {
            return error.code != .resourceNotFound
        }
    }

    /// Makes pool, client and identity pool, under known ids if there are some, which nothing has then.
    @discardableResult
    func make(_ known: DevelopmentResources? = nil) async throws(ServiceFault) -> DevelopmentResources {
        let pools = installation.userPools.service(for: context(known))
        let poolID = try await makeUserPool(known?.userPoolID, pools)
        let clientID = try await makeClient(known?.userPoolClientID, of: poolID, pools)
        let identityPoolID = try await makeIdentityPool(
            known?.identityPoolID, userPool: poolID, client: clientID,
            installation.identityPools.service(for: context(known)))
        return DevelopmentResources(
            userPoolID: poolID, userPoolClientID: clientID, identityPoolID: identityPoolID)
    }

    /// E-mail is required, verified and an alias; an app as second factor, passkeys and remembered devices are there for
    /// users who ask for them.
    private func makeUserPool(
        _ known: String?, _ service: UserPoolsService
    ) async throws(ServiceFault) -> String {
        let answer = try await service.createUserPool(Self.firstPool, id: known)
        let id = try required(answer.userPool?.id, "CreateUserPool")
        _ = try await service.setUserPoolMfaConfig(
            SetUserPoolMfaConfigRequest(
                userPoolId: id, softwareTokenMfaConfiguration: SoftwareTokenMfaConfigType(enabled: true),
                mfaConfiguration: .optional))
        return id
    }

    private static let firstPool = CreateUserPoolRequest(
        poolName: DevelopmentResources.name,
        policies: UserPoolPolicyType(
            signInPolicy: SignInPolicyType(allowedFirstAuthFactors: [.password, .emailOtp, .webAuthn])),
        autoVerifiedAttributes: [.email], aliasAttributes: [.email],
        deviceConfiguration: DeviceConfigurationType(
            challengeRequiredOnNewDevice: true, deviceOnlyRememberedOnUserPrompt: true),
        schema: [SchemaAttributeType(name: "email", attributeDataType: .string, mutable: true, required: true)])

    private func makeClient(
        _ known: String?, of poolID: String, _ service: UserPoolsService
    ) async throws(ServiceFault) -> String {
        let answer = try await service.createUserPoolClient(
            CreateUserPoolClientRequest(
                userPoolId: poolID, clientName: DevelopmentResources.name, generateSecret: false,
                explicitAuthFlows: [
                    .allowUserSrpAuth, .allowUserPasswordAuth, .allowRefreshTokenAuth, .allowUserAuth,
                    .allowCustomAuth,
                ]
            ), id: known)
        return try required(answer.userPoolClient?.clientId, "CreateUserPoolClient")
    }

    private func makeIdentityPool(
        _ known: String?, userPool: String, client: String, _ service: IdentityPoolsService
    ) async throws(ServiceFault) -> String {
        let provider = CognitoIdentityProvider(
            providerName: installation.deployment.loginKey(ofUserPool: userPool), clientId: client)
        let pool = try await service.createIdentityPool(
            CreateIdentityPoolInput(
                identityPoolName: "gatehouse_dev", allowUnauthenticatedIdentities: true,
                cognitoIdentityProviders: [provider]), id: known)
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
