// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Testing

@testable import AWSDataStorePlugin

/// The order of the models' syncs.
@Suite struct SyncOrderTests {
    /// A model that belongs to others.
    private static func model(_ name: String, _ parents: String...) -> ModelSchema {
        let relations = parents.map { parent in
            ModelField(
                name: parent.lowercased(), type: .model(name: parent),
                association: .belongsTo(associatedFieldName: nil, targetNames: ["\(parent.lowercased())Id"]))
        }
        let id = ModelField(name: "id", type: .string, isRequired: true)
        return ModelSchema(
            name: name, fields: Dictionary(uniqueKeysWithValues: ([id] + relations).map { ($0.name, $0) }),
            primaryKeyFieldKeys: ["id"])
    }

    private static func order(_ schemas: ModelSchema...) -> [String] { SyncOrder(schemas).models.map(\.name) }

    @Test func `a model follows the models that its records refer to`() {
        #expect(
            Self.order(Self.model("Comment", "Post"), Self.model("Post", "Blog"), Self.model("Blog"))
                == ["Blog", "Post", "Comment"])
        #expect(
            Self.order(Self.model("A", "Z"), Self.model("Z"), Self.model("B")) == ["B", "Z", "A"])
    }

    @Test func `a list of records does not make a model wait`() {
        let list = ModelField(
            name: "posts", type: .collection(of: "Post"), isArray: true,
            association: .hasMany(associatedFieldName: "blog", associatedFieldNames: ["blog"]))
        let id = ModelField(name: "id", type: .string, isRequired: true)
        let blog = ModelSchema(name: "Blog", fields: ["id": id, "posts": list], primaryKeyFieldKeys: ["id"])
        #expect(Self.order(Self.model("Post", "Blog"), blog) == ["Blog", "Post"])
    }

    @Test func `models that refer to each other or to themselves are in the order, each once`() {
        #expect(Self.order(Self.model("Node", "Node")) == ["Node"])
        #expect(Self.order(Self.model("B", "A"), Self.model("A", "B")) == ["A", "B"])
        #expect(
            Self.order(Self.model("C", "B"), Self.model("B", "A"), Self.model("A", "C"), Self.model("D", "A"))
                == ["A", "B", "C", "D"])
        #expect(Self.order(Self.model("A", "Unknown")) == ["A"])
    }

    @Test func `models that do not depend on each other run side by side, within the limit`() {
        let order = SyncOrder([
            Self.model("A"), Self.model("B"), Self.model("C"), Self.model("ChildOfA", "A"),
            Self.model("ChildOfC", "C"),
        ])
        var schedule = SyncSchedule(order, limit: 2)
        #expect([schedule.next(), schedule.next(), schedule.next()].map { $0?.name } == ["A", "B", nil])
        schedule.end("A")
        #expect([schedule.next(), schedule.next()].map { $0?.name } == ["C", nil])
        schedule.end("B")
        #expect([schedule.next(), schedule.next()].map { $0?.name } == ["ChildOfA", nil])
        schedule.end("ChildOfA")
        // Its parent is not synced yet.
        #expect(schedule.next() == nil)
        schedule.end("C")
        #expect(schedule.next()?.name == "ChildOfC")
    }

    @Test func `each model of a circle has its turn`() {
        let order = SyncOrder([Self.model("A", "B"), Self.model("B", "C"), Self.model("C", "A")])
        var schedule = SyncSchedule(order, limit: 4)
        var names: [String] = []
        while let schema = schedule.next() {
            names.append(schema.name)
            schedule.end(schema.name)
        }
        #expect(names.sorted() == ["A", "B", "C"])
    }
}
