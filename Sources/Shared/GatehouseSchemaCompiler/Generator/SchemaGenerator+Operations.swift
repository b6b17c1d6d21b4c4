// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL

extension SchemaGenerator {
    /// Writes all that a model adds: its type, connection, inputs and operations.
    mutating func write(_ model: Model) {
        writeType(model)
        writeConnection(model)
        writeFilters(model)
        writeInputs(model)
        writeKeyInputs(model)
        writeQueries(model)
        writeMutations(model)
        writeSubscriptions(model)
    }

    // MARK: - Output types

    private mutating func writeType(_ model: Model) {
        var lines: [String] = []
        for field in model.fields { lines.append(self.field(field, of: model)) }
        if model.isVersioned {
            lines += ["_version: Int!", "_deleted: Boolean", "_lastChangedAt: AWSTimestamp!"]
        }
        let description = written[model.name]?.description.map { Literal(.string($0)).printed() + "\n" } ?? ""
        add("\(description)type \(model.name)\(directives(of: model)) {\n\(lines.joined(separator: "\n"))\n}")
    }

    private mutating func field(_ field: ModelField, of model: Model) -> String {
        var line = field.description.map { Literal(.string($0)).printed() + "\n" } ?? ""
        line += field.name.text
        if let relation = field.relation, relation.kind == .hasMany, let other = self.model(relation.model) {
            var arguments = sortArgument(other, relation)
            arguments += [
                "filter: Model\(other.title)FilterInput", "sortDirection: \(use("ModelSortDirection"))", "limit: Int",
                "nextToken: String",
            ]
            line += "(\(arguments.joined(separator: ", "))): Model\(other.title)Connection"
        } else {
            line += self.arguments(field, of: model) + ": \(field.type)"
        }
        if let reason = written[model.name]?.fields[field.name.text]?.directives.deprecationReason {
            line += " @deprecated(reason: \(Literal(.string(reason)).printed()))"
        }
        return line + fieldDirectives(field, of: model)
    }

    /// The arguments that the author declared, for fields of functions.
    private func arguments(_ field: ModelField, of model: Model) -> String {
        guard let arguments = written[model.name]?.fields[field.name.text]?.arguments, !arguments.isEmpty else {
            return ""
        }
        let texts = arguments.map { argument in
            "\(argument.name): \(argument.type.type)" + (argument.defaultValue.map { " = \($0.printed())" } ?? "")
        }
        return "(\(texts.joined(separator: ", ")))"
    }

    /// The directives of a field whose rules admit other modes than those of the type.
    private func fieldDirectives(_ field: ModelField, of model: Model) -> String {
        guard model.access.restricted.contains(field.name.text) else { return "" }
        let all = model.access.modes(for: AccessAction.allCases)
        let modes = Set(
            model.access.roles.filter { !model.access.actions(of: $0, on: field.name.text).isEmpty }.map(\.mode))
        return modes == all || modes.isEmpty ? "" : directives(modes, isField: true)
    }

    private mutating func writeConnection(_ model: Model) {
        let started = model.isVersioned ? "\nstartedAt: AWSTimestamp" : ""
        add(
            "type Model\(model.title)Connection\(directives(of: model)) {\nitems: [\(model.name)]!\nnextToken: String\(started)\n}"
        )
    }

    // MARK: - Operations

    private mutating func writeQueries(_ model: Model) {
        let filter = "filter: Model\(model.title)FilterInput"
        let page = ["limit: Int", "nextToken: String"]
        let connection = "Model\(model.title)Connection"
        if let get = model.operations.get {
            let keys = model.key.fields.map { "\($0): \(keyType(model, $0))!" }
            add("\(get)(\(keys.joined(separator: ", "))): \(model.name)\(directives(for: [.get], model))", to: .query)
        }
        if let list = model.operations.list {
            var arguments: [String] = []
            if model.key.isCustom {
                arguments.append("\(model.key.partition): \(keyType(model, model.key.partition))")
                arguments += sortArgument(model, model.key.sort, index: nil)
            }
            arguments += [filter] + page
            if model.key.isCustom { arguments.append("sortDirection: \(use("ModelSortDirection"))") }
            add(
                "\(list)(\(arguments.joined(separator: ", "))): \(connection)\(directives(for: [.list], model))",
                to: .query)
        }
        if let sync = model.operations.sync {
            let arguments = [filter] + page + ["lastSync: AWSTimestamp"]
            add(
                "\(sync)(\(arguments.joined(separator: ", "))): \(connection)\(directives(for: [.sync], model))",
                to: .query)
        }
        for index in model.indexes {
            guard let query = index.queryField else { continue }
            var arguments = ["\(index.partition): \(keyType(model, index.partition))!"]
            arguments += sortArgument(model, index.sort, index: index.name)
            arguments += ["sortDirection: \(use("ModelSortDirection"))", filter] + page
            add(
                "\(query)(\(arguments.joined(separator: ", "))): \(connection)\(directives(for: [.list], model))",
                to: .query)
        }
    }

    private mutating func writeMutations(_ model: Model) {
        let operations: [(String?, String, AccessAction)] = [
            (model.operations.create, "Create", .create), (model.operations.update, "Update", .update),
            (model.operations.delete, "Delete", .delete),
        ]
        for (name, verb, action) in operations {
            guard let name else { continue }
            add(
                "\(name)(input: \(verb)\(model.title)Input!, condition: Model\(model.title)ConditionInput): \(model.name)\(directives(for: [action], model))",
                to: .mutation)
        }
    }

    private mutating func writeSubscriptions(_ model: Model) {
        guard model.operations.level != .off else { return }
        let operations = [
            (model.operations.onCreate, model.operations.create), (model.operations.onUpdate, model.operations.update),
            (model.operations.onDelete, model.operations.delete),
        ]
        var arguments = ["filter: ModelSubscription\(model.title)FilterInput"]
        arguments += ownerFields(model).map { "\($0): String" }
        let modes = model.operations.level == .public ? "" : directives(for: [.listen], model)
        for (names, mutation) in operations {
            guard let mutation else { continue }
            for name in names {
                add(
                    "\(name)(\(arguments.joined(separator: ", "))): \(model.name) @aws_subscribe(mutations: [\"\(mutation)\"])\(modes)",
                    to: .subscription)
            }
        }
    }

    /// The fields of owners that subscriptions have as arguments.
    private func ownerFields(_ model: Model) -> [String] {
        var seen: Set<String> = []
        return model.access.roles(for: .listen).compactMap { role in
            guard case .owner(let field, false, _) = role.kind, seen.insert(field).inserted else { return nil }
            return field
        }
    }

    private func directives(for actions: [AccessAction], _ model: Model) -> String {
        let modes = model.access.modes(for: actions)
        let all = model.access.modes(for: AccessAction.allCases)
        // An operation has its own directives where the type has some: without them, the default mode alone is let in.
        guard all != [settings.defaultMode] else { return "" }
        return directives(modes, isField: true)
    }

    // MARK: - Keys

    /// The type of a key's argument: what the field has, without `!`.
    func keyType(_ model: Model, _ field: String) -> String {
        model.fields[field]?.type.nullable.description ?? "ID"
    }

    /// The argument for the sort key of a relation's records.
    private mutating func sortArgument(_ model: Model, _ relation: Relation) -> [String] {
        let sort = relation.index.flatMap { model.index($0)?.sort } ?? model.key.sort
        let index = relation.index
        // Sort fields that the relation itself fills are no arguments.
        guard relation.otherFields.count == 1 else { return [] }
        return sortArgument(model, sort, index: index)
    }

    /// The argument for a sort key: its one field, or all fields as one object.
    private mutating func sortArgument(_ model: Model, _ sort: [String], index: String?) -> [String] {
        guard let first = sort.first else { return [] }
        guard sort.count > 1 else { return ["\(first): \(keyInput(model, first))"] }
        let name = compositeName(model, index)
        return ["\(Names.camelCase(sort)): \(name)KeyConditionInput"]
    }

    /// The beginning of the names of a composite key's inputs.
    func compositeName(_ model: Model, _ index: String?) -> String {
        "Model\(model.title)\(index.map(Names.capital) ?? "Primary")Composite"
    }

    /// The input with conditions on a sort field.
    private mutating func keyInput(_ model: Model, _ field: String) -> String {
        use("Model\(baseType(model.fields[field]?.type.name ?? "ID"))KeyConditionInput")
    }

    private mutating func writeKeyInputs(_ model: Model) {
        var keys: [(index: String?, sort: [String])] = [(nil, model.key.sort)]
        for index in model.indexes where index.queryField != nil || isRelationIndex(index, of: model) {
            keys.append((index.name, index.sort))
        }
        for key in keys where key.sort.count > 1 {
            let name = compositeName(model, key.index)
            let fields = key.sort.map { "\($0): \(keyType(model, $0))" }.joined(separator: "\n")
            add("input \(name)KeyInput {\n\(fields)\n}")
            let conditions = ["eq", "le", "lt", "ge", "gt"].map { "\($0): \(name)KeyInput" }
            add(
                "input \(name)KeyConditionInput {\n\(conditions.joined(separator: "\n"))\nbetween: [\(name)KeyInput]\nbeginsWith: \(name)KeyInput\n}"
            )
        }
    }

    /// Whether a has-many field reads an index with its sort key as argument.
    private func isRelationIndex(_ index: RecordIndex, of model: Model) -> Bool {
        models.contains { other in
            other.fields.contains { field in
                guard let relation = field.relation, relation.kind == .hasMany else { return false }
                return relation.model == model.name && relation.index == index.name && relation.otherFields.count == 1
            }
        }
    }
}
