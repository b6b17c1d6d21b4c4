// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL

extension SchemaCompiler {
    /// Compiles the rules of a model into its matrix.
    mutating func compileRules(_ position: Int) {
        let draft = drafts[position]
        let type = draft.type
        let directives = type.directives.filter { $0.name.text == "auth" }
        let restricted = type.fields.filter { $0.directive("auth") != nil }
        var rules: [AuthRule] = []
        for directive in directives { rules += self.rules(directive, draft.name, on: draft.name, .model) }
        addOwnerFields(rules, position)

        let declared = Set(type.fields.map(\.name.text))
        let names = drafts[position].fields.map(\.name.text)
        var matrix = AccessMatrix(
            draft.name, fields: names, generated: draft.isJoin ? [] : Set(names).subtracting(declared))
        guard !directives.isEmpty || !restricted.isEmpty else {
            matrix = unruled(matrix, draft)
            matrix.seal()
            drafts[position].access = matrix
            return
        }
        grant(rules, to: &matrix, position, mergesRoles: draft.isJoin)
        for field in restricted {
            guard let directive = field.directive("auth") else { continue }
            let rules = self.rules(directive, draft.name, on: field.name.text, .field)
            addOwnerFields(rules, position)
            for name in drafts[position].fields.map(\.name.text) where !matrix.fields.contains(name) {
                matrix.addGenerated(name)
            }
            matrix.reset(field.name.text)
            var seen: Set<AccessRole> = []
            for rule in rules {
                for role in roles(rule, position) {
                    if !seen.insert(role).inserted { reportRepeated(role, draft.name, rule) }
                    matrix.grant(rule.actions, to: role, on: field.name.text)
                }
            }
        }
        matrix.seal()
        drafts[position].access = matrix
        checkRequiredFields(position, hasFieldRules: !restricted.isEmpty)
        checkSortKey(position)
        warnOfOwners(position)
    }

    /// The rules of one directive, those with errors left out.
    mutating func rules(_ directive: Directive, _ type: String, on name: String, _ place: AuthRule.Place) -> [AuthRule]
    {
        guard let value = directive.arguments["rules"]?.value else { return [] }
        let literals = value.elements
        if literals.isEmpty {
            report("@auth on \(name) does not have any auth rules.", type, at: directive.location)
        }
        var rules: [AuthRule] = []
        for literal in literals {
            guard let rule = AuthRule(literal, settings) else { continue }
            let problems = rule.problems(in: place, settings)
            for problem in problems { report(problem, type, at: rule.location) }
            if problems.isEmpty { rules.append(rule) }
            warnOfClaims(rule, type)
            if rule.provider == "iam" {
                warn("The provider 'iam' is deprecated; write 'identityPool'.", type, at: rule.location)
            }
        }
        return rules
    }

    private mutating func grant(
        _ rules: [AuthRule], to matrix: inout AccessMatrix, _ position: Int, mergesRoles: Bool
    ) {
        var seen: Set<AccessRole> = []
        for rule in rules {
            for role in roles(rule, position) {
                let isNew = seen.insert(role).inserted
                if !isNew, !mergesRoles { reportRepeated(role, drafts[position].name, rule) }
                matrix.grant(rule.actions, to: role)
            }
        }
    }

    private mutating func reportRepeated(_ role: AccessRole, _ type: String, _ rule: AuthRule) {
        report("@auth \(type):\(role) already exists for \(type)", type, at: rule.location)
    }

    private func roles(_ rule: AuthRule, _ position: Int) -> [AccessRole] {
        rule.roles { drafts[position].field($0)?.isList ?? false }
    }

    /// Adds the owner fields of rules that the author did not declare.
    private mutating func addOwnerFields(_ rules: [AuthRule], _ position: Int) {
        for rule in rules {
            let field = rule.allow == .owner ? rule.ownerField : rule.groupsField
            guard rule.allow == .owner || rule.allow == .groups, let field else { continue }
            let name = drafts[position].name
            if let declared = drafts[position].field(field) {
                guard !["String", "ID"].contains(declared.type.name) || declared.relation != nil else { continue }
                warn(
                    "The field '\(field)' holds owners or groups, but its type is not String, ID or a list of them.",
                    name,
                    at: rule.location)
                continue
            }
            warnOfUndeclared(field, rule, position)
            if rule.allow == .owner {
                drafts[position].add(ModelField(Name(field), .named("String"), origin: .owner))
            }
        }
    }

    /// The matrix of a model without rules, as the decision of the house has it.
    private mutating func unruled(_ matrix: AccessMatrix, _ draft: ModelDraft) -> AccessMatrix {
        var matrix = matrix
        let location = draft.type.name.location
        if settings.requiresAuthRules {
            report("The model '\(draft.name)' has no @auth rules.", draft.name, at: location)
            return matrix
        }
        warn(
            "The model '\(draft.name)' has no @auth rules: every caller of the mode \(settings.defaultMode.rawValue) may read and write all records. Write rules, such as @auth(rules: [{ allow: owner }]).",
            draft.name, at: location)
        matrix.grant(.all, to: AccessRole(settings.defaultMode, .everybody, isDefault: true))
        if written.isSandbox, settings.defaultMode != .apiKey {
            matrix.grant(.all, to: AccessRole(.apiKey, .everybody, isDefault: true))
        }
        return matrix
    }

    // MARK: - Checks

    /// Subscribers need all required fields, so that no reader may lack one (2.2, rule 6).
    private mutating func checkRequiredFields(_ position: Int, hasFieldRules: Bool) {
        let draft = drafts[position]
        guard hasFieldRules, draft.operations.level != .off else { return }
        let matrix = draft.access
        let readers = matrix.roles(for: .get)
        let missing = draft.type.fields.filter { field in
            guard field.type.type.isNonNull, draft.field(field.name.text)?.relation == nil else { return false }
            return !readers.allSatisfy { matrix.reads(field.name.text, $0) }
        }
        guard !missing.isEmpty else { return }
        let list = missing.map { "\"\($0.name)\"" }.joined(separator: ",")
        report(
            "When using field-level authorization rules you need to add rules to all of the model's required fields with at least read permissions. Found model \"\(draft.name)\" with required fields [\(list)] missing field-level authorization rules.\n\nFor more information visit https://docs.amplify.aws/cli/graphql/authorization-rules/#field-level-authorization-rules",
            draft.name, at: draft.type.name.location)
    }

    private mutating func checkSortKey(_ position: Int) {
        let draft = drafts[position]
        for role in draft.access.roles {
            guard case .owner(let field, _, _) = role.kind, draft.key.sort.contains(field) else { continue }
            report(
                "The primary key's sort key type '\(field)' cannot be used as an owner @auth field too. Please use another field for the sort key.",
                draft.name, at: draft.type.name.location)
        }
    }

    private mutating func warnOfOwners(_ position: Int) {
        let draft = drafts[position]
        guard !draft.isJoin else { return }
        for role in draft.access.roles {
            guard case .owner(let field, _, _) = role.kind else { continue }
            let isDeclared = draft.type.fields[field] != nil
            if isDeclared, !settings.strictOwnership, draft.access.actions(of: role, on: field).contains(.update) {
                warn(
                    "WARNING: owners may reassign ownership for the following model(s) and role(s): \(draft.name): [\(field)]. If this is not intentional, you may want to apply field-level authorization rules to these fields. To read more: https://docs.amplify.aws/cli/graphql/authorization-rules/#per-user--owner-based-data-access.",
                    draft.name, at: draft.type.name.location)
            }
            if !isDeclared, draft.access.roles.contains(where: \.isStatic) {
                warn(
                    "The owner field '\(field)' is not declared: callers of the other rules may create only records of their own.",
                    draft.name, at: draft.type.name.location)
            }
        }
    }

    // MARK: - Types without records

    /// Compiles the types without records.
    mutating func compilePlainTypes() -> [String: PlainType] {
        var types: [String: PlainType] = [:]
        for type in written.types
        where type.kind == .object && !written.isModel(type) && written.rootKind(of: type.name.text) == nil {
            let name = type.name.text
            var access: [String: AccessMatrix] = [:]
            for field in type.fields {
                guard let directive = field.directive("auth") else { continue }
                access[field.name.text] = staticMatrix(directive, name, field, .plainField)
            }
            types[name] = PlainType(
                name: name, fields: NamedList(type.fields.map { modelField($0, of: name) }), access: access)
        }
        return types
    }

    /// Compiles the root fields that the author wrote.
    mutating func compileRootFields() -> [RootField] {
        var fields: [RootField] = []
        for type in written.types {
            guard let kind = written.rootKind(of: type.name.text) else { continue }
            for field in type.fields {
                let access = field.directive("auth").map { staticMatrix($0, type.name.text, field, .rootField) }
                fields.append(
                    RootField(
                        kind, field.name.text, field.type.type, functions: functions(of: field),
                        mutations: field.directive("aws_subscribe")?.strings("mutations") ?? [], access: access))
            }
        }
        return fields
    }

    /// The rules of a field that has no record: rules about records mean nothing there (2.2, rule 7).
    private mutating func staticMatrix(
        _ directive: Directive, _ type: String, _ field: FieldDefinition, _ place: AuthRule.Place
    ) -> AccessMatrix {
        var matrix = AccessMatrix("\(type).\(field.name)", fields: [field.name.text])
        for rule in rules(directive, type, on: field.name.text, place) {
            for role in rule.roles(isList: { _ in false }) {
                guard role.isStatic else {
                    warn(
                        "The rule has no effect: a field of '\(type)' has no record with an owner or groups.", type,
                        at: rule.location)
                    continue
                }
                matrix.grant(.all, to: role)
            }
        }
        matrix.seal()
        return matrix
    }
}

extension AccessMatrix {
    /// Whether the callers of a role may read a field: by it, or by the rule for all signed-in callers of its mode.
    func reads(_ field: String, _ role: AccessRole) -> Bool {
        if actions(of: role, on: field).contains(.get) { return true }
        guard role.mode == .userPools || role.mode == .oidc else { return false }
        return actions(of: AccessRole(role.mode, .signedIn), on: field).contains(.get)
    }
}
