// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL
import Testing

@testable import GatehouseData

/// What a schema changes for stored records, computed from two compiled schemas and the numbers of records.
struct SchemaPlanTests {
    private static let todo = "id: ID! title: String done: Boolean"

    private static func schema(_ fields: String, rule: String = "allow: owner", other: String = "") -> String {
        "type Todo @model @auth(rules: [{ \(rule) }]) { \(fields) } \(other)"
    }

    /// The plan for a store with three records, of which two have a value of each field.
    private func plan(_ old: String, _ new: String) throws -> SchemaPlan {
        let former = try Fixture.api(old)
        var counts = RecordCounts()
        for model in former.models {
            let values = model.fields.elements.map { ($0.name.text, 2) }
            counts[model.name] = RecordCounts.OfModel(
                records: 3, values: Dictionary(values) { first, _ in first })
        }
        return SchemaPlan(from: former, to: try Fixture.api(new), counts: counts)
    }

    @Test
    func `an equal schema changes nothing`() throws {
        #expect(try plan(Self.schema(Self.todo), Self.schema(Self.todo)).steps.isEmpty)
    }

    @Test
    func `the first schema of an API adds its models`() throws {
        let plan = SchemaPlan(from: nil, to: try Fixture.api(Self.schema(Self.todo)), counts: RecordCounts())
        #expect(plan.steps.map(\.kind) == [.addModel] && plan.isSafe)
    }

    @Test
    func `an addition loses no value`() throws {
        let new = Self.schema(
            Self.todo + #" note: String list: ID @index(name: "byList")"#,
            other: "type Tag @model @auth(rules: [{ allow: private }]) { id: ID! }")
        let plan = try plan(Self.schema(Self.todo), new)
        #expect(plan.isSafe)
        #expect(
            plan.steps == [
                .init(model: "Todo", kind: .addField("note"), records: 0),
                .init(model: "Todo", kind: .addField("list"), records: 0),
                .init(model: "Todo", kind: .addIndex("byList"), records: 3),
                .init(model: "Tag", kind: .addModel, records: 0),
            ])
    }

    @Test(arguments: [
        ("id: ID! title: String", SchemaPlan.Kind.dropField("done"), 2),
        ("id: ID! title: Int done: Boolean", .changeType("title", from: "String", to: "Int"), 2),
        ("id: ID! title: [String] done: Boolean", .changeType("title", from: "String", to: "[String]"), 2),
        ("id: ID! title: Int! done: Boolean", .requireField("title"), 3),
        ("id: ID! title: String! done: Boolean", .requireField("title"), 1),
        ("id: ID! title: String done: Boolean note: String!", .requireField("note"), 3),
        ("id: ID! title: String! @primaryKey done: Boolean", .changeKey, 3),
    ])
    func `a change that loses values of records is destructive`(
        _ fields: String, _ kind: SchemaPlan.Kind, _ records: Int
    ) throws {
        let plan = try plan(Self.schema(Self.todo), Self.schema(fields))
        #expect(plan.losses.contains(.init(model: "Todo", kind: kind, records: records)))
        #expect(!plan.isSafe)
    }

    @Test(arguments: [
        ("enum Mood { GOOD BAD }", "enum Mood { GOOD }", true),
        ("enum Mood { GOOD }", "enum Mood { GOOD BAD }", false),
        ("type Mood { x: Int y: Int }", "type Mood { x: Int }", true),
        ("type Mood { x: Int }", "type Mood { x: Int! }", true),
        ("type Mood { x: Int }", "type Mood { x: String }", true),
        ("type Mood { x: Int }", "type Mood { x: Int y: Int! }", true),
        ("type Mood { x: Int! }", "type Mood { x: Int y: Int }", false),
        ("type Mood { x: [Kind] } enum Kind { A B }", "type Mood { x: [Kind] } enum Kind { A }", true),
        ("type Mood { x: Int }", "enum Mood { GOOD }", true),
    ])
    func `a type of values that becomes narrower is a loss`(old: String, new: String, isNarrower: Bool) throws {
        let model = "id: ID! title: String moods: [Mood]"
        let plan = try plan(Self.schema(model, other: old), Self.schema(model, other: new))
        #expect(plan.losses.isEmpty == !isNarrower)
        #expect(plan.steps.map(\.kind) == (isNarrower ? [.narrowType("moods", type: "Mood")] : []))
    }

    @Test
    func `a sort key and the fields of an index are changed with a loss only`() throws {
        let by = { (sort: String) in #"list: ID @index(name: "byList", sortKeyFields: ["\#(sort)"]) "# }
        let index = try plan(Self.schema(by("title") + Self.todo), Self.schema(by("done") + Self.todo))
        #expect(index.losses.map(\.kind) == [.changeIndex("byList")])
        let key = try plan(
            Self.schema("id: ID! @primaryKey title: String!"),
            Self.schema(#"id: ID! @primaryKey(sortKeyFields: ["title"]) title: String!"#))
        #expect(key.losses.map(\.kind) == [.changeKey])
    }

    @Test
    func `a model is dropped with its records`() throws {
        let old = Self.schema(Self.todo, other: "type Tag @model @auth(rules: [{ allow: private }]) { id: ID! }")
        #expect(try plan(old, Self.schema(Self.todo)).losses == [.init(model: "Tag", kind: .dropModel, records: 3)])
    }

    @Test
    func `without stored values, the same changes lose nothing`() throws {
        let former = try Fixture.api(Self.schema(Self.todo))
        let next = try Fixture.api("type Tag @model @auth(rules: [{ allow: private }]) { id: ID! }")
        let plan = SchemaPlan(from: former, to: next, counts: RecordCounts())
        #expect(plan.isSafe && plan.steps.map(\.kind) == [.addModel, .dropModel])
    }

    @Test
    func `a field that accepts null again loses nothing`() throws {
        let plan = try plan(
            Self.schema("id: ID! title: String! tags: [String!]"), Self.schema("id: ID! title: String tags: [String]"))
        #expect(plan.steps.isEmpty)
    }

    @Test
    func `other rules index the owners of stored records and keep their values`() throws {
        let plan = try plan(Self.schema(Self.todo, rule: "allow: private"), Self.schema(Self.todo))
        #expect(plan.isSafe)
        #expect(plan.steps.contains(.init(model: "Todo", kind: .indexOwners(["owner"]), records: 3)))
        let back = try self.plan(Self.schema(Self.todo), Self.schema(Self.todo, rule: "allow: private"))
        #expect(back.isSafe)
    }

    @Test
    func `only models whose records matter are counted`() throws {
        let other = "type Tag @model @auth(rules: [{ allow: private }]) { id: ID! }"
        let former = try Fixture.api(Self.schema(Self.todo, other: other))
        let added = try Fixture.api(Self.schema(Self.todo + " note: String", other: other))
        #expect(SchemaPlan.modelsToCount(from: former, to: added).isEmpty)
        let dropped = try Fixture.api(Self.schema("id: ID! title: String", other: other))
        #expect(SchemaPlan.modelsToCount(from: former, to: dropped).map(\.name) == ["Todo"])
    }
}
