// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
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
        let values = key(of: related, field)
        guard !values.isEmpty else { return names.map { ($0, NSNull()) } }
        return Array(zip(names, values))
    }

    private func key(of related: Any?, _ field: ModelField) -> [Any] {
        let schema = field.associatedModelName.flatMap { ModelRegistry.modelSchema(from: $0) }
        switch related {
        case let model as any Model:
            return model.identifier(schema: schema ?? model.schema).values.compactMap { FieldValue($0)?.json }
        case let reference as any _LazyReferenceValue:
            switch reference._state {
            case .loaded(let model): return key(of: model, field)
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
