// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
package import Foundation
import GatehouseCore
import GatehouseIdentityPools
import GatehouseSecurityTokens
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire

/// Creates a pool, its clients and domain, and an identity pool with its roles for an empty data folder, through the
/// ordinary operations.
package struct FirstStart: Sendable {
    private let installation: Installation
    private let folder: URL
    private let givesDomain: Bool

    /// Creates the value for an existing data folder; without `givesDomain`, the pool gets no domain.
    package init(_ installation: Installation, folder: URL, givesDomain: Bool = true) {
        self.installation = installation
        self.folder = folder
        self.givesDomain = givesDomain
    }

    private var pages: FirstPages { FirstPages(deployment: installation.deployment) }

    /// The resources of the folder's first start; they are created if this is it.
    /// - Throws: `StartupRefusal` when they cannot be created or recorded, or when their record cannot be read.
    package func resources() async throws(StartupRefusal) -> DevelopmentResources {
        let record = folder.appendingPathComponent("dev.json")
        if let known = try recorded(in: record), await exist(known) {
            do {
                return try await renewed(known, in: record)
            } catch {
                throw StartupRefusal(
                    .unavailable,
                    "The resources of the first start cannot be completed: \(error). \(Cure.text(for: error))")
            }
        }
        do {
            let fresh = try await make()
            try JSONEncoder().encode(fresh).write(to: record, options: .atomic)
            return fresh
        } catch {
            throw StartupRefusal(
                .cannotCreate,
                "The first pool could not be created in \(folder.path): \(error). "
                    + "\(Cure.text(for: error, inDataFolder: folder.path))")
        }
    }

    /// The known resources, with the roles, the redirect URIs of this base URL, and what an earlier release did not
    /// create.
    private func renewed(_ known: DevelopmentResources, in record: URL) async throws -> DevelopmentResources {
        try await registerRoles(of: [known.identityPoolID])
        let service = installation.userPools.service(for: context(known))
        if let client = known.pageClientID {
            try await pages.follow(client: client, ofPool: known.userPoolID, service)
            return known
        }
        let complete = try await makePages(known, service)
        try JSONEncoder().encode(complete).write(to: record, options: .atomic)
        return complete
    }

    /// The record of an earlier start; `nil` only if there is no such file, because a second pool beside one with a
    /// damaged record would look like lost users.
    private func recorded(in file: URL) throws(StartupRefusal) -> DevelopmentResources? {
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        do {
            return try JSONDecoder().decode(DevelopmentResources.self, from: Data(contentsOf: file))
        } catch {
            throw StartupRefusal(
                .configuration,
                "\(file.path), which names the first pool, cannot be read: correct its owner, or put it back (each backup "
                    + "has dev.json). Or move it away: then the next start creates another pool beside the present ones."
            )
        }
    }

    /// The context in the region of the first start, regardless of the current region.
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

    /// Creates pool, clients, domain, identity pool and its roles, with the known ids and name if there are any; these
    /// must be unused.
    @discardableResult
    func make(_ known: DevelopmentResources? = nil, domain: String? = nil) async throws -> DevelopmentResources {
        let pools = installation.userPools.service(for: context(known))
        let poolID = try await makeUserPool(known?.userPoolID, pools)
        let clientID = try await makeClient(known?.userPoolClientID, of: poolID, pools)
        let identityPoolID = try await makeIdentityPool(
            known?.identityPoolID, userPool: poolID, client: clientID,
            installation.identityPools.service(for: context(known)))
        try await registerRoles(of: [identityPoolID])
        let made = DevelopmentResources(
            userPoolID: poolID, userPoolClientID: clientID, identityPoolID: identityPoolID,
            pageClientID: known?.pageClientID)
        return try await makePages(made, domain: domain, pools)
    }

    /// Creates the pool's domain and its client for the pages.
    ///
    /// Users of the pages get credentials as users of the first client do.
    private func makePages(
        _ resources: DevelopmentResources, domain: String? = nil, _ service: UserPoolsService
    ) async throws(ServiceFault) -> DevelopmentResources {
        if givesDomain { try await pages.makeDomain(domain, ofPool: resources.userPoolID, service) }
        let client = try required(
            try await pages.makeClient(resources.pageClientID, ofPool: resources.userPoolID, service),
            "CreateUserPoolClient")
        let identityPools = installation.identityPools.service(for: context(resources))
        var pool = try await identityPools.describeIdentityPool(
            DescribeIdentityPoolInput(identityPoolId: resources.identityPoolID))
        let login = installation.deployment.loginKey(ofUserPool: resources.userPoolID)
        pool.cognitoIdentityProviders =
            (pool.cognitoIdentityProviders ?? []) + [CognitoIdentityProvider(providerName: login, clientId: client)]
        // The value of a reading would switch the classic flow off.
        pool.allowClassicFlow = nil
        _ = try await identityPools.updateIdentityPool(pool)
        return DevelopmentResources(
            userPoolID: resources.userPoolID, userPoolClientID: resources.userPoolClientID,
            identityPoolID: resources.identityPoolID, pageClientID: client)
    }

    /// Creates a user pool in which e-mail is required, verified and an alias; users may choose an authenticator app as
    /// second factor, passkeys and remembered devices.
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
                    .allowUserSrpAuth, .allowUserPasswordAuth, .allowAdminUserPasswordAuth, .allowRefreshTokenAuth,
                    .allowUserAuth, .allowCustomAuth,
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
        try await service.setIdentityPoolRoles(
            SetIdentityPoolRolesInput(
                identityPoolId: pool.identityPoolId,
                roles: DevelopmentRole.roles(inAccount: installation.deployment.accountID)))
        return pool.identityPoolId
    }

    /// Registers the roles for the first identity pool and for the identity pools of a seed, if it has any.
    func registerRoles(after run: SeedRun?, _ resources: DevelopmentResources) async throws {
        guard let run, !run.identityPools.isEmpty else { return }
        try await registerRoles(of: [resources.identityPoolID] + run.identityPools)
    }

    /// Registers the roles, for the identities of these identity pools alone.
    func registerRoles(of identityPoolIDs: [String]) async throws {
        for role in DevelopmentRole.allCases {
            try await installation.securityTokens.registry.provide(try role.entry(trusting: identityPoolIDs))
        }
    }

    private func required(_ id: String?, _ operation: String) throws(ServiceFault) -> String {
        guard let id else { throw ServiceFault(.internalError, "\(operation) answered without an id.") }
        return id
    }
}
