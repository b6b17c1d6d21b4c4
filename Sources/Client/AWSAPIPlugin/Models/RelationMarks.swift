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

    /// The value with a mark in each record of a registered model for each missing list.
    ///
    /// - Parameters:
    ///   - value: the value.
    ///   - isReference: whether the value may be the key of a record in place of the record; a key has no marks.
    /// - Returns: the value with marks.
    mutating func marked(_ value: WireValue, isReference: Bool = false) -> WireValue {
        switch value {
        case .array(let elements): return .array(elements.map { marked($0) })
        case .object(var members):
            let isRecord = members[Self.typeName] != nil
            for (name, member) in members {
                switch member {
                case .array, .object: members[name] = marked(member, isReference: isRecord)
                case .null, .bool, .integer, .double, .string: break
                }
            }
            mark(&members, isReference)
            return .object(members)
        case .null, .bool, .integer, .double, .string: return value
        }
    }

    private mutating func mark(_ members: inout [WireName: WireValue], _ isReference: Bool) {
        guard let model = members[Self.typeName]?.stringValue, let lists = lists(of: WireName(model)) else { return }
        if isReference, members.keys.allSatisfy({ lists.key.contains($0) || $0.text.hasPrefix("_") }) { return }
        let key = lists.key.compactMap { members[$0] }
        guard key.count == lists.key.count else { return }
        for field in lists.fields where members[field.name] == nil {
            members[field.name] = .object([
                Self.identifiers: .array(key), Self.associatedFields: field.associatedFields,
            ])
        }
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
