// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Testing

@testable import AWSDataStorePlugin

/// What a change of a model means for its table.
@Suite struct ModelChangeTests {
    private static let id = ModelField(name: "id", type: .string, isRequired: true)
    private static let text = ModelField(name: "text", type: .string, isRequired: true)
    private static let done = ModelField(name: "done", type: .bool)

    private static func owner(_ model: String, _ attribute: String = "ownerId") -> ModelField {
        ModelField(
            name: "owner", type: .model(name: model),
            association: .belongsTo(associatedFieldName: nil, targetNames: [attribute]))
    }

    private static func declared(_ fields: [ModelField], key: [String] = ["id"]) -> DeclaredTable {
        let schema = StorageNote.makeSchema(fields, key: key)
        let others = ["Person", "Firm"].map { ModelSchema(name: $0, fields: ["id": id], primaryKeyFieldKeys: ["id"]) }
        let all = Dictionary(uniqueKeysWithValues: ([schema] + others).map { ($0.name, $0) })
        return DeclaredTable(ModelTable(schema, among: all))
    }

    private func change(from old: [ModelField], to new: [ModelField], key: [String] = ["id"]) -> ModelChange {
        ModelChange(from: Self.declared(old), to: Self.declared(new, key: key))
    }

    @Test func `the same fields in another order are no change`() {
        #expect(change(from: [Self.id, Self.text], to: [Self.text, Self.id]) == .unchanged)
    }

    @Test func `a new optional field is added`() {
        let change = change(from: [Self.id, Self.text], to: [Self.id, Self.text, Self.done])
        #expect(change == .added(columns: ["done"]))
        #expect(change.needsFullSync)
    }

    @Test func `a new optional relation comes with the whole table`() {
        #expect(change(from: [Self.id], to: [Self.id, Self.owner("Person")]) == .rearranged(isIncomplete: true))
    }

    @Test func `a field that is gone takes no record along`() {
        let change = change(from: [Self.id, Self.text, Self.done], to: [Self.id, Self.text])
        #expect(change == .rearranged(isIncomplete: false))
        #expect(!change.needsFullSync)
    }

    @Test func `a field that need not have a value any more takes no record along`() {
        let optional = ModelField(name: "text", type: .string)
        #expect(change(from: [Self.id, Self.text], to: [Self.id, optional]) == .rearranged(isIncomplete: false))
    }

    @Test func `a renamed field is one that is gone and a new one`() {
        let renamed = ModelField(name: "finished", type: .bool)
        #expect(change(from: [Self.id, Self.done], to: [Self.id, renamed]) == .rearranged(isIncomplete: true))
    }

    /// A field with values of a plain type of these fields.
    private static func place(_ fields: [ModelField], isList: Bool = false) -> ModelField {
        let schema = ModelSchema(
            name: "Place", fields: Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0) }))
        let type = StorePlaceOfSample.self
        return ModelField(
            name: "place",
            type: isList ? .embeddedCollection(of: type, schema: schema) : .embedded(type: type, schema: schema))
    }

    @Test func `a plain type decides about the records that have its values`() {
        let city = ModelField(name: "city", type: .string, isRequired: true)
        let zip = ModelField(name: "zip", type: .int)
        let before = [Self.id, Self.place([city])]
        #expect(change(from: before, to: before) == .unchanged)
        #expect(change(from: before, to: [Self.id, Self.place([city, zip])]) == .rearranged(isIncomplete: true))
        let required = ModelField(name: "zip", type: .int, isRequired: true)
        #expect(change(from: before, to: [Self.id, Self.place([city, required])]) == .rebuilt)
        #expect(
            change(from: before, to: [Self.id, Self.place([ModelField(name: "city", type: .int, isRequired: true)])])
                == .rebuilt)
        #expect(change(from: before, to: [Self.id, Self.place([city], isList: true)]) == .rebuilt)
        let nested = ModelField(name: "inner", type: Self.place([city]).type)
        let changed = ModelField(name: "inner", type: Self.place([city, required]).type)
        #expect(change(from: [Self.id, Self.place([nested])], to: [Self.id, Self.place([changed])]) == .rebuilt)
        let texts = ModelField(name: "tags", type: .embeddedCollection(of: String.self))
        let numbers = ModelField(name: "tags", type: .embeddedCollection(of: Int.self))
        #expect(change(from: [Self.id, texts], to: [Self.id, numbers]) == .rebuilt)
    }

    @Test func `records are removed when they mean something else or cannot be read`() {
        let required = ModelField(name: "done", type: .bool, isRequired: true)
        let number = ModelField(name: "done", type: .int)
        #expect(change(from: [Self.id], to: [Self.id, required]) == .rebuilt)
        #expect(change(from: [Self.id, Self.done], to: [Self.id, required]) == .rebuilt)
        #expect(change(from: [Self.id, Self.done], to: [Self.id, number]) == .rebuilt)
        #expect(change(from: [Self.id, Self.text], to: [Self.id, Self.text], key: ["id", "text"]) == .rebuilt)
        #expect(change(from: [Self.id, Self.owner("Person")], to: [Self.id, Self.owner("Firm")]) == .rebuilt)
        #expect(ModelChange.rebuilt.needsFullSync)
    }
}
