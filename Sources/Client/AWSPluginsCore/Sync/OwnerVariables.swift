// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation

/// The claims of a token, by name.
public typealias IdentityClaimsDictionary = [String: AnyObject]

extension ModelSchema {
    /// The rules for owners that count in a mode, whose field has one owner.
    func ownerRules(for mode: AWSAuthorizationType?) -> [AuthRule] {
        authRules.filter { rule in
            guard rule.allow == .owner, rule.counts(in: mode) else { return false }
            guard let field = field(withName: rule.ownerFieldOrDefault) else { return true }
            return !field.isArray && !field.type.isArray
        }
    }

    /// The owners whose records a subscription is about, by the field that has them.
    ///
    /// - Parameters:
    ///   - mode: the authorization of the subscription; nil for the default of the API, which is not known here.
    ///   - claims: the claims of the caller's token; nil without a token.
    /// - Returns: the owners. There are none for a member of a group that reads all records. Without a token, the owner is
    ///   the empty text, so that the service refuses the subscription with its own error.
    func subscribedOwners(
        in mode: AWSAuthorizationType?, claims: IdentityClaimsDictionary?
    ) -> [String: String] {
        if let claims, isReader(claims, in: mode) { return [:] }
        return ownerRules(for: mode).filter(\.allowsReading).reduce(into: [:]) { owners, rule in
            let claim = rule.identityClaimOrDefault()
            guard let claims else {
                owners[rule.ownerFieldOrDefault] = ""
                return
            }
            guard let owner = claims[claim] as? String else {
                Amplify.log.error("The token lacks the claim \(claim), which a rule of \(name) names.")
                return
            }
            owners[rule.ownerFieldOrDefault] = owner
        }
    }

    /// Whether the caller is a member of a group of the schema that may read all records.
    private func isReader(_ claims: IdentityClaimsDictionary, in mode: AWSAuthorizationType?) -> Bool {
        authRules.contains { rule in
            rule.allow == .groups && rule.counts(in: mode) && rule.allowsReading
                && !Set(rule.groups).isDisjoint(with: Self.groups(claims[rule.groupClaimOrDefault]))
        }
    }

    /// The groups of a claim: a list, the JSON of a list, or one group.
    private static func groups(_ claim: AnyObject?) -> [String] {
        switch claim {
        case let groups as [String]: groups
        case let text as String: (try? JSONDecoder().decode([String].self, from: Data(text.utf8))) ?? [text]
        default: []
        }
    }
}
