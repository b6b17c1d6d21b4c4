// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseWire

/// A registered role: its trust, its permissions, and how long its sessions may last.
package struct Role: AccessEntry {
    package static let kind = AccessKind.role

    /// The lifetimes that a role may allow its sessions, in seconds.
    package static let sessionRange = 3_600...43_200

    package let name: String
    /// The policy that says who may assume the role.
    package let trust: Policy
    package let permissions: Permissions
    /// The longest lifetime of a session, in seconds.
    package let maximumSession: Int
    /// The text for administrators; `nil` if there is none.
    package let description: String?
    /// The tags, which are for administrators: the sessions of the role do not have them.
    package let tags: EntryTags

    package init(name: String, document: WireValue) throws(AccessFlaw) {
        try AccessName.check(name, limit: 64, allowing: AccessName.usual)
        let node = try AccessNode(
            document,
            allowing: Permissions.members + ["trustPolicy", "maximumSessionDuration", "description", EntryTags.member])
        guard let trust = node["trustPolicy"] else { throw AccessFlaw(.missing, at: ["trustPolicy"]) }
        do throws(AccessFlaw) {
            self.trust = try Policy(trust, for: .trust)
        } catch {
            throw error.inside("trustPolicy")
        }
        self.name = name
        permissions = try Permissions(node)
        maximumSession = try node.number("maximumSessionDuration", in: Self.sessionRange) ?? 3_600
        description = try node.text("description", limit: 4_000)
        tags = try EntryTags(node)
    }

    package var path: String { permissions.path }

    package var narrowDenials: [AccessFlaw] {
        trust.narrowDenials.map { $0.inside("trustPolicy") } + permissions.narrowDenials
    }

    package var document: WireValue {
        var members = permissions.members
        members["trustPolicy"] = trust.document
        members["maximumSessionDuration"] = .integer(Int64(maximumSession))
        members["description"] = description.map { .string($0) }
        members[WireName(EntryTags.member)] = tags.document
        return .object(members)
    }

    /// The ARN `arn:aws:iam::<account>:role<path><name>`.
    package func arn(inAccount account: String) -> String {
        "arn:aws:iam::\(account):role\(permissions.path)\(name)"
    }
}

/// Finds trust policies that would let persons of another app, or of another identity pool, assume a role.
///
/// A web identity provider, such as `cognito-identity.amazonaws.com`, authenticates the users of all apps. Only the
/// condition on the audience limits the role to the users of one identity pool.
enum TrustCheck {
    private static let action = "sts:AssumeRoleWithWebIdentity"

    /// Checks a trust policy.
    /// - Throws: ``AccessFlaw`` with the reason for the first statement that is unsafe.
    static func check(_ trust: Policy) throws(AccessFlaw) {
        for (index, statement) in trust.statements.enumerated() where statement.effect == .allow {
            do throws(AccessFlaw) {
                try check(statement)
            } catch {
                throw error.inside("[\(index)]").inside("Statement")
            }
        }
    }

    private static func check(_ statement: PolicyStatement) throws(AccessFlaw) {
        guard statement.matches(action: action), case .among(let principals)? = statement.principals else { return }
        for provider in principals.federated where !provider.contains(":saml-provider/") {
            let keys = Self.audienceKeys(of: provider)
            let conditions = statement.conditions.filter { keys.contains($0.key) }
            guard !conditions.contains(where: { $0.quantifier == .all }) else {
                throw AccessFlaw(
                    .unsafe("ForAllValues holds for a token without an audience: use StringEquals"), at: ["Condition"])
            }
            guard conditions.contains(where: \.restrictsValue) else {
                throw AccessFlaw(
                    .unsafe(
                        "the role trusts every client of \(WireName(provider).shown): "
                            + "add a StringEquals condition on its aud"),
                    at: ["Condition"])
            }
        }
    }

    /// The condition keys of a provider's audience.
    private static func audienceKeys(of provider: String) -> [ContextKey] {
        let name =
            provider.range(of: ":oidc-provider/").map { String(provider[$0.upperBound...]) } ?? provider
        let keys = [ContextKey(name + ":aud")]
        return ["graph.facebook.com", "www.amazon.com"].contains(name) ? keys + [ContextKey(name + ":app_id")] : keys
    }
}

extension PolicyCondition {
    /// Whether the condition fails for a missing key and for a value that the policy does not name.
    fileprivate var restrictsValue: Bool {
        switch condition {
        case .stringEquals, .stringEqualsIgnoreCase, .stringLike:
            !acceptsMissing
                && values.allSatisfy { value in
                    if case .text(let pattern, _) = value { pattern.hasFixedStart } else { false }
                }
        default: false
        }
    }
}
