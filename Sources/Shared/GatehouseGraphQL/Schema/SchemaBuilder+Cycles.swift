// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension SchemaBuilder {
    /// Checks that a finite value of each input object exists, and that default values do not contain themselves.
    mutating func checkInputCycles() {
        let schema = self.schema
        let inputs = schema.typeNames.filter { schema.types[$0]?.kind == .inputObject }
        let required = Cycles.closingEdges(from: inputs) { (name) -> [(to: String, edge: InputValueDefinition)] in
            (schema.types[name]?.inputFields.elements ?? []).compactMap { field in
                guard case .nonNull(.named(let other)) = field.type.type,
                    schema.types[other]?.kind == .inputObject
                else { return nil }
                return (other, field)
            }
        }
        for cycle in required {
            report(
                "Cannot reference input object '\(cycle.nodes[0])' within itself through a series of non-null fields: "
                    + "'\(cycle.nodes.joined(separator: " → "))'.", at: cycle.edge.name.location)
        }
        checkDefaults(of: inputs)
    }

    private mutating func checkDefaults(of inputs: [String]) {
        let schema = self.schema
        let fields = inputs.flatMap { name in
            (schema.types[name]?.inputFields.elements ?? []).map { InputField(type: name, name: $0.name.text) }
        }
        func needed(_ field: InputField) -> [(to: InputField, edge: SourceLocation)] {
            let definition = schema.types[field.type]?.inputFields[field.name]
            guard let definition, let value = definition.defaultValue else { return [] }
            var needed: [InputField] = []
            schema.collectDefaults(of: value, definition.type.type, into: &needed)
            return needed.map { ($0, definition.name.location) }
        }
        let walk = Cycles.walk(from: fields, needed)
        for cycle in walk.closing {
            let way = cycle.nodes.map { "\($0.type).\($0.name)" }.joined(separator: " → ")
            report("The default value of '\(way)' contains itself.", at: cycle.edge)
        }
        guard walk.closing.isEmpty else { return }
        // Defaults of defaults can double at each level.
        var sizes: [InputField: Int] = [:]
        for field in walk.order {
            let others = needed(field)
            let size = others.reduce(1) { min($0 + (sizes[$1.to] ?? 0), Self.largestDefault + 1) }
            sizes[field] = size
            if size > Self.largestDefault {
                return report(
                    "The default value of '\(field.type).\(field.name)' needs more than \(Self.largestDefault) others.",
                    at: others[0].edge)
            }
        }
    }

    /// The most default values that one default value may need.
    private static let largestDefault = 1_000
}

/// A field of an input object.
private struct InputField: Hashable {
    var type: String
    var name: String
}

extension Schema {
    /// Adds the fields whose default values complete a value.
    fileprivate func collectDefaults(of literal: Literal, _ type: GraphQLType, into fields: inout [InputField]) {
        switch (literal.kind, type) {
        case (_, .nonNull(let type)): collectDefaults(of: literal, type, into: &fields)
        case (.list(let elements), .list(let type)):
            for element in elements { collectDefaults(of: element, type, into: &fields) }
        case (_, .list(let type)): collectDefaults(of: literal, type, into: &fields)
        case (.object(let values), .named(let name)):
            guard let definition = types[name], definition.kind == .inputObject else { return }
            let given = NamedList(values)
            for field in definition.inputFields {
                if let value = given[field.name.text] {
                    collectDefaults(of: value.value, field.type.type, into: &fields)
                } else if field.defaultValue != nil {
                    fields.append(InputField(type: name, name: field.name.text))
                }
            }
        default: break
        }
    }
}
