// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseModelGenerator
import Testing

/// The version of the models, by which DataStore knows that its local database does not fit.
@Suite struct VersionTests {
    private static let schema = """
        enum Mood { CALM LOUD }
        type Place { city: String }
        type Post @model { id: ID! title: String mood: Mood place: Place comments: [Comment] @hasMany }
        type Comment @model { id: ID! text: String @index(name: "byText") }
        """

    private func version(_ schema: String) throws -> String {
        let line = try Fixture.lines("AmplifyModels.swift", of: schema).first { $0.hasPrefix("public let version") }
        let version = try #require(line?.split(separator: "\"").last)
        #expect(version.count == 32)
        return String(version)
    }

    @Test(arguments: [
        ("type Post @model", "type Post @model @auth(rules: [{ allow: owner }])"),
        (
            "type Post @model { id: ID! title: String",
            "type Post @model @auth(rules: [{ allow: owner }]) { id: ID! title: String @auth(rules: [{ allow: owner }])"
        ),
        ("type Post @model", #"type Post @model(queries: { list: "allPosts" })"#),
        ("title: String", "title: String # text\n"),
        ("title: String", #"title: String @default(value: "none")"#),
    ])
    func `a change that the local database does not see keeps the version`(former: String, next: String) throws {
        #expect(try version(Self.schema.replacing(former, with: next, maxReplacements: 1)) == version(Self.schema))
    }

    @Test(arguments: [
        ("title: String", "title: String!"), ("title: String", "title: Int"), ("title: String", "title: [String]"),
        ("title: String", "name: String"), ("CALM", "QUIET"), ("city: String", "city: ID!"), ("byText", "byComment"),
        ("id: ID!", "id: ID! key: ID! @primaryKey"), ("[Comment] @hasMany", "Comment @hasOne"), ("Comment", "Remark"),
    ])
    func `a change of types, fields, keys, indexes or relations changes the version`(
        former: String, next: String
    ) throws {
        #expect(try version(Self.schema.replacing(former, with: next)) != version(Self.schema))
    }
}
