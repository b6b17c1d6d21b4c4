// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AccessManagementShapes
import GatehouseAccess
import GatehouseSecurityTokens
import GatehouseWire

extension AccessManager {
    /// A policy in responses; lists leave its description and its tags out.
    func shape(
        _ record: AccessRecord<ManagedPolicy>, attachments: Int, isWhole: Bool = true
    ) -> AccessManagementPolicy {
        let policy = record.entry
        let arn = policy.arn(inAccount: account)
        return AccessManagementPolicy(
            policyName: policy.name, policyId: registry.uniqueID(of: .policy, arn: arn), arn: arn, path: policy.path,
            defaultVersionId: policy.versions.standard.id, attachmentCount: attachments,
            permissionsBoundaryUsageCount: 0, isAttachable: true, description: isWhole ? policy.description : nil,
            createDate: record.createdAt, updateDate: record.modifiedAt, tags: isWhole ? policy.tags.shapes : nil)
    }

    /// A version of a policy in responses; lists leave its document out.
    static func shape(
        _ version: PolicyVersions.Version, of record: AccessRecord<ManagedPolicy>, withDocument: Bool
    ) -> PolicyVersion {
        PolicyVersion(
            document: withDocument ? version.policy.escapedText : nil, versionId: version.id,
            isDefaultVersion: version.number == record.entry.versions.standard.number,
            createDate: version.createdAt ?? record.createdAt)
    }

    /// The policy with an ARN.
    /// - Throws: `NoSuchEntity`, `InvalidInput` for a text that is not the ARN of a policy.
    func policy(_ arn: String) async throws(ServiceFault) -> AccessRecord<ManagedPolicy> {
        let (entry, account) = (try NamedEntry(.policy, arn: arn, account: account), account)
        return try await read { try entry.record(of: ManagedPolicy.self, in: $0, account) }
    }

    /// Changes a policy.
    /// - Throws: `NoSuchEntity`, `InvalidInput`, `UnmodifiableEntity`, what `change` throws.
    func changePolicy(
        _ arn: String, _ change: @escaping @Sendable (ManagedPolicy) throws -> ManagedPolicy
    ) async throws(ServiceFault) -> AccessRecord<ManagedPolicy> {
        let (registry, account) = (registry, account)
        let entry = try NamedEntry(.policy, arn: arn, account: account)
        return try await changing(arn) {
            try await registry.change(ManagedPolicy.self, named: entry.name) { former, _ in
                try entry.check(former.entry, account)
                return try change(former.entry)
            }
        }
    }
}

/// The roles and users that have policies of the registry.
struct PolicyHolders: Sendable {
    let roles: [Role]
    let users: [User]

    /// Reads all roles and users.
    init(_ store: any AccessReading) throws {
        roles = try store.records(of: Role.self, after: nil, limit: AccessKind.role.limit).map(\.entry)
        users = try store.records(of: User.self, after: nil, limit: AccessKind.user.limit).map(\.entry)
    }

    /// The number of roles and users that have each policy.
    var counts: [WireName: Int] {
        let names = (roles.map(\.permissions) + users.map(\.permissions)).flatMap(\.attached)
        return Dictionary(names.map { (WireName($0), 1) }, uniquingKeysWith: +)
    }

    /// Whether permissions have a policy.
    static func has(_ permissions: Permissions, _ policy: String) -> Bool {
        permissions.attached.contains { $0.utf8.elementsEqual(policy.utf8) }
    }
}
