// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// A field of a document with the fields below it.
struct Selection: Sendable, Equatable {
    /// The name of the field.
    let name: String
    /// The fields below it; none for a field with a value.
    var fields: [Selection] = []

    /// The field as a document has it.
    var text: String { fields.isEmpty ? name : "\(name) { \(Self.text(of: fields)) }" }

    /// Fields as a document has them.
    static func text(of fields: [Selection]) -> String {
        fields.map(\.text).joined(separator: " ")
    }

    private static let typeName = Selection(name: "__typename")

    /// The fields of a model.
    ///
    /// - Parameters:
    ///   - schema: the model.
    ///   - isLazy: whether a related record is selected by its key; otherwise by its own fields.
    /// - Returns: the fields, with the name of the type.
    static func fields(of schema: ModelSchema, isLazy: Bool) -> [Selection] {
        fields(schema) { isLazy ? $0.primaryKey.fields.map { Selection(name: $0.name) } : fields($0) { _ in nil } }
    }

    /// The fields of a schema: relations to one record with given fields of it, and no relations to several records.
    private static func fields(_ schema: ModelSchema, related: (ModelSchema) -> [Selection]?) -> [Selection] {
        let fields = schema.sortedFields.compactMap { field -> Selection? in
            guard field.hasAssociation else { return value(field) }
            guard field._isBelongsToOrHasOne, let model = field.associatedModelName else { return nil }
            guard let schema = ModelRegistry.modelSchema(from: model) else {
                Amplify.log.error(
                    "\(model) is not registered. Pass AmplifyModels() to AWSAPIPlugin(modelRegistration:).")
                return nil
            }
            return related(schema).map { Selection(name: field.name, fields: merged($0, [typeName])) }
        }
        return fields + [typeName]
    }

    private static func value(_ field: ModelField) -> Selection {
        guard let schema = field.embeddedTypeSchema else { return Selection(name: field.name) }
        return Selection(name: field.name, fields: schema.sortedFields.map(value) + [typeName])
    }

    /// Adds the whole related records at the end of a path, and those on the way to it.
    ///
    /// A list has its first page only, without the token of the next one, as in Amplify's documents.
    static func including(_ path: any PropertyContainerPath, in fields: [Selection]) -> [Selection] {
        var steps: [any PropertyContainerPath] = []
        var step: (any PropertyContainerPath)? = path
        while let current = step, let parent = current.getMetadata().parent {
            steps.append(current)
            step = parent as? any PropertyContainerPath
        }
        return including(steps.reversed()[...], in: fields)
    }

    private static func including(_ path: ArraySlice<any PropertyContainerPath>, in fields: [Selection]) -> [Selection]
    {
        guard let step = path.first else { return fields }
        let metadata = step.getMetadata()
        let present = fields.first { $0.name == metadata.name }?.fields ?? []
        let records = metadata.isCollection ? present.first?.fields ?? [] : present
        let whole = merged(Self.fields(of: step.getModelType().schema, isLazy: true), records)
        let included = including(path.dropFirst(), in: whole)
        let content = metadata.isCollection ? [Selection(name: "items", fields: included)] : included
        return merged(fields, [Selection(name: metadata.name, fields: content)])
    }

    /// The fields of two selections; of a field in both, the one of the second selection.
    private static func merged(_ left: [Selection], _ right: [Selection]) -> [Selection] {
        var fields = left
        for field in right {
            if let index = fields.firstIndex(where: { $0.name == field.name }) {
                fields[index] = field
            } else {
                fields.append(field)
            }
        }
        return fields
    }
}
