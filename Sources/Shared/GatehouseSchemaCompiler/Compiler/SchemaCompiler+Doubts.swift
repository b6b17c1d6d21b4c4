// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL

/// Warnings about what is permitted, and hardly ever meant: names that are probably misspelt, and fields without a value.
extension SchemaCompiler {
    /// Warns about a field of owners or groups that the author did not declare, and that resembles a declared one.
    ///
    /// Many schemas leave the declaration of an owner field to the compiler, so that the absence alone is no reason.
    mutating func warnOfUndeclared(_ field: String, _ rule: AuthRule, _ position: Int) {
        let draft = drafts[position]
        if let similar = draft.fields.first(where: { $0.name.text.lowercased() == field.lowercased() }) {
            return warn(
                "The field '\(similar.name)' differs from '\(field)' by case only.", draft.name, at: rule.location)
        }
        let known = draft.fields.filter { ["String", "ID"].contains($0.type.name) && $0.relation == nil }
        guard rule.allow == .owner else {
            let meant = hints.meant(by: field, among: known.map(\.name.text))
            return warn(
                "The rule has no effect, because the model has no field '\(field)' with groups."
                    + (meant.isEmpty ? " Declare it: \(field): [String]" : meant), draft.name, at: rule.location)
        }
        if rule.states("ownerField") {
            guard let meant = hints.name(meantBy: field, among: known.map(\.name.text)) else { return }
            warn(
                "The rule adds the field '\(field)' for owners, because the model has no such field."
                    + NameHints.question(meant), draft.name, at: rule.location)
        } else {
            // A list with the plural of the default name is meant for owners; another field may have any reason.
            guard let meant = hints.name(meantBy: field, among: known.filter(\.isList).map(\.name.text)) else { return }
            warn(
                "The rule adds the field '\(field)' for owners, and does not use the field '\(meant)'. "
                    + "If that has the owners, write ownerField: \"\(meant)\".", draft.name, at: rule.location)
        }
    }

    /// Warns about claims that user pools do not write, and that resemble one which they do.
    mutating func warnOfClaims(_ rule: AuthRule, _ type: String) {
        // Other issuers choose the names of their claims.
        guard rule.mode == .userPools else { return }
        let stated: [String]
        switch rule.allow {
        case .owner where rule.states("identityClaim"): stated = rule.claims
        case .groups where rule.states("groupClaim"): stated = [rule.groupClaim]
        case .owner, .groups, .private, .public, .custom: return
        }
        for claim in stated where !Self.userPoolClaims.contains(claim) {
            guard let meant = hints.name(meantBy: claim, among: Self.userPoolClaims) else { continue }
            warn(
                "Tokens of user pools have no claim '\(claim)', unless a trigger adds it." + NameHints.question(meant),
                type, at: rule.location)
        }
    }

    /// The claims of the tokens of user pools that can name an owner or groups.
    private static let userPoolClaims = [
        "sub", "username", "cognito:username", "cognito:groups", "cognito:roles", "cognito:preferred_role", "email",
        "phone_number", "preferred_username", "name", "nickname", "given_name", "family_name", "middle_name",
        "client_id", "identities", "profile", "website", "locale",
    ]

    /// Warns about fields of root types that never have a value, and about subscriptions without events.
    mutating func warnOfRootFields(_ fields: [RootField], _ models: [Model]) {
        var changed: [String: String] = [:]
        for model in models {
            let operations = model.operations
            for name in [operations.create, operations.update, operations.delete] {
                if let name { changed[name] = model.name }
            }
        }
        for field in fields {
            guard let root = written.roots[field.operation], let definition = written[root]?.fields[field.name] else {
                continue
            }
            let location = definition.name.location
            guard field.operation == .subscription else {
                guard field.functions.isEmpty else { continue }
                warn(
                    "The field '\(field.name)' never has a value, because no function computes it. Write "
                        + "@function(name: \"\(field.name)\") after its type, and add that function to the functions "
                        + "file.", root, at: location)
                continue
            }
            if field.mutations.isEmpty {
                warn(
                    "The subscription '\(field.name)' gets no events, because it names no mutations. Write "
                        + "@aws_subscribe(mutations: [\"…\"]) after its type.", root, at: location)
            }
            for mutation in field.mutations where changed[mutation] != field.type.name {
                warn(
                    "The subscription '\(field.name)' gets no events of '\(mutation)': "
                        + reason(mutation, field, changed), root, at: location)
            }
        }
    }

    /// Why a subscription gets no events of a mutation; `changed` has the models of the generated mutations.
    private mutating func reason(_ mutation: String, _ field: RootField, _ changed: [String: String]) -> String {
        if let model = changed[mutation] {
            return "that mutation answers with the type '\(model)', and the subscription has the type "
                + "'\(field.type.name)'."
        }
        if let root = written.roots[.mutation], written[root]?.fields[mutation] != nil {
            return "only the generated mutations of models have events."
        }
        return "there is no such mutation." + hints.meant(by: mutation, among: changed.keys.sorted())
    }
}
