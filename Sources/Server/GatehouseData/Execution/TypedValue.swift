// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL

/// A stored value, or the result of a function, as the value of a field: the type of the field decides what is a list,
/// an object or a leaf.
///
/// What does not suit the type is left as it is; the executor notes the error at its place.
struct TypedValue {
    private let value: GraphQLValue
    private let type: GraphQLType
    private let prepared: PreparedAPI

    init(_ value: GraphQLValue, _ type: GraphQLType, _ prepared: PreparedAPI) {
        self.value = value
        self.type = type
        self.prepared = prepared
    }

    /// The objects of models in the value, by the name of the model and in their order.
    var objects: [String: [GraphQLObject]] {
        var objects: [String: [GraphQLObject]] = [:]
        _ = walk(value, type) { name, members in
            objects[name, default: []].append(members)
            return .null
        }
        return objects
    }

    /// The value of the field, with the records that were made of the objects of models.
    func resolved(_ records: [String: [LoadedRecord]] = [:]) -> Resolved<DataObject> {
        var rest = records.mapValues { $0[...] }
        return walk(value, type) { name, _ in
            rest[name]?.popFirst().map { .object(.record($0), type: name) } ?? .null
        }
    }

    private func walk(
        _ value: GraphQLValue, _ type: GraphQLType,
        _ record: (_ model: String, _ members: GraphQLObject) -> Resolved<DataObject>
    ) -> Resolved<DataObject> {
        switch (value, type.nullable) {
        case (.null, _): return .null
        case (.list(let elements), .list(let type)): return .list(elements.map { walk($0, type, record) })
        case (.object(let members), .named(let name)):
            guard let object = objectType(named: name, of: members) else { return leaf(value, name) }
            return prepared.model(object) == nil ? .object(.plain(members), type: object) : record(object, members)
        case (_, .named(let name)): return leaf(value, name)
        default: return .value(value)
        }
    }

    /// The type of an object: that of the field, or the one that `__typename` names where several are possible.
    private func objectType(named name: String, of members: GraphQLObject) -> String? {
        switch prepared.api.schema.type(name)?.kind {
        case .object: name
        case .interface, .union: members["__typename"]?.text
        default: nil
        }
    }

    /// A leaf; JSON that a function returned as a value becomes the text that clients expect.
    private func leaf(_ value: GraphQLValue, _ type: String) -> Resolved<DataObject> {
        guard type == "AWSJSON", value.text == nil else { return .value(value) }
        return .value(.string(String(decoding: value.jsonBytes(), as: UTF8.self)))
    }
}
