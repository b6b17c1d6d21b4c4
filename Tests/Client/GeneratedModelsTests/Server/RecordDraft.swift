// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation

/// The values of a record, from which a model is read as from any JSON.
struct RecordDraft<M: GeneratedModel> {
    /// The values by field, without relations.
    private(set) var values: [String: JSONValue] = [:]
    /// The keys of the records that relations lead to.
    private(set) var links: [String: any ModelIdentifierProtocol] = [:]

    init(_ values: FieldValues) {
        // The attributes of relations have values of their own only where these are the key of a record.
        let attributes = Set(M.schema.sortedFields.flatMap(\.targetNames))
        for field in M.schema.sortedFields where !field.hasAssociation && !field.isReadOnly {
            guard field.isRequired || !attributes.contains(field.name) else { continue }
            self.values[field.name] = values.value(of: field)
        }
        self.values.merge(Access.owners(of: M.schema)) { _, owner in owner }
    }

    /// Makes a relation lead to a record.
    mutating func link(_ field: ModelField, to record: any Model) {
        let key = record.identifier(schema: record.schema)
        links[field.name] = key
        for (name, value) in zip(field.targetNames, key.values) where M.schema.field(withName: name) != nil {
            values[name] = JSONValue(value)
        }
    }

    /// Sets the attributes by which other records refer to a record, for a relation that this record has no field for.
    mutating func refer(by attributes: [String], to record: any Model) {
        for (name, value) in zip(attributes, record.identifier(schema: record.schema).values) {
            values[name] = JSONValue(value)
        }
    }

    /// The draft with other values, except for the key, the owners and the relations.
    func changed(_ number: Int) -> RecordDraft {
        var changed = self
        let kept = Set(M.schema.primaryKey.fields.map(\.name) + M.schema.sortedFields.flatMap(\.targetNames))
            .union(Access.owners(of: M.schema).keys)
        let other = FieldValues(number: number)
        for field in M.schema.sortedFields where values[field.name] != nil && !kept.contains(field.name) {
            changed.values[field.name] = other.value(of: field)
        }
        return changed
    }

    /// The draft without values that a record need not have.
    var reduced: RecordDraft {
        var reduced = self
        let owners = Access.owners(of: M.schema)
        reduced.values = values.filter { name, _ in
            M.schema.field(withName: name)?.isRequired == true || owners[name] != nil
                || M.schema.primaryKey.contains(named: name)
        }
        reduced.links = links.filter { M.schema.field(withName: $0.key)?.isRequired == true }
        return reduced
    }

    /// The names of the fields that this draft has, and another one does not.
    func names(missingIn other: RecordDraft) -> [String] {
        values.keys.filter { other.values[$0] == nil }
    }

    /// The record.
    func model() throws -> M {
        var members = values
        for (name, key) in links {
            members[name] = .object(Dictionary(key.fields.map { ($0.name, JSONValue($0.value)) }) { first, _ in first })
        }
        return try M.from(json: String(decoding: JSONEncoder().encode(members), as: UTF8.self))
    }

    /// The condition that a record has the values of this draft, or for a mutation, the values beside its key.
    func predicate(isForCondition: Bool = false) throws -> QueryPredicateGroup {
        let model = try model()
        let conditions = M.schema.sortedFields.map(\.name).compactMap { name -> QueryPredicateOperation? in
            if isForCondition && M.schema.primaryKey.contains(named: name) { return nil }
            guard values[name] != nil else { return nil }
            switch model[name] ?? nil {
            case let value as any Persistable: return field(name).eq(value)
            case let value as any EnumPersistable: return field(name).eq(value)
            default: return nil
            }
        }
        return QueryPredicateGroup(type: .and, predicates: conditions)
    }
}

extension JSONValue {
    /// The value of a field of a key.
    fileprivate init(_ value: any Persistable) {
        self =
            switch value {
            case let value as Int: .number(Double(value))
            case let value as Double: .number(value)
            case let value as Bool: .boolean(value)
            case let value as Temporal.Date: .string(value.iso8601String)
            case let value as Temporal.Time: .string(value.iso8601String)
            case let value as Temporal.DateTime: .string(value.iso8601String)
            case let value as String: .string(value)
            default: nil
            }
    }
}
