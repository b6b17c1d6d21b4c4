// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import AccessManagementShapes
import GatehouseAccess
import GatehouseCore
import GatehouseSecurityTokens
package import GatehouseWire

extension AccessManager {
    /// Creates a role.
    ///
    /// The first one registers the roles of all identity pools with it, which would give no credentials otherwise.
    /// - Throws: `EntityAlreadyExists`, `InvalidInput`, `LimitExceeded`, `MalformedPolicyDocument`.
    package func createRole(_ request: CreateRoleRequest) async throws(ServiceFault) -> CreateRoleResponse {
        try refuse([
            "PermissionsBoundary": request.permissionsBoundary != nil,
            "MaxSigninSessionDuration": request.maxSigninSessionDuration != nil,
        ])
        let trust = try policy(request.assumeRolePolicyDocument, for: .trust, quota: "ACLSizePerRole")
        var members: [WireName: WireValue] = ["trustPolicy": trust.document]
        members["path"] = request.path.map { .string($0) }
        members["maximumSessionDuration"] = request.maxSessionDuration.map { .integer(Int64($0)) }
        members["description"] = Self.text(request.description)
        members["tags"] = try tags(request.tags).document
        let role = try Self.role(named: request.roleName, members)
        let others = try await rolesToAdopt(beside: role)
        let registry = registry
        let record = try await changing(role.name) { try await registry.add(role, togetherWith: others.roles) }
        if others.isFirst { await adoptLaterRoles(than: role) }
        return CreateRoleResponse(role: shape(record))
    }

    /// Describes a role.
    /// - Throws: `NoSuchEntity`.
    package func getRole(_ request: GetRoleRequest) async throws(ServiceFault) -> GetRoleResponse {
        GetRoleResponse(role: shape(try await role(request.roleName)))
    }

    /// Lists the roles below a path, in pages.
    package func listRoles(_ request: ListRolesRequest) async throws(ServiceFault) -> ListRolesResponse {
        let prefix = request.pathPrefix ?? "/"
        let roles = try await read { store in
            try store.records(of: Role.self, after: nil, limit: AccessKind.role.limit)
                .filter { $0.entry.path.utf8.starts(with: prefix.utf8) }
        }
        let page = ListPage(of: roles, after: request.marker, maximum: request.maxItems) { $0.entry.name }
        return ListRolesResponse(
            roles: page.elements.map { shape($0, withTags: false) }, isTruncated: page.isTruncated,
            marker: page.marker)
    }

    /// Changes the description and the longest session of a role; what the request leaves out stays.
    /// - Throws: `NoSuchEntity`, `InvalidInput`, `UnmodifiableEntity` for a role of the documented file.
    package func updateRole(_ request: UpdateRoleRequest) async throws(ServiceFault) -> UpdateRoleResponse {
        try refuse([
            "MaxSigninSessionDuration": request.maxSigninSessionDuration != nil,
            "ResetMaxSigninSessionDuration": request.resetMaxSigninSessionDuration == true,
        ])
        _ = try await change(request.roleName) { members in
            if let text = request.description { members["description"] = Self.text(text) }
            if let seconds = request.maxSessionDuration {
                members["maximumSessionDuration"] = .integer(Int64(seconds))
            }
        }
        return UpdateRoleResponse()
    }

    /// Changes the description of a role.
    /// - Throws: `NoSuchEntity`, `UnmodifiableEntity`.
    package func updateRoleDescription(
        _ request: UpdateRoleDescriptionRequest
    ) async throws(ServiceFault) -> UpdateRoleDescriptionResponse {
        let record = try await change(request.roleName) { $0["description"] = Self.text(request.description) }
        return UpdateRoleDescriptionResponse(role: shape(record))
    }

    /// Replaces the trust policy of a role.
    /// - Throws: `NoSuchEntity`, `MalformedPolicyDocument`, `LimitExceeded`, `UnmodifiableEntity`.
    package func updateAssumeRolePolicy(_ request: UpdateAssumeRolePolicyRequest) async throws(ServiceFault) {
        let trust = try policy(request.policyDocument, for: .trust, quota: "ACLSizePerRole")
        _ = try await change(request.roleName) { $0["trustPolicy"] = trust.document }
    }

    /// Deletes a role without policies; its sessions end.
    /// - Throws: `NoSuchEntity`, `DeleteConflict` for a role with policies, `UnmodifiableEntity`.
    package func deleteRole(_ request: DeleteRoleRequest) async throws(ServiceFault) {
        let registry = registry
        try await changing(request.roleName) {
            try await registry.remove(Role.self, named: request.roleName) { role, _ in
                guard role.permissions.attached.isEmpty else {
                    throw ServiceFault.deleteConflict("Cannot delete entity, must detach all policies first.")
                }
                guard role.permissions.policies.isEmpty else {
                    throw ServiceFault.deleteConflict("Cannot delete entity, must delete policies first.")
                }
            }
        }
    }

    /// Lists the instance profiles of a role: none, because this server has no machines.
    /// - Throws: `NoSuchEntity`.
    package func listInstanceProfilesForRole(
        _ request: ListInstanceProfilesForRoleRequest
    ) async throws(ServiceFault) -> ListInstanceProfilesForRoleResponse {
        _ = try await role(request.roleName)
        return ListInstanceProfilesForRoleResponse(instanceProfiles: [], isTruncated: false)
    }

    /// Sets tags of a role.
    /// - Throws: `NoSuchEntity`, `InvalidInput`, `LimitExceeded`, `UnmodifiableEntity`.
    package func tagRole(_ request: TagRoleRequest) async throws(ServiceFault) {
        let pairs = Self.pairs(request.tags)
        let others = try await rolesToAdopt(besideRole: request.roleName)
        try await changeTags(Role.self, NamedEntry(role: request.roleName), togetherWith: others, of: { $0.tags }) {
            former throws(AccessFlaw) in try former.setting(pairs)
        }
    }

    /// Removes tags of a role.
    /// - Throws: `NoSuchEntity`, `UnmodifiableEntity`.
    package func untagRole(_ request: UntagRoleRequest) async throws(ServiceFault) {
        let others = try await rolesToAdopt(besideRole: request.roleName)
        try await changeTags(Role.self, NamedEntry(role: request.roleName), togetherWith: others, of: { $0.tags }) {
            former throws(AccessFlaw) in former.removing(request.tagKeys)
        }
    }

    /// Lists the tags of a role, in pages.
    /// - Throws: `NoSuchEntity`.
    package func listRoleTags(_ request: ListRoleTagsRequest) async throws(ServiceFault) -> ListRoleTagsResponse {
        let tags = try await role(request.roleName).entry.tags
        let page = ListPage(of: tags, after: request.marker, maximum: request.maxItems)
        return ListRoleTagsResponse(tags: page.elements, isTruncated: page.isTruncated, marker: page.marker)
    }

    /// The role with a name.
    /// - Throws: `NoSuchEntity`.
    func role(_ name: String) async throws(ServiceFault) -> AccessRecord<Role> {
        let (entry, account) = (NamedEntry(role: name), account)
        return try await read { try entry.record(of: Role.self, in: $0, account) }
    }

    /// Changes members of the document of a role.
    /// - Throws: `NoSuchEntity`, the faults of an invalid role, `UnmodifiableEntity`.
    func change(
        _ name: String, _ change: @escaping @Sendable (inout [WireName: WireValue]) throws -> Void
    ) async throws(ServiceFault) -> AccessRecord<Role> {
        let others = try await rolesToAdopt(besideRole: name)
        let registry = registry
        return try await changing(name) {
            try await registry.change(Role.self, named: name, togetherWith: others) { former, _ in
                var members = former.entry.document.objectValue ?? [:]
                try change(&members)
                return try Self.role(named: name, members)
            }
        }
    }

    /// The description in a request; none for an empty text.
    static func text(_ description: String?) -> WireValue? {
        description.flatMap { text -> WireValue? in text.isEmpty ? Optional.none : .string(text) }
    }
}
