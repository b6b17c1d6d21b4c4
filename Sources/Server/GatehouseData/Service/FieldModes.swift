// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL
import GatehouseSchemaCompiler

/// The modes of callers that each field of a generated schema admits.
///
/// A field has the modes of its own directives, else of the directives of its type, else the default mode alone. With
/// the action `DENY`, tokens of user pools are admitted only where a directive names one of their groups.
struct FieldModes: Sendable {
    /// The modes of a type or a field, and the groups that a mode of tokens asks for.
    private struct Admission: Sendable {
        var modes: Set<AuthorizationMode> = []
        var groups: [String]?

        init(_ mode: AuthorizationMode) { modes = [mode] }

        /// The admission by directives; `nil` if there are none.
        init?(_ directives: [Directive]) {
            for directive in directives {
                let name = directive.name.text
                let mode = AuthorizationMode.allCases.first { $0.directive == name }
                guard let mode = mode ?? (name == "aws_auth" ? .userPools : nil) else { continue }
                modes.insert(mode)
                if mode == .userPools { groups = directive.strings("cognito_groups") }
            }
            if modes.isEmpty { return nil }
        }

        func contains(_ caller: Caller, _ action: UserPoolsAction) -> Bool {
            guard modes.contains(caller.mode) else { return false }
            guard caller.mode == .userPools else { return true }
            guard let groups else { return action == .allow }
            let own = caller.groups("cognito:groups")
            return groups.contains { group in own.contains { $0.utf8.elementsEqual(group.utf8) } }
        }
    }

    private var types: [String: Admission] = [:]
    private var fields: [String: [String: Admission]] = [:]
    private let usual: Admission
    private let userPoolsAction: UserPoolsAction

    init(_ api: DataAPI) {
        usual = Admission(api.settings.defaultMode)
        userPoolsAction = api.settings.userPoolsAction
        for name in api.schema.typeNames {
            guard let type = api.schema.type(name), type.kind == .object else { continue }
            types[name] = Admission(type.directives)
            for field in type.fields {
                if let admission = Admission(field.directives) {
                    fields[name, default: [:]][field.name.text] = admission
                }
            }
        }
    }

    /// Whether a field admits a caller; an administrator is admitted everywhere.
    func admit(_ field: PlannedField, _ caller: Caller) -> Bool {
        // Each field of each record comes here, and most callers are denied none: the text is made only if it is needed.
        let isDenied = !caller.deniedFields.isEmpty && caller.deniedFields.contains("\(field.parent).\(field.name)")
        if isDenied { return false }
        if caller.isAdministrator { return true }
        let admission = fields[field.parent]?[field.name] ?? types[field.parent] ?? usual
        return admission.contains(caller, userPoolsAction)
    }
}
