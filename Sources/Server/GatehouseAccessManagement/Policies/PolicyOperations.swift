// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import AccessManagementShapes
import GatehouseAccess
import GatehouseCore
import GatehouseSecurityTokens
package import GatehouseWire

extension AccessManager {
    /// Creates a policy of the registry.
    /// - Throws: `EntityAlreadyExists`, `InvalidInput`, `LimitExceeded`, `MalformedPolicyDocument`.
    package func createPolicy(_ request: CreatePolicyRequest) async throws(ServiceFault) -> CreatePolicyResponse {
        let document = try policy(request.policyDocument, for: .identity, quota: "PolicySize").document
        var members: [WireName: WireValue] = ["document": document]
        members["path"] = request.path.map { .string($0) }
        members["description"] = Self.text(request.description)
        members["tags"] = try tags(request.tags).document
        let entry = WireValue.object(members)
        let registry = registry
        let record = try await changing(request.policyName) {
            try await registry.add(ManagedPolicy(name: request.policyName, document: entry))
        }
        return CreatePolicyResponse(policy: shape(record, attachments: 0))
    }

    /// Describes a policy.
    /// - Throws: `NoSuchEntity`, `InvalidInput` for a text that is not the ARN of a policy.
    package func getPolicy(_ request: GetPolicyRequest) async throws(ServiceFault) -> GetPolicyResponse {
        let record = try await policy(request.policyArn)
        let counts = try await read { try PolicyHolders($0).counts }
        return GetPolicyResponse(
            policy: shape(record, attachments: counts[WireName(record.entry.name)] ?? 0))
    }

    /// Lists the policies of the registry, in pages; it has none of AWS.
    package func listPolicies(_ request: ListPoliciesRequest) async throws(ServiceFault) -> ListPoliciesResponse {
        guard request.scope != .aws, request.policyUsageFilter != .permissionsBoundary else {
            return ListPoliciesResponse(policies: [], isTruncated: false)
        }
        let prefix = request.pathPrefix ?? "/"
        let (policies, counts) = try await read { store in
            let all = try store.records(of: ManagedPolicy.self, after: nil, limit: AccessKind.policy.limit)
                .filter { $0.entry.path.utf8.starts(with: prefix.utf8) }
            return (all, try PolicyHolders(store).counts)
        }
        let isAttached = request.onlyAttached == true
        let chosen = isAttached ? policies.filter { counts[WireName($0.entry.name)] != nil } : policies
        let page = ListPage(of: chosen, after: request.marker, maximum: request.maxItems) { $0.entry.name }
        return ListPoliciesResponse(
            policies: page.elements.map {
                shape($0, attachments: counts[WireName($0.entry.name)] ?? 0, isWhole: false)
            },
            isTruncated: page.isTruncated, marker: page.marker)
    }

    /// Deletes a policy that no role and no user has, and that has one version.
    /// - Throws: `NoSuchEntity`, `DeleteConflict`, `InvalidInput`, `UnmodifiableEntity`.
    package func deletePolicy(_ request: DeletePolicyRequest) async throws(ServiceFault) {
        let (registry, account) = (registry, account)
        let entry = try NamedEntry(.policy, arn: request.policyArn, account: account)
        try await changing(request.policyArn) {
            try await registry.remove(ManagedPolicy.self, named: entry.name) { policy, store in
                try entry.check(policy, account)
                guard try PolicyHolders(store).counts[WireName(policy.name)] == nil else {
                    throw ServiceFault.deleteConflict("Cannot delete a policy attached to entities.")
                }
                guard policy.versions.all.count == 1 else {
                    throw ServiceFault.deleteConflict(
                        "This policy has more than one version. Before you delete a policy, you must delete the policy's "
                            + "versions. The default version is deleted with the policy.")
                }
            }
        }
    }

    /// Lists the roles and users that have a policy, in pages; it goes through the roles first.
    /// - Throws: `NoSuchEntity`, `InvalidInput`.
    package func listEntitiesForPolicy(
        _ request: ListEntitiesForPolicyRequest
    ) async throws(ServiceFault) -> ListEntitiesForPolicyResponse {
        let name = try await policy(request.policyArn).entry.name
        let holders = try await read { try PolicyHolders($0) }
        let prefix = request.pathPrefix ?? "/"
        let isOfBoundaries = request.policyUsageFilter == .permissionsBoundary
        var found: [PolicyHolder] = []
        if !isOfBoundaries, request.entityFilter == nil || request.entityFilter == .role {
            found += holders.roles.filter { PolicyHolders.has($0.permissions, name) }.map(PolicyHolder.role)
        }
        if !isOfBoundaries, request.entityFilter == nil || request.entityFilter == .user {
            found += holders.users.filter { PolicyHolders.has($0.permissions, name) }.map(PolicyHolder.user)
        }
        let chosen = found.filter { $0.path.utf8.starts(with: prefix.utf8) }
        let page = ListPage(of: chosen, after: request.marker, maximum: request.maxItems) { $0.marker }
        let roles = page.elements.compactMap { holder in
            holder.roleName.map {
                PolicyRole(roleName: $0, roleId: registry.uniqueID(of: .role, arn: holder.arn(inAccount: account)))
            }
        }
        let users = page.elements.compactMap { holder in
            holder.userName.map {
                PolicyUser(userName: $0, userId: registry.uniqueID(of: .user, arn: holder.arn(inAccount: account)))
            }
        }
        return ListEntitiesForPolicyResponse(
            policyGroups: [], policyUsers: users, policyRoles: roles, isTruncated: page.isTruncated,
            marker: page.marker)
    }

    /// Sets tags of a policy.
    /// - Throws: `NoSuchEntity`, `InvalidInput`, `LimitExceeded`, `UnmodifiableEntity`.
    package func tagPolicy(_ request: TagPolicyRequest) async throws(ServiceFault) {
        let pairs = Self.pairs(request.tags)
        let entry = try NamedEntry(.policy, arn: request.policyArn, account: account)
        try await changeTags(ManagedPolicy.self, entry, of: { $0.tags }) {
            former throws(AccessFlaw) in try former.setting(pairs)
        }
    }

    /// Removes tags of a policy.
    /// - Throws: `NoSuchEntity`, `InvalidInput`, `UnmodifiableEntity`.
    package func untagPolicy(_ request: UntagPolicyRequest) async throws(ServiceFault) {
        let entry = try NamedEntry(.policy, arn: request.policyArn, account: account)
        try await changeTags(ManagedPolicy.self, entry, of: { $0.tags }) {
            former throws(AccessFlaw) in former.removing(request.tagKeys)
        }
    }

    /// Lists the tags of a policy, in pages.
    /// - Throws: `NoSuchEntity`, `InvalidInput`.
    package func listPolicyTags(
        _ request: ListPolicyTagsRequest
    ) async throws(ServiceFault) -> ListPolicyTagsResponse {
        let tags = try await policy(request.policyArn).entry.tags
        let page = ListPage(of: tags, after: request.marker, maximum: request.maxItems)
        return ListPolicyTagsResponse(tags: page.elements, isTruncated: page.isTruncated, marker: page.marker)
    }
}

/// A role or a user that has a policy.
private enum PolicyHolder {
    case role(Role)
    case user(User)

    /// The name of the role; `nil` for a user.
    var roleName: String? {
        if case .role(let role) = self { role.name } else { nil }
    }

    /// The name of the user; `nil` for a role.
    var userName: String? {
        if case .user(let user) = self { user.name } else { nil }
    }

    var path: String {
        switch self {
        case .role(let role): role.path
        case .user(let user): user.path
        }
    }

    /// The place in the list: roles stand before users.
    var marker: String {
        switch self {
        case .role(let role): "role/" + role.name
        case .user(let user): "user/" + user.name
        }
    }

    func arn(inAccount account: String) -> String {
        switch self {
        case .role(let role): role.arn(inAccount: account)
        case .user(let user): user.arn(inAccount: account)
        }
    }
}
