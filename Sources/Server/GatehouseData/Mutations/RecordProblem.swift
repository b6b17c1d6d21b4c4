// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseDataModel
package import GatehouseGraphQL
import GatehouseSchemaCompiler

/// What is wrong with the fields of a record that no mutation made.
package enum RecordProblem: Hashable, Sendable, CustomStringConvertible {
    /// The model has no such stored field, or the field has another type.
    case value(field: String)
    /// The field has no value, but must have one.
    case missing(field: String)

    package var description: String {
        switch self {
        case .value(let field): "the model has no field \(field.prefix(64)) with such a value"
        case .missing(let field): "the field \(field) has no value"
        }
    }
}

extension DataAPI {
    /// The first reason why a record of a model cannot have these fields; `nil` if it can.
    package func problem(of fields: GraphQLObject, in model: Model) -> RecordProblem? {
        for (name, value) in fields {
            guard accepts(value, of: name, in: model) else { return .value(field: name) }
        }
        return model.missingField(in: fields).map { .missing(field: $0) }
    }

    /// Whether a model has a stored field, and a record can have the value in it.
    func accepts(_ value: GraphQLValue, of field: String, in model: Model) -> Bool {
        guard let field = model.fields[field], field.isStored else { return false }
        return value == .null || accepts(value, field.type)
    }

    /// Whether a value is one of a type in the form in which records hold it.
    private func accepts(_ value: GraphQLValue, _ type: GraphQLType) -> Bool {
        switch (value, type) {
        case (_, .nonNull(let type)): return value != .null && accepts(value, type)
        case (.null, _): return true
        case (.list(let elements), .list(let type)): return elements.allSatisfy { accepts($0, type) }
        case (_, .list), (.list, _): return false
        case (_, .named(let name)):
            if let names = enums[name] { return value.text.map(names.contains) ?? false }
            guard let plain = plainTypes[name] else { return AWSScalars.rules[name].accept(value, false) != nil }
            guard let members = value.members, members.allSatisfy({ plain.fields[$0.key] != nil }) else { return false }
            return plain.fields.allSatisfy { accepts(members[$0.name.text] ?? .null, $0.type) }
        }
    }
}

extension Model {
    /// The first field that must have a value and has none in the fields of a record; `nil` if there is none.
    func missingField(in fields: GraphQLObject) -> String? {
        requiredFields.first { fields[$0] ?? .null == .null }
    }

    /// The names of the stored fields that must have a value, without those about versions: the store adds them.
    var requiredFields: [String] {
        fields.elements.filter { $0.isStored && $0.type.isNonNull && $0.origin != .version }.map(\.name.text)
    }
}
