// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseWire

/// Marks of the lists of related records that an answer does not have.
///
/// A generated model makes an empty list of a member that is missing. A mark in its place has the values by which the
/// list is loaded: the record's key, and the fields of the related model that refer to it.
struct RelationMarks {
    /// A mark in an answer.
    struct Mark: Codable, Sendable {
        /// The values of the record's key.
        let associatedIdentifiers: [JSONValue]
        /// The fields of the related model.
        let associatedFields: [String]
    }

    fileprivate struct Lists {
        let key: [WireName]
        let fields: [(name: WireName, associatedFields: WireValue)]
    }

    private static let typeName: WireName = "__typename"
    private static let identifiers = WireName(Mark.CodingKeys.associatedIdentifiers.stringValue)
    private static let associatedFields = WireName(Mark.CodingKeys.associatedFields.stringValue)

    private var known: [WireName: Lists?] = [:]

    /// A copy of the value with a mark in each record of a registered model for each missing list.
    ///
    /// - Parameters:
    ///   - value: the value.
    ///   - isReference: whether the value may be the key of a record in place of the record; a key has no marks.
    /// - Returns: the value with marks; nil if it has none, so that only what changes is copied.
    mutating func markedCopy(of value: WireValue, isReference: Bool = false) -> WireValue? {
        switch value {
        case .array(let elements):
            var copy: [WireValue]?
            for (index, element) in elements.enumerated() {
                guard let marked = markedCopy(of: element) else { continue }
                if copy == nil { copy = elements }
                copy?[index] = marked
            }
            return copy.map(WireValue.array)
        case .object(let members):
            var changes = marks(in: members, isReference)
            let isRecord = members[Self.typeName] != nil
            for (name, member) in members {
                if let marked = markedCopy(of: member, isReference: isRecord) { changes.append((name, marked)) }
            }
            guard !changes.isEmpty else { return nil }
            var copy = members
            for (name, value) in changes { copy[name] = value }
            return .object(copy)
        case .null, .bool, .integer, .double, .string: return nil
        }
    }

    /// The marks of a record's missing lists.
    private mutating func marks(
        in members: [WireName: WireValue], _ isReference: Bool
    ) -> [(name: WireName, value: WireValue)] {
        guard let model = members[Self.typeName]?.stringValue, let lists = lists(of: WireName(model)) else { return [] }
        if isReference, members.keys.allSatisfy({ lists.key.contains($0) || $0.text.hasPrefix("_") }) { return [] }
        let key = lists.key.compactMap { members[$0] }
        guard key.count == lists.key.count else { return [] }
        var marks: [(name: WireName, value: WireValue)] = []
        for field in lists.fields where members[field.name] == nil {
            let mark: WireValue = .object([
                Self.identifiers: .array(key), Self.associatedFields: field.associatedFields,
            ])
            marks.append((field.name, mark))
        }
        return marks
    }

    private mutating func lists(of model: WireName) -> Lists? {
        if let lists = known[model] { return lists }
        let lists = ModelRegistry.modelSchema(from: model.text).flatMap(Lists.init)
        known[model] = .some(lists)
        return lists
    }
}

extension RelationMarks.Mark {
    fileprivate enum CodingKeys: String, CodingKey {
        case associatedIdentifiers, associatedFields
    }
}

extension RelationMarks.Lists {
    /// The lists of a model; nil for a model without lists or without a key.
    fileprivate init?(_ schema: ModelSchema) {
        let lists = schema.sortedFields.filter { $0.isArray && $0.hasAssociation && !$0.associatedFieldNames.isEmpty }
        key = schema.primaryKey.fields.map { WireName($0.name) }
        fields = lists.map { (WireName($0.name), .array($0.associatedFieldNames.map { .string($0) })) }
        if fields.isEmpty || key.isEmpty { return nil }
    }
}
