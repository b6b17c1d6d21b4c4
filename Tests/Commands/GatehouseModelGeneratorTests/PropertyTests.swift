// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseModelGenerator
import Testing

/// Keys, values and names.
@Suite struct PropertyTests {
    @Test func `a key of another type than text has an identifier of its own, and no default value`() throws {
        let schema = "type Counter @model { id: Int! }"
        let model = try Fixture.lines("Counter.swift", of: schema)
        #expect(model.contains("public let id: Int") && model.contains("id: Int"))
        let description = try Fixture.lines("Counter+Schema.swift", of: schema)
        #expect(description.contains("public typealias IdentifierFormat = ModelIdentifierFormat.Custom"))
        #expect(description.contains(#".make(fields: [(name: "id", value: id)])"#))
    }

    @Test func `an enum in a key is its text in the identifier`() throws {
        let schema = "enum Kind { A } type T @model { kind: Kind! @primaryKey }"
        let lines = try Fixture.lines("T+Schema.swift", of: schema)
        #expect(lines.contains(#".make(fields: [(name: "kind", value: kind.rawValue)])"#))
    }

    @Test(arguments: [
        ("String", "String?", ".string", "FieldPath<String>"), ("ID!", "String", ".string", "FieldPath<String>"),
        ("Int", "Int?", ".int", "FieldPath<Int>"), ("Float!", "Double", ".double", "FieldPath<Double>"),
        ("Boolean", "Bool?", ".bool", "FieldPath<Bool>"), ("AWSTimestamp", "Int?", ".int", "FieldPath<Int>"),
        ("AWSDate", "Temporal.Date?", ".date", "FieldPath<Temporal.Date>"),
        ("AWSTime!", "Temporal.Time", ".time", "FieldPath<Temporal.Time>"),
        ("AWSDateTime", "Temporal.DateTime?", ".dateTime", "FieldPath<Temporal.DateTime>"),
        ("AWSJSON", "String?", ".string", "FieldPath<String>"),
        ("[String]", "[String?]?", ".embeddedCollection(of: String.self)", "FieldPath<String>"),
        ("[Int!]!", "[Int]", ".embeddedCollection(of: Int.self)", "FieldPath<Int>"),
        ("[AWSDate!]", "[Temporal.Date]?", ".embeddedCollection(of: Temporal.Date.self)", "FieldPath<Temporal.Date>"),
        ("[[Int!]]!", "[[Int]?]", ".embeddedCollection(of: [Int].self)", nil),
        ("Mood", "Mood?", ".enum(type: Mood.self)", nil),
        ("[Mood!]!", "[Mood]", ".embeddedCollection(of: Mood.self)", nil),
        ("Place!", "Place", ".embedded(type: Place.self)", nil),
    ])
    func `each type has its type in Swift, in the description and in paths`(
        type: String, swift: String, described: String, path: String?
    ) throws {
        let schema = "enum Mood { CALM } type Place { x: Int } type T @model { id: ID! value: \(type) }"
        let required = type.hasSuffix("!") ? "required" : "optional"
        #expect(try Fixture.lines("T.swift", of: schema).contains("public var value: \(swift)"))
        let lines = try Fixture.lines("T+Schema.swift", of: schema)
        #expect(lines.contains(".field(t.value, is: .\(required), ofType: \(described))"))
        #expect(lines.first { $0.hasPrefix("public var value:") } == path.map { "public var value: \($0) {" })
    }

    @Test func `times that the server fills are read only, declared ones are ordinary properties`() throws {
        let schema = #"type T @model(timestamps: { createdAt: "bornAt" }) { id: ID! updatedAt: AWSDateTime! }"#
        let lines = try Fixture.lines("T+Schema.swift", of: schema)
        #expect(lines.contains(".field(t.bornAt, is: .optional, isReadOnly: true, ofType: .dateTime)"))
        #expect(lines.contains(".field(t.updatedAt, is: .required, ofType: .dateTime)"))
    }

    @Test func `a field that a function answers is read only`() throws {
        let schema = #"type T @model { id: ID! summary: String! @function(name: "summary") }"#
        let lines = try Fixture.lines("T+Schema.swift", of: schema)
        #expect(lines.contains(".field(t.summary, is: .optional, isReadOnly: true, ofType: .string)"))
    }

    @Test func `an owner that only a rule names is not a property`() throws {
        let text = try Fixture.files("type T @model @auth(rules: [{ allow: owner }]) { id: ID! }")["T.swift"]
        #expect(text?.contains("owner") == false)
    }

    @Test(arguments: [
        ("ACTIVE", "case active = \"ACTIVE\""), ("IN_PROGRESS", "case inProgress = \"IN_PROGRESS\""),
        ("partlyCloudy", "case partlyCloudy"), ("PartlyCloudy", "case partlyCloudy = \"PartlyCloudy\""),
        ("HTTPError", "case httpError = \"HTTPError\""), ("V2", "case v2 = \"V2\""),
        ("SIZE_10", "case size_10 = \"SIZE_10\""), ("_2D", "case _2D"),
        ("DEFAULT", "case `default` = \"DEFAULT\""),
        ("nil", "case `nil`"), ("_", "case `_`"),
    ])
    func `a value of an enum is a case in camel case, with its text`(value: String, expected: String) throws {
        let lines = try Fixture.lines("E.swift", of: "enum E { \(value) } type T @model { id: ID! e: E }")
        #expect(lines.contains(expected))
    }

    @Test func `keywords are escaped where Swift does not accept them`() throws {
        let lines = try Fixture.lines("T.swift", of: "type T @model { id: ID! class: Int inout: Int }")
        #expect(lines.contains("public var `class`: Int?") && lines.contains("class: Int? = nil"))
        #expect(lines.contains("`inout`: Int? = nil") && lines.contains("class: `class`"))
    }
}
