// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
import GatehouseCore
import GatehouseSecurityTokens
package import GatehouseWire

// What policies compare: the entry that a request concerns, and its tags.
extension AccessManagement {
    /// No ARN is longer.
    private static let maximumARN = 2_048

    /// The ARN of the entry that a request concerns; `*` for a list, and for a text that cannot be a part of an ARN.
    ///
    /// `members` are those that the operation has; others are ignored, as the operation does. A role that exists has the
    /// path of its entry, a new one that of the request.
    /// - Throws: the fault of a failing store.
    package func resource(of input: WireValue, members: Set<WireName>) async throws(ServiceFault) -> String {
        let arn = try await requestedARN(in: input, members)
        guard let arn, arn.utf8.count <= Self.maximumARN else { return "*" }
        return arn
    }

    /// The tags of the entry with an ARN; none for an unknown one.
    /// - Throws: the fault of a failing store.
    package func tags(ofResource arn: String) async throws(ServiceFault) -> [String: String] {
        let account = deployment.accountID
        let tags = try await read { store in
            try AccessKind.allCases.compactMap { kind -> EntryTags? in
                guard let entry = try? NamedEntry(kind, arn: arn, account: account) else { return nil }
                switch kind {
                case .role: return try store.entry(Role.self, named: entry.name)?.tags
                case .policy: return try store.entry(ManagedPolicy.self, named: entry.name)?.tags
                case .openIDProvider: return try store.entry(OpenIDProvider.self, named: entry.name)?.tags
                case .samlProvider: return try store.entry(SAMLProvider.self, named: entry.name)?.tags
                case .user: return nil
                }
            }.first
        }
        return tags?.texts ?? [:]
    }

    private func requestedARN(in input: WireValue, _ members: Set<WireName>) async throws(ServiceFault) -> String? {
        func text(_ member: WireName) -> String? {
            members.contains(member) ? input.objectValue?[member]?.stringValue : nil
        }
        let prefix = "arn:aws:iam::\(deployment.accountID):"
        if let name = text("RoleName") {
            let isNew = members.contains("AssumeRolePolicyDocument")
            let path = isNew ? text("Path") : try await path(ofRole: name)
            return prefix + "role" + (path ?? "/") + name
        }
        if let arn = text("PolicyArn") ?? text("OpenIDConnectProviderArn") ?? text("SAMLProviderArn") { return arn }
        if let name = text("PolicyName") { return prefix + "policy" + (text("Path") ?? "/") + name }
        if let url = text("Url") { return prefix + "oidc-provider/" + OpenIDProvider.name(ofIssuer: url) }
        return text("Name").map { prefix + "saml-provider/" + $0 }
    }

    private func path(ofRole name: String) async throws(ServiceFault) -> String? {
        try await read { try $0.entry(Role.self, named: name)?.path }
    }

    /// Reads the registry.
    /// - Throws: the fault that `body` throws, the fault of a failing store.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any AccessReading) throws -> Value
    ) async throws(ServiceFault) -> Value {
        let access = securityTokens.access
        return try await ServiceFault.translating { try await access.read(body) }
    }
}
