// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AccessManagementShapes
import GatehouseAccess
import GatehouseCore
import GatehouseSecurityTokens
import GatehouseWire

extension AccessManager {
    /// Reads the text of a policy in a request; `quota` is the name of its quota in IAM.
    /// - Throws: `MalformedPolicyDocument`, also for a Deny that denies less than it reads; `LimitExceeded`.
    func policy(_ text: String, for use: Policy.Use, quota: String) throws(ServiceFault) -> Policy {
        do throws(AccessFlaw) {
            let policy = try Policy(json: text, for: use)
            if let flaw = policy.narrowDenials.first { throw flaw }
            return policy
        } catch {
            throw .badPolicy(error, quota: "\(quota): \(use.limit)")
        }
    }

    /// Reads the tags of a request.
    /// - Throws: `InvalidInput`, `LimitExceeded`.
    func tags(_ list: [AccessManagementTag]?) throws(ServiceFault) -> EntryTags {
        do throws(AccessFlaw) {
            return try EntryTags(Self.pairs(list))
        } catch {
            throw .badTags(error)
        }
    }

    /// The tags of a request in the order of the request.
    static func pairs(_ list: [AccessManagementTag]?) -> [(key: String, value: String)] {
        (list ?? []).map { (key: $0.key, value: $0.value) }
    }

    /// Refuses members of a request for parts of IAM that this server does not have.
    /// - Throws: `InvalidInput` that names the first one that the request has.
    func refuse(_ members: KeyValuePairs<String, Bool>) throws(ServiceFault) {
        for (member, isGiven) in members where isGiven { throw .notSupported(member) }
    }

    /// Changes the tags of an entry; `others` are roles of identity pools that are registered with the first role.
    /// - Throws: `NoSuchEntity`, `InvalidInput`, `LimitExceeded`, `UnmodifiableEntity`.
    func changeTags<Entry: AccessEntry>(
        _ type: Entry.Type, _ entry: NamedEntry, togetherWith others: [Role] = [],
        of tags: @escaping @Sendable (Entry) -> EntryTags,
        _ change: @escaping @Sendable (EntryTags) throws(AccessFlaw) -> EntryTags
    ) async throws(ServiceFault) {
        let (registry, account) = (registry, account)
        try await changing(entry.text) {
            try await registry.change(type, named: entry.name, togetherWith: others) { former, _ in
                try entry.check(former.entry, account)
                let changed: EntryTags
                do throws(AccessFlaw) {
                    changed = try change(tags(former.entry))
                } catch {
                    throw ServiceFault.badTags(error)
                }
                return try former.entry.tagged(changed)
            }
        }
    }
}

/// An entry as a request names it: by its name, or by its ARN.
struct NamedEntry: Sendable {
    /// The name or the ARN in the request.
    let text: String
    /// The name in the registry.
    let name: String
    private let kind: AccessKind
    private let isARN: Bool

    /// A role by its name.
    init(role name: String) {
        text = name
        self.name = name
        kind = .role
        isARN = false
    }

    /// A policy or a provider by its ARN.
    /// - Throws: `InvalidInput` for a text that is not the ARN of an entry of the kind, `NoSuchEntity` for one of another
    ///   account.
    init(_ kind: AccessKind, arn: String, account: String) throws(ServiceFault) {
        let parts = arn.split(separator: ":", maxSplits: 5, omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0] == "arn", parts[1] == "aws", parts[2] == "iam", parts[3].isEmpty,
            let name = Self.name(of: kind, in: parts[5])
        else { throw .invalidInput("ARN \(arn) is not valid.") }
        guard parts[4] == account else { throw .noSuchEntity(kind, arn) }
        text = arn
        self.name = name
        self.kind = kind
        isARN = true
    }

    /// Checks that an entry with the name has the ARN, too.
    /// - Throws: `NoSuchEntity`.
    func check(_ entry: some AccessEntry, _ account: String) throws(ServiceFault) {
        guard !isARN || entry.entryARN(inAccount: account).utf8.elementsEqual(text.utf8) else {
            throw .noSuchEntity(kind, text)
        }
    }

    /// The entry in the registry.
    /// - Throws: `NoSuchEntity`, the errors of the store.
    func record<Entry: AccessEntry>(
        of type: Entry.Type, in store: any AccessReading, _ account: String
    ) throws -> AccessRecord<Entry> {
        guard let record = try store.record(of: type, named: name) else { throw ServiceFault.noSuchEntity(kind, text) }
        try check(record.entry, account)
        return record
    }

    private static func name(of kind: AccessKind, in resource: Substring) -> String? {
        let prefix: String
        switch kind {
        case .role: prefix = "role/"
        case .user: prefix = "user/"
        case .policy: prefix = "policy/"
        case .openIDProvider: prefix = "oidc-provider/"
        case .samlProvider: prefix = "saml-provider/"
        }
        guard resource.hasPrefix(prefix) else { return nil }
        let rest = resource.dropFirst(prefix.count)
        // The name of an OpenID Connect provider has slashes, those of the others follow a path.
        let name = kind == .openIDProvider ? String(rest) : NamedPath(String(rest)).name
        return name.isEmpty ? nil : name
    }
}

/// The last part of an ARN, such as `team/app`: a path and a name.
struct NamedPath {
    /// The path, which begins and ends with `/`.
    let path: String
    let name: String

    /// Divides a text at its last slash.
    init(_ text: String) {
        guard let slash = text.lastIndex(of: "/") else {
            path = "/"
            name = text
            return
        }
        path = "/" + text[...slash]
        name = String(text[text.index(after: slash)...])
    }
}

extension AccessEntry {
    /// The ARN of an entry of any kind.
    func entryARN(inAccount account: String) -> String {
        switch self {
        case let role as Role: role.arn(inAccount: account)
        case let user as User: user.arn(inAccount: account)
        case let policy as ManagedPolicy: policy.arn(inAccount: account)
        case let provider as OpenIDProvider: provider.arn(inAccount: account)
        case let provider as SAMLProvider: provider.arn(inAccount: account)
        default: ""
        }
    }
}
