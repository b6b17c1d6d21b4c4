// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AccessManagementShapes
import CognitoShapes
import GatehouseWire

/// A role that an environment needs.
struct EnvironmentRole: Sendable, Equatable {
    /// The users that get the role.
    enum Users: Sendable, Equatable {
        case signedIn
        case guests
        /// The members of a group.
        case group(String)
    }

    let users: Users
    /// The name of the role; `nil` for that of a group, whose name has the id of the user pool.
    private let fixedName: String?

    /// The role of signed-in users or of guests.
    init(_ users: Users, name: String) {
        self.users = users
        fixedName = name
    }

    /// The role of a group.
    init(group: String) {
        users = .group(group)
        fixedName = nil
    }

    /// The name of the role; `nil` before the id of the user pool is known.
    func name(userPool: String?) -> String? {
        switch users {
        case .signedIn, .guests: fixedName
        case .group(let group): userPool.map { RoleNames.group(group, ofPool: $0) }
        }
    }

    /// The trust policy that the role needs.
    func trust(identityPool: String?) -> WireValue {
        RoleTrust.document(forPool: identityPool, isForGuests: users == .guests)
    }

    /// The role in titles and differences.
    var label: String {
        switch users {
        case .signedIn: "the role of signed-in users"
        case .guests: "the role of guests"
        case .group(let group): "the role of the group \(group)"
        }
    }
}

/// Creates a role, or sets its trust policy and its tags.
struct RoleStep: DeploymentStep {
    let resource: ResourceName
    let role: EnvironmentRole
    let tags: [String: String]
    let title: String

    func run(on backend: Backend, _ ids: inout KnownIDs) async throws(ServiceFault) {
        guard let name = role.name(userPool: ids[resource, OutputName.userPoolID]) else {
            throw ServiceFault(.resourceNotFound, "The user pool of \(role.label) does not exist yet.")
        }
        let trust = role.trust(identityPool: ids[resource, OutputName.identityPoolID])
        guard let present = try await backend.role(named: name) else {
            _ = try await backend.roles.createRole(
                CreateRoleRequest(
                    roleName: name, assumeRolePolicyDocument: RoleTrust.text(trust), tags: tags.roleTags))
            return
        }
        if RoleTrust.read(present.assumeRolePolicyDocument) != trust {
            try await backend.roles.updateAssumeRolePolicy(
                UpdateAssumeRolePolicyRequest(roleName: name, policyDocument: RoleTrust.text(trust)))
        }
        if !present.has(tags) {
            try await backend.roles.tagRole(TagRoleRequest(roleName: name, tags: tags.roleTags))
        }
        if present.tag(WantedState.detachedTag) != nil {
            try await backend.roles.untagRole(
                UntagRoleRequest(roleName: name, tagKeys: [WantedState.detachedTag]))
        }
    }
}

/// Marks a role as one that its project no longer has, and that the users of a detached pool still get.
struct RoleDetachStep: DeploymentStep {
    let resource: ResourceName
    let name: String
    let environment: String

    var title: String { "Detach the role \(name)" }

    func run(on backend: Backend, _ ids: inout KnownIDs) async throws(ServiceFault) {
        guard let role = try await backend.role(named: name), role.tag(WantedState.detachedTag) == nil else { return }
        try await backend.roles.tagRole(
            TagRoleRequest(roleName: name, tags: [WantedState.detachedTag: environment].roleTags))
    }
}

/// Deletes a role with its policies.
struct RoleRemovalStep: DeploymentStep {
    /// The most pages of policies of a role.
    private static let mostPages = 100

    let resource: ResourceName
    let name: String

    var title: String { "Delete the role \(name)" }

    func run(on backend: Backend, _ ids: inout KnownIDs) async throws(ServiceFault) {
        guard try await backend.role(named: name) != nil else { return }
        // A list begins anew after each deletion of its page.
        for _ in 1...Self.mostPages {
            let page = try await backend.roles.listAttachedRolePolicies(
                ListAttachedRolePoliciesRequest(roleName: name)
            ).attachedPolicies
            let arns = (page ?? []).compactMap(\.policyArn)
            if arns.isEmpty { break }
            for arn in arns {
                try await backend.roles.detachRolePolicy(DetachRolePolicyRequest(roleName: name, policyArn: arn))
            }
        }
        for _ in 1...Self.mostPages {
            let names = try await backend.roles.listRolePolicies(ListRolePoliciesRequest(roleName: name)).policyNames
            if names.isEmpty { break }
            for policy in names {
                try await backend.roles.deleteRolePolicy(
                    DeleteRolePolicyRequest(roleName: name, policyName: policy))
            }
        }
        try await backend.roles.deleteRole(DeleteRoleRequest(roleName: name))
    }
}

extension Backend {
    /// A role of the registry; `nil` if there is none with the name.
    ///
    /// - Throws: the service's fault.
    func role(named name: String) async throws(ServiceFault) -> AccessManagementRole? {
        do throws(ServiceFault) {
            return try await roles.getRole(GetRoleRequest(roleName: name)).role
        } catch {
            guard error.code == .noSuchEntity else { throw error }
            return nil
        }
    }
}

extension AccessManagementRole {
    /// The value of a tag.
    func tag(_ key: String) -> String? { tags?.first { $0.key == key }?.value }

    /// Whether the role has these tags.
    func has(_ tags: [String: String]) -> Bool { tags.allSatisfy { tag($0.key) == $0.value } }
}

extension [String: String] {
    /// The tags as IAM has them, by ascending key.
    var roleTags: [AccessManagementTag] {
        sorted { $0.key < $1.key }.map { AccessManagementTag(key: $0.key, value: $0.value) }
    }
}
