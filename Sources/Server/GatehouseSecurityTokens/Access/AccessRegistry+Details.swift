// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseAccess
import GatehouseCore
package import GatehouseWire

extension AccessRegistry {
    /// An entry in the members of IAM's responses: `GetRole`, `GetUser`, `GetPolicy` with the policies of
    /// `GetAccountAuthorizationDetails`, `GetOpenIDConnectProvider` and `GetSAMLProvider`.
    ///
    /// `Origin` and `UpdateDate` are added. There are no secrets.
    /// - Throws: ``AccessRegistryRefusal`` for an unknown name, the errors of the store.
    package func details(
        of kind: AccessKind, named name: String, inAccount account: String
    ) async throws -> WireValue {
        try await access.read { store in
            switch kind {
            case .role: try roleDetails(store.existing(named: name), store, account)
            case .user: try userDetails(store.existing(named: name), store, account)
            case .policy: policyDetails(try store.existing(named: name), account)
            case .openIDProvider: openIDDetails(try store.existing(named: name), account)
            case .samlProvider: try samlDetails(store.existing(named: name), account)
            }
        }
    }

    /// The document of an entry, from which ``update(_:named:document:)`` makes the same entry.
    /// - Throws: ``AccessRegistryRefusal`` for an unknown name, the errors of the store.
    package func document(of kind: AccessKind, named name: String) async throws -> WireValue {
        try await access.read { store in
            switch kind {
            case .role: try (store.existing(named: name) as AccessRecord<Role>).entry.document
            case .user: try (store.existing(named: name) as AccessRecord<User>).entry.document
            case .policy: try (store.existing(named: name) as AccessRecord<ManagedPolicy>).entry.document
            case .openIDProvider: try (store.existing(named: name) as AccessRecord<OpenIDProvider>).entry.document
            case .samlProvider: try (store.existing(named: name) as AccessRecord<SAMLProvider>).entry.document
            }
        }
    }

    private func roleDetails(
        _ record: AccessRecord<Role>, _ store: any AccessReading, _ account: String
    ) throws -> WireValue {
        let role = record.entry
        let arn = role.arn(inAccount: account)
        var members = record.members(name: "RoleName", arn: arn)
        members["RoleId"] = RoleARN(arn).map { .string(PrincipalID.role($0, by: sealer)) }
        members["AssumeRolePolicyDocument"] = role.trust.document
        members["MaxSessionDuration"] = .integer(Int64(role.maximumSession))
        members["Description"] = role.description.map { .string($0) }
        members["Tags"] = role.tags.list
        members["RolePolicyList"] = role.permissions.list
        members["AttachedManagedPolicies"] = try store.attached(role.permissions, account)
        return ["Role": .object(members)]
    }

    private func userDetails(
        _ record: AccessRecord<User>, _ store: any AccessReading, _ account: String
    ) throws -> WireValue {
        let user = record.entry
        let arn = user.arn(inAccount: account)
        var members = record.members(name: "UserName", arn: arn)
        members["UserId"] = .string(PrincipalID.user(arn: arn, by: sealer))
        members["UserPolicyList"] = user.permissions.list
        members["AttachedManagedPolicies"] = try store.attached(user.permissions, account)
        let keys = try store.userKeys(ofUser: user.name).map { key -> WireValue in
            [
                "AccessKeyId": .string(key.id), "CreateDate": .string(WireTimestamp.iso8601(key.createdAt)),
                "Status": .string("Active"), "UserName": .string(user.name),
            ]
        }
        return ["AccessKeyMetadata": .array(keys), "User": .object(members)]
    }

    private func policyDetails(_ record: AccessRecord<ManagedPolicy>, _ account: String) -> WireValue {
        let policy = record.entry
        var members = record.members(name: "PolicyName", arn: policy.arn(inAccount: account))
        members["DefaultVersionId"] = .string(policy.versions.standard.id)
        members["Description"] = policy.description.map { .string($0) }
        members["Tags"] = policy.tags.list
        return [
            "Policy": .object(members),
            "PolicyVersion": ["Document": policy.policy.document, "VersionId": .string(policy.versions.standard.id)],
        ]
    }

    private func openIDDetails(_ record: AccessRecord<OpenIDProvider>, _ account: String) -> WireValue {
        var members = record.members(name: nil, arn: record.entry.arn(inAccount: account))
        members["Url"] = .string(record.entry.issuer)
        members["ClientIDList"] = .array(record.entry.clientIDs.map { .string($0) })
        members["ThumbprintList"] = .array(record.entry.thumbprints.map { .string($0) })
        members["Tags"] = record.entry.tags.list
        return .object(members)
    }

    private func samlDetails(_ record: AccessRecord<SAMLProvider>, _ account: String) throws -> WireValue {
        var members = record.members(name: nil, arn: record.entry.arn(inAccount: account))
        members["SAMLMetadataDocument"] = .string(record.entry.metadata)
        members["Tags"] = record.entry.tags.list
        members["ValidUntil"] = try record.entry.checkMetadata().map { .string(WireTimestamp.iso8601($0)) }
        return .object(members)
    }
}

extension AccessReading {
    fileprivate func existing<Entry: AccessEntry>(named name: String) throws -> AccessRecord<Entry> {
        guard let record = try record(of: Entry.self, named: name) else {
            throw AccessRegistryRefusal.missing(Entry.kind, name)
        }
        return record
    }

    fileprivate func attached(_ permissions: Permissions, _ account: String) throws -> WireValue {
        .array(
            try permissions.attached.compactMap { name -> WireValue? in
                guard let policy = try entry(ManagedPolicy.self, named: name) else { return nil }
                return ["PolicyArn": .string(policy.arn(inAccount: account)), "PolicyName": .string(name)]
            })
    }
}

extension AccessRecord {
    /// The members that all kinds of entries have; providers have no name and no path in IAM's responses.
    fileprivate func members(name member: WireName?, arn: String) -> [WireName: WireValue] {
        var members: [WireName: WireValue] = [
            "Arn": .string(arn), "CreateDate": .string(WireTimestamp.iso8601(createdAt)),
            "Origin": .string(origin.rawValue), "UpdateDate": .string(WireTimestamp.iso8601(modifiedAt)),
        ]
        if let member {
            members[member] = .string(entry.name)
            members["Path"] = .string(entry.path)
        }
        return members
    }
}

extension EntryTags {
    /// The tags as IAM lists them; `nil` without tags.
    fileprivate var list: WireValue? {
        guard document != nil else { return Optional.none }
        return .array(
            sorted.map { key, value -> WireValue in ["Key": .string(key), "Value": .string(value)] })
    }
}

extension Permissions {
    /// The policies of the role or user alone, in the order of their names.
    fileprivate var list: WireValue {
        .array(
            policies.sorted { $0.key < $1.key }.map { name, policy -> WireValue in
                ["PolicyDocument": policy.document, "PolicyName": .string(name.text)]
            })
    }
}
