// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL

extension SchemaGenerator {
    // MARK: - Filters and conditions

    /// Writes the filter, the condition and the filter of subscriptions.
    mutating func writeFilters(_ model: Model) {
        let title = model.title
        var filters: [String] = []
        var conditions: [String] = []
        var subscriptions: [String] = []
        let hidden = hiddenFromSubscriptions(model)
        for field in model.fields where field.isStored {
            guard let input = filterInput(field) else { continue }
            filters.append("\(field.name): \(input)")
            if !model.key.fields.contains(field.name.text), field.name.text != "id" {
                conditions.append("\(field.name): \(input)")
            }
            if !hidden.contains(field.name.text), let input = subscriptionInput(field) {
                subscriptions.append("\(field.name): \(input)")
            }
        }
        let deleted = model.isVersioned ? ["_deleted: \(use("ModelBooleanInput"))"] : []
        func write(_ name: String, _ fields: [String], hasNot: Bool) -> String {
            var lines = fields + ["and: [\(name)]", "or: [\(name)]"]
            if hasNot { lines.append("not: \(name)") }
            return "input \(name) {\n\((lines + deleted).joined(separator: "\n"))\n}"
        }
        add(write("Model\(title)FilterInput", filters, hasNot: true))
        let hasMutations = [model.operations.create, model.operations.update, model.operations.delete].contains {
            $0 != nil
        }
        if hasMutations { add(write("Model\(title)ConditionInput", conditions, hasNot: true)) }
        if model.operations.hasSubscriptions {
            add(write("ModelSubscription\(title)FilterInput", subscriptions, hasNot: false))
        }
    }

    /// The fields of owners and groups in records, by which the server itself filters events.
    private func hiddenFromSubscriptions(_ model: Model) -> Set<String> {
        Set(model.access.roles.filter { $0.mode == .userPools || $0.mode == .oidc }.compactMap(\.field))
    }

    private mutating func filterInput(_ field: ModelField) -> String? {
        switch field.kind {
        case .scalar: use("Model\(filterType(field.type.name))Input")
        case .enumeration: use("Model\(field.type.name)\(field.isList ? "List" : "")Input")
        case .plain, .relation: nil
        }
    }

    private mutating func subscriptionInput(_ field: ModelField) -> String? {
        switch field.kind {
        case .scalar: use("ModelSubscription\(filterType(field.type.name))Input")
        case .enumeration: use("ModelSubscriptionStringInput")
        case .plain, .relation: nil
        }
    }

    /// The scalar type whose filters a type has.
    private func filterType(_ name: String) -> String {
        switch name {
        case "ID", "Int", "Float", "Boolean": name
        case "AWSTimestamp": "Int"
        default: "String"
        }
    }

    /// The scalar type whose key conditions a type has.
    func baseType(_ name: String) -> String {
        switch name {
        case "ID", "Int", "Float": name
        case "AWSTimestamp": "Int"
        default: "String"
        }
    }

    // MARK: - Inputs of mutations

    /// Writes the inputs of the mutations.
    mutating func writeInputs(_ model: Model) {
        let version = model.isVersioned ? ["_version: Int"] : []
        if model.operations.create != nil {
            let fields = model.fields.compactMap { createField($0, of: model) }
            add("input Create\(model.title)Input {\n\((fields + version).joined(separator: "\n"))\n}")
        }
        if model.operations.update != nil {
            let fields = model.fields.compactMap { updateField($0, of: model) }
            add("input Update\(model.title)Input {\n\((fields + version).joined(separator: "\n"))\n}")
        }
        if model.operations.delete != nil {
            let fields = model.key.fields.map { "\($0): \(keyType(model, $0))!" }
            add("input Delete\(model.title)Input {\n\((fields + version).joined(separator: "\n"))\n}")
        }
    }

    private func createField(_ field: ModelField, of model: Model) -> String? {
        guard isInput(field) else { return nil }
        let name = field.name.text
        let isFilled =
            field.defaultValue != nil || name == model.createdAt || name == model.updatedAt
            || (name == "id" && ["ID", "String"].contains(field.type.name))
        return "\(name): \(inputType(isFilled ? field.type.nullable : field.type))"
    }

    private func updateField(_ field: ModelField, of model: Model) -> String? {
        guard isInput(field) else { return nil }
        let name = field.name.text
        let type = inputType(field.type.nullable)
        return "\(name): \(type)" + (model.key.fields.contains(name) ? "!" : "")
    }

    /// Whether clients may send the field: other records, and times and owners that the compiler added, are not sent.
    private func isInput(_ field: ModelField) -> Bool {
        guard field.isStored, model(field.type.name) == nil else { return false }
        switch field.origin {
        case .written, .key, .relationKey: return true
        case .timestamp, .owner, .version: return false
        }
    }

    /// The type of an input's field: plain types have inputs of their own.
    private func inputType(_ type: GraphQLType) -> String {
        switch type {
        case .nonNull(let type): inputType(type) + "!"
        case .list(let type): "[\(inputType(type))]"
        case .named(let name): plainTypes[name] == nil ? name : "\(name)Input"
        }
    }

    /// Writes the inputs of the plain types that models hold, nested ones too.
    mutating func writePlainInputs() {
        var waiting = models.flatMap { $0.fields.filter { $0.kind == .plain && $0.isStored }.map(\.type.name) }
        var seen: Set<String> = []
        while let name = waiting.popLast() {
            guard seen.insert(name).inserted, let type = plainTypes[name] else { continue }
            waiting += type.fields.filter { $0.kind == .plain }.map(\.type.name)
        }
        for type in written.types where seen.contains(type.name.text) {
            let name = "\(type.name)Input"
            guard let plain = plainTypes[type.name.text], written[name] == nil else { continue }
            let fields = plain.fields.filter(isInput).map { "\($0.name): \(inputType($0.type))" }
            guard !fields.isEmpty else { continue }
            add("input \(name) {\n\(fields.joined(separator: "\n"))\n}")
        }
    }

    // MARK: - Inputs of all models

    /// Writes the inputs of enums that filters use.
    mutating func writeEnumInputs() {
        for type in written.types where type.kind == .enumeration {
            let name = type.name.text
            if shared.contains("Model\(name)Input") {
                add("input Model\(name)Input {\neq: \(name)\nne: \(name)\n}")
            }
            if shared.contains("Model\(name)ListInput") {
                add(
                    "input Model\(name)ListInput {\neq: [\(name)]\nne: [\(name)]\ncontains: \(name)\nnotContains: \(name)\n}"
                )
            }
        }
    }

    /// Writes the inputs of scalar types that are used, and what they use.
    mutating func writeSharedInputs() {
        let scalars = ["String", "ID", "Int", "Float", "Boolean"]
        for scalar in scalars where shared.contains("Model\(scalar)Input") { add(filter(scalar)) }
        for scalar in scalars where shared.contains("ModelSubscription\(scalar)Input") {
            add(subscriptionFilter(scalar))
        }
        for scalar in scalars where shared.contains("Model\(scalar)KeyConditionInput") {
            let texts = ["String", "ID"].contains(scalar) ? "\nbeginsWith: \(scalar)" : ""
            let lines = ["eq", "le", "lt", "ge", "gt"].map { "\($0): \(scalar)" }.joined(separator: "\n")
            add("input Model\(scalar)KeyConditionInput {\n\(lines)\nbetween: [\(scalar)]\(texts)\n}")
        }
        if shared.contains("ModelSizeInput") {
            add("input ModelSizeInput {\nne: Int eq: Int le: Int lt: Int ge: Int gt: Int between: [Int]\n}")
        }
        if shared.contains("ModelAttributeTypes") {
            add(
                "enum ModelAttributeTypes {\nbinary binarySet bool list map number numberSet string stringSet _null\n}")
        }
        if shared.contains("ModelSortDirection") { add("enum ModelSortDirection {\nASC DESC\n}") }
    }

    private mutating func filter(_ scalar: String) -> String {
        var lines: [String]
        switch scalar {
        case "Boolean": lines = ["ne", "eq"].map { "\($0): Boolean" }
        default:
            lines = ["ne", "eq", "le", "lt", "ge", "gt"].map { "\($0): \(scalar)" }
            if scalar == "String" || scalar == "ID" {
                lines += ["contains: \(scalar)", "notContains: \(scalar)"]
            }
            lines.append("between: [\(scalar)]")
            if scalar == "String" || scalar == "ID" { lines.append("beginsWith: \(scalar)") }
        }
        lines += ["attributeExists: Boolean", "attributeType: \(use("ModelAttributeTypes"))"]
        if scalar == "String" || scalar == "ID" { lines.append("size: \(use("ModelSizeInput"))") }
        return "input Model\(scalar)Input {\n\(lines.joined(separator: "\n"))\n}"
    }

    private func subscriptionFilter(_ scalar: String) -> String {
        var lines = ["ne: \(scalar)", "eq: \(scalar)"]
        if scalar != "Boolean" {
            lines += ["le", "lt", "ge", "gt"].map { "\($0): \(scalar)" }
            if scalar == "String" || scalar == "ID" {
                lines += ["contains: \(scalar)", "notContains: \(scalar)"]
            }
            lines.append("between: [\(scalar)]")
            if scalar == "String" || scalar == "ID" { lines.append("beginsWith: \(scalar)") }
            lines += ["in: [\(scalar)]", "notIn: [\(scalar)]"]
        }
        return "input ModelSubscription\(scalar)Input {\n\(lines.joined(separator: "\n"))\n}"
    }
}
