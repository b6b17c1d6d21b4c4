// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseSchemaCompiler

/// The keys of a type.
enum CodingKeysText {
    static func lines(_ properties: [Property]) -> [String] {
        let cases = properties.map { "case \($0.identifier)" }
        return ["// MARK: - CodingKeys", "public enum CodingKeys: String, ModelKey {"] + cases.indented()
            + ["}", "", "public static let keys = CodingKeys.self"]
    }
}

/// The description of a type.
enum SchemaText {
    static func lines(_ statements: [String]) -> [String] {
        ["// MARK: - ModelSchema", "public static let schema = defineSchema { model in"] + statements.indented() + ["}"]
    }
}

/// The names of a type's operations.
enum PluralText {
    static func lines(_ plural: String) -> [String] {
        let spelled = SwiftName.literal(plural)
        return ["model.listPluralName = \(spelled)", "model.syncPluralName = \(spelled)"]
    }
}

/// The constant with a type's keys, in the description of the type.
struct KeysConstant {
    /// The name of the constant, in Swift.
    let name: String

    init(_ type: String) {
        let small = Names.small(type)
        // A constant with the type's own name hides the type.
        name = small == type ? "\(small)Keys" : SwiftName.escaped(small)
    }

    /// A field in the description of its type.
    func field(_ property: Property) -> String {
        let isRequired = property.association?.kind != .hasMany && property.isRequired
        let start = "\(name).\(property.identifier), is: \(isRequired ? ".required" : ".optional")"
        if let association = property.association { return relation(association, property, start) }
        let readOnly = property.isReadOnly ? ", isReadOnly: true" : ""
        return ".field(\(start)\(readOnly), ofType: \(type(property)))"
    }

    private func type(_ property: Property) -> String {
        if property.isStoredList { return ".embeddedCollection(of: \(property.elementType).self)" }
        return switch property.kind {
        case .scalar(let scalar): ".\(scalar.rawValue)"
        case .enumeration: ".enum(type: \(property.valueType).self)"
        case .plain, .relation: ".embedded(type: \(property.valueType).self)"
        }
    }

    private func relation(_ association: Association, _ property: Property, _ start: String) -> String {
        let other = SwiftName.escaped(property.leaf)
        let others = association.others.map { "\(other).keys.\(SwiftName.escaped($0))" }
        let associated =
            association.namesAllOthers
            ? ", associatedFields: [\(others.joined(separator: ", "))]"
            : others.first.map { ", associatedWith: \($0)" } ?? ""
        let targets = association.targets.isEmpty ? "" : ", targetNames: \(SwiftName.list(association.targets))"
        return ".\(association.kind.rawValue)(\(start), ofType: \(other).self\(associated)\(targets))"
    }
}

/// The rules of a model.
enum RuleText {
    /// The rules in their order, each once.
    static func lines(_ rules: [AuthRule]) -> [String] {
        var seen: Set<String> = []
        return rules.map(line).filter { seen.insert($0).inserted }
    }

    private static func line(_ rule: AuthRule) -> String {
        var arguments = ["allow: .\(rule.allow.rawValue)"]
        switch rule.allow {
        case .owner:
            arguments.append("ownerField: \(SwiftName.literal(rule.ownerField))")
            arguments.append("identityClaim: \(SwiftName.literal(rule.clientClaim))")
        case .groups:
            arguments.append("groupClaim: \(SwiftName.literal(rule.groupClaim))")
            if let field = rule.groupsField {
                arguments.append("groupsField: \(SwiftName.literal(field))")
            } else {
                arguments.append("groups: \(SwiftName.list(rule.groups))")
            }
        case .private, .public, .custom: break
        }
        arguments.append("provider: .\(rule.mode.provider)")
        let operations = rule.clientOperations.map { ".\($0)" }
        arguments.append("operations: [\(operations.joined(separator: ", "))]")
        return "rule(\(arguments.joined(separator: ", ")))"
    }
}
