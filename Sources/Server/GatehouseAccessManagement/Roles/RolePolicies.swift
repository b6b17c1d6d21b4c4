// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import AccessManagementShapes
import GatehouseAccess
import GatehouseCore
import GatehouseSecurityTokens
package import GatehouseWire

// The policies of a role alone, and the policies of the registry that it has.
extension AccessManager {
    /// Creates or replaces a policy of a role alone.
    /// - Throws: `NoSuchEntity`, `MalformedPolicyDocument`, `LimitExceeded`, `UnmodifiableEntity`.
    package func putRolePolicy(_ request: PutRolePolicyRequest) async throws(ServiceFault) {
        let name = WireName(request.policyName)
        let limit = Policy.Use.identity.limit
        let policy = try policy(request.policyDocument, for: .identity, quota: "PolicySize")
        _ = try await change(request.roleName) { members in
            var policies = members["policies"]?.objectValue ?? [:]
            policies[name] = policy.document
            guard WireValue.object(policies).json().count <= limit else {
                throw ServiceFault.limitExceeded(
                    "Maximum policy size of \(limit) bytes exceeded for role \(request.roleName)")
            }
            members["policies"] = .object(policies)
        }
    }

    /// Shows a policy of a role alone.
    /// - Throws: `NoSuchEntity`.
    package func getRolePolicy(_ request: GetRolePolicyRequest) async throws(ServiceFault) -> GetRolePolicyResponse {
        let role = try await role(request.roleName).entry
        guard let policy = role.permissions.policies[WireName(request.policyName)] else {
            throw .missingRolePolicy(request.policyName)
        }
        return GetRolePolicyResponse(
            roleName: role.name, policyName: request.policyName, policyDocument: policy.escapedText)
    }

    /// Lists the names of the policies of a role alone, in pages.
    /// - Throws: `NoSuchEntity`.
    package func listRolePolicies(
        _ request: ListRolePoliciesRequest
    ) async throws(ServiceFault) -> ListRolePoliciesResponse {
        let names = try await role(request.roleName).entry.permissions.policies.keys.sorted().map(\.text)
        let page = ListPage(of: names, after: request.marker, maximum: request.maxItems) { $0 }
        return ListRolePoliciesResponse(
            policyNames: page.elements, isTruncated: page.isTruncated, marker: page.marker)
    }

    /// Deletes a policy of a role alone.
    /// - Throws: `NoSuchEntity`, `UnmodifiableEntity`.
    package func deleteRolePolicy(_ request: DeleteRolePolicyRequest) async throws(ServiceFault) {
        let name = WireName(request.policyName)
        _ = try await change(request.roleName) { members in
            var policies = members["policies"]?.objectValue ?? [:]
            guard policies.removeValue(forKey: name) != nil else {
                throw ServiceFault.missingRolePolicy(request.policyName)
            }
            members["policies"] = .object(policies)
        }
    }

    /// Attaches a policy of the registry to a role; one that is attached already is not an error.
    /// - Throws: `NoSuchEntity` for an unknown role or policy, `InvalidInput` for a text that is not an ARN,
    ///   `LimitExceeded`, `UnmodifiableEntity`.
    package func attachRolePolicy(_ request: AttachRolePolicyRequest) async throws(ServiceFault) {
        let (registry, account) = (registry, account)
        let policy = try NamedEntry(.policy, arn: request.policyArn, account: account)
        let others = try await rolesToAdopt(besideRole: request.roleName)
        try await changing(request.roleName) {
            try await registry.change(Role.self, named: request.roleName, togetherWith: others) { former, store in
                _ = try policy.record(of: ManagedPolicy.self, in: store, account)
                let attached = former.entry.permissions.attached
                guard !attached.contains(where: { $0.utf8.elementsEqual(policy.name.utf8) }) else {
                    return former.entry
                }
                return try former.entry.attaching(attached + [policy.name])
            }
        }
    }

    /// Detaches a policy of the registry from a role.
    /// - Throws: `NoSuchEntity` for an unknown role and for a policy that is not attached, `InvalidInput`,
    ///   `UnmodifiableEntity`.
    package func detachRolePolicy(_ request: DetachRolePolicyRequest) async throws(ServiceFault) {
        let (registry, account) = (registry, account)
        let policy = try NamedEntry(.policy, arn: request.policyArn, account: account)
        let others = try await rolesToAdopt(besideRole: request.roleName)
        try await changing(request.roleName) {
            try await registry.change(Role.self, named: request.roleName, togetherWith: others) { former, store in
                _ = try policy.record(of: ManagedPolicy.self, in: store, account)
                let attached = former.entry.permissions.attached
                let rest = attached.filter { !$0.utf8.elementsEqual(policy.name.utf8) }
                guard rest.count < attached.count else { throw ServiceFault.noSuchEntity(.policy, policy.text) }
                return try former.entry.attaching(rest)
            }
        }
    }

    /// Lists the policies of the registry that a role has, in pages.
    /// - Throws: `NoSuchEntity`.
    package func listAttachedRolePolicies(
        _ request: ListAttachedRolePoliciesRequest
    ) async throws(ServiceFault) -> ListAttachedRolePoliciesResponse {
        let (entry, account, prefix) = (NamedEntry(role: request.roleName), account, request.pathPrefix ?? "/")
        let policies = try await read { store in
            let role = try entry.record(of: Role.self, in: store, account).entry
            return try role.permissions.attached.compactMap { try store.entry(ManagedPolicy.self, named: $0) }
                .filter { $0.path.utf8.starts(with: prefix.utf8) }
                .sorted { WireName($0.name) < WireName($1.name) }
        }
        let page = ListPage(of: policies, after: request.marker, maximum: request.maxItems) { $0.name }
        return ListAttachedRolePoliciesResponse(
            attachedPolicies: page.elements.map {
                AttachedPolicy(policyName: $0.name, policyArn: $0.arn(inAccount: account))
            },
            isTruncated: page.isTruncated, marker: page.marker)
    }
}

extension Role {
    /// The role with these policies of the registry.
    /// - Throws: `AccessFlaw` for more than the quota.
    fileprivate func attaching(_ names: [String]) throws(AccessFlaw) -> Role {
        try changing { $0["attachedPolicies"] = .array(names.map { .string($0) }) }
    }
}

extension ServiceFault {
    fileprivate static func missingRolePolicy(_ name: String) -> ServiceFault {
        .noSuchPart("The role policy with name \(name) cannot be found.")
    }
}
