// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AccessManagementShapes
import CognitoAdminShapes
import CognitoShapes
import GatehouseWire

/// Creates an identity pool, or sets what differs.
struct IdentityPoolStep: DeploymentStep {
    let resource: ResourceName
    let settings: IdentityPoolSettings
    let wanted: WantedState
    let title: String

    func run(on backend: Backend, _ ids: inout KnownIDs) async throws(ServiceFault) {
        let google = try await GoogleProvider.ensure(settings.googleClients, on: backend)
        let found = try await FoundIdentityPool(of: resource, wanted, ids, on: backend)
        let pool = try await present(found, ids, google, on: backend)
        ids[resource, OutputName.identityPoolID] = pool.identityPoolId
        ids[resource, OutputName.identityPoolName] = pool.identityPoolName
    }

    private func present(
        _ found: FoundIdentityPool, _ ids: KnownIDs, _ google: String?, on backend: Backend
    ) async throws(ServiceFault) -> IdentityPool {
        if let pool = found.pool {
            let changed = try applied(to: pool, ids, google)
            guard !pool.differences(to: changed).isEmpty else { return pool }
            return try await backend.identityPools.updateIdentityPool(changed.forUpdate)
        }
        if let lost = found.lostID, !wanted.makesNewPools {
            throw ServiceFault(.resourceNotFound, "The identity pool \(lost) was deleted on the server.")
        }
        let new = try applied(
            to: IdentityPool(
                identityPoolId: "", identityPoolName: settings.name,
                allowUnauthenticatedIdentities: settings.allowsGuests), ids, google)
        return try await backend.identityPools.createIdentityPool(
            CreateIdentityPoolInput(
                identityPoolName: new.identityPoolName,
                allowUnauthenticatedIdentities: new.allowUnauthenticatedIdentities,
                supportedLoginProviders: new.supportedLoginProviders,
                openIdConnectProviderARNs: new.openIdConnectProviderARNs,
                cognitoIdentityProviders: new.cognitoIdentityProviders, identityPoolTags: new.identityPoolTags))
    }

    private func applied(
        to pool: IdentityPool, _ ids: KnownIDs, _ google: String?
    ) throws(ServiceFault) -> IdentityPool {
        guard let changed = settings.applied(to: pool, resource, ids, google: google) else {
            throw ServiceFault(
                .resourceNotFound, "The user pool of the identity pool \(settings.name) does not exist yet.")
        }
        return changed
    }
}

/// Sets the roles of an identity pool, and the mappings that give members of groups the role of their group.
struct RoleMappingStep: DeploymentStep {
    let resource: ResourceName
    let settings: IdentityPoolSettings
    let wanted: WantedState

    var title: String { "Give the identity pool \(settings.name) its roles" }

    func run(on backend: Backend, _ ids: inout KnownIDs) async throws(ServiceFault) {
        guard let id = ids[resource, OutputName.identityPoolID] else {
            throw ServiceFault(.resourceNotFound, "The identity pool \(settings.name) does not exist yet.")
        }
        let roles = try await PoolRoles(of: wanted, on: backend)
        let present = try await backend.identityPools.getIdentityPoolRoles(
            GetIdentityPoolRolesInput(identityPoolId: id))
        guard let mappings = settings.mappings(resource, ids, beside: present.roleMappings ?? [:]) else {
            throw ServiceFault(.resourceNotFound, "The clients of the user pool do not exist yet.")
        }
        guard let arns = roles.arns else {
            throw ServiceFault(.resourceNotFound, "The roles of the identity pool do not exist yet.")
        }
        guard present.roles ?? [:] != arns || !present.hasMappings(mappings) else { return }
        try await backend.identityPools.setIdentityPoolRoles(
            SetIdentityPoolRolesInput(identityPoolId: id, roles: arns, roleMappings: mappings))
    }
}

/// The two roles of an identity pool, as the registry has them.
struct PoolRoles: Sendable {
    /// The ARNs by the names that identity pools have for the roles; `nil` while one does not exist.
    let arns: [String: String]?

    /// Reads the roles of an environment.
    ///
    /// - Throws: the service's fault.
    init(of wanted: WantedState, on backend: Backend) async throws(ServiceFault) {
        let signedIn = try await backend.role(named: wanted.authRoleName)
        let guests = try await backend.role(named: wanted.unauthRoleName)
        arns =
            if let signedIn, let guests {
                ["authenticated": signedIn.arn, "unauthenticated": guests.arn]
            } else {
                nil
            }
    }
}

extension GetIdentityPoolRolesResponse {
    /// Whether the pool has these mappings and no others.
    func hasMappings(_ mappings: [String: RoleMapping]) -> Bool {
        let present = roleMappings ?? [:]
        guard Set(present.keys) == Set(mappings.keys) else { return false }
        return mappings.allSatisfy { key, mapping in
            present[key]?.wireValue(in: .json) == mapping.wireValue(in: .json)
        }
    }
}

/// Deletes an identity pool with its identities.
struct IdentityPoolRemovalStep: DeploymentStep {
    let resource: ResourceName
    let id: String
    let name: String

    var title: String { "Delete the identity pool \(name)" }

    func run(on backend: Backend, _ ids: inout KnownIDs) async throws(ServiceFault) {
        if try await backend.identityPool(id) != nil {
            try await backend.identityPools.deleteIdentityPool(DeleteIdentityPoolInput(identityPoolId: id))
        }
        ids.forgetIdentityPool(of: resource)
    }
}

/// Marks an identity pool as one that its project no longer has, and leaves it to the users that it has.
struct IdentityPoolDetachStep: DeploymentStep {
    let resource: ResourceName
    let id: String
    let name: String
    let environment: String

    var title: String { "Detach the identity pool \(name)" }

    func run(on backend: Backend, _ ids: inout KnownIDs) async throws(ServiceFault) {
        if let pool = try await backend.identityPool(id), pool.identityPoolTags?[WantedState.detachedTag] == nil {
            var changed = pool.forUpdate
            changed.identityPoolTags = (pool.identityPoolTags ?? [:]).merging(
                [WantedState.detachedTag: environment]
            ) { $1 }
            _ = try await backend.identityPools.updateIdentityPool(changed)
        }
        ids.forgetIdentityPool(of: resource)
    }
}

extension KnownIDs {
    /// Removes the values of an identity pool.
    mutating func forgetIdentityPool(of resource: ResourceName) {
        self[resource, OutputName.identityPoolID] = nil
        self[resource, OutputName.identityPoolName] = nil
    }
}
