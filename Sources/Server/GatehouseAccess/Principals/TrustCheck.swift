// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseWire

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
    /// Whether the condition fails for a key that is missing and for a value that the policy does not name.
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
