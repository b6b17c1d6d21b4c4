// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Amplify
import Foundation

/// The input of a mutation: the values of a record by the names of the service's attributes.
struct ModelInput {
    private let model: any Model
    private let schema: ModelSchema

    init(_ model: any Model, _ schema: ModelSchema) {
        self.model = model
        self.schema = schema
    }

    /// The key of the record, all values as texts.
    var key: [String: Any] {
        let fields = model.identifier(schema: schema).fields
        return Dictionary(fields.map { ($0.name, FieldValue($0.value)?.text ?? "") }) { first, _ in first }
    }

    /// The values of the record without fields that only the service sets.
    ///
    /// A new record has no entry for a field without a value. A changed one has null there, which removes the value, except
    /// for the owner, which the service knows.
    func values(isNew: Bool) -> [String: Any] {
        var input: [String: Any] = [:]
        let fields = schema.sortedFields.filter { !$0.isReadOnly }
        for field in fields where !field.hasAssociation {
            // A property that the type does not have says nothing about the value.
            guard let value = property(field.name) else { continue }
            input[field.name] = value.map(json) ?? NSNull()
        }
        for field in fields where field._isBelongsToOrHasOne {
            guard let related = property(field.name) ?? property("_\(field.name)") else { continue }
            for (name, value) in attributes(field, related) where input[name] == nil || isNew && input[name] is NSNull {
                input[name] = value
            }
        }
        let owners = Set(schema.authRules.filter { $0.allow == .owner }.map(\.ownerFieldOrDefault))
        return input.filter { !($0.value is NSNull) || !isNew && !owners.contains($0.key) }
    }

    private func property(_ name: String) -> Any?? {
        guard let holder = model as? any JSONValueHolder else { return model[name] }
        return holder.jsonValue(for: name, modelSchema: schema)
    }

    /// A value in a type of JSON.
    ///
    /// One that cannot be encoded stays as it is, so that the call fails with an error.
    private func json(_ value: Any) -> Any {
        if let value = FieldValue(value) { return value.json }
        guard let value = value as? any Encodable else { return value }
        let encoder = JSONEncoder(dateEncodingStrategy: ModelDateFormatting.encodingStrategy)
        guard let data = try? encoder.encode(value),
            let object = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
        else { return value }
        return object
    }

    /// The attributes of a relation with the key of the related record, or with null without one.
    private func attributes(_ field: ModelField, _ related: Any?) -> [(String, Any)] {
        let names = field.targetNames(in: schema.name)
        let model = field.associatedModelName.flatMap { ModelRegistry.modelSchema(from: $0) }
        let values = field.key(of: related, in: model)
        guard !values.isEmpty else { return names.map { ($0, NSNull()) } }
        return zip(names, values).map { ($0, $1 as Any) }
    }
}

extension ModelField {
    /// The key of the record that a property refers to, in types of JSON; empty without a record.
    ///
    /// - Parameters:
    ///   - related: the value of the property: a record, a reference, or the members of a record.
    ///   - schema: the model of the related record; nil if it is unknown.
    /// - Returns: the values of the key's fields, in their order.
    package func key(of related: Any?, in schema: ModelSchema?) -> [any Sendable] {
        switch related {
        case let model as any Model:
            return model.identifier(schema: schema ?? model.schema).values.compactMap { FieldValue($0)?.json }
        case let reference as any _LazyReferenceValue:
            switch reference._state {
            case .loaded(let model): return key(of: model, in: schema)
            case .notLoaded(let identifiers): return identifiers?.map { $0.json(in: schema) } ?? []
            }
        case let members as [String: JSONValue]:
            let identifiers = schema?.primaryKey.fields.compactMap { field in
                members[field.name]?.scalarText.map { LazyReferenceIdentifier(name: field.name, value: $0) }
            }
            return identifiers?.map { $0.json(in: schema) } ?? []
        default: return []
        }
    }
}

extension LazyReferenceIdentifier {
    /// The value in the type that the field has in a model.
    func json(in schema: ModelSchema?) -> any Sendable {
        switch schema?.field(withName: name)?.type {
        case .int, .timestamp: Int(value).map { $0 as any Sendable } ?? value
        case .double: Double(value).map { $0 as any Sendable } ?? value
        default: value
        }
    }
}
