// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseModelGenerator
import Testing

/// Schemas without models in Swift.
@Suite struct RefusalTests {
    /// Directives of the first generation, and the line to write in their place.
    @Test(arguments: [
        (
            #"type Post @model @key(fields: ["author", "day"]) { author: ID! day: AWSDate! }"#,
            #"1:18: Post: @key is of the first generation: write @primaryKey(sortKeyFields: ["day"]) on 'author'."#
        ),
        (
            #"type Post @model @key(name: "byAuthor", fields: ["author"], queryField: "q") { id: ID! author: ID! }"#,
            #"1:18: Post: @key is of the first generation: write @index(name: "byAuthor", queryField: "q") on 'author'."#
        ),
        (
            """
            type Blog @model { id: ID!
              posts: [Post] @connection(keyName: "byBlog", fields: ["id"]) }
            type Post @model { id: ID! blogID: ID! @index(name: "byBlog") }
            """,
            #"2:17: Blog: @connection is of the first generation: write @hasMany(indexName: "byBlog", fields: ["id"]) on 'posts'."#
        ),
        (
            """
            type Blog @model { id: ID! posts: [Post] @hasMany }
            type Post @model { id: ID!
              blog: Blog @connection }
            """,
            "3:14: Post: @connection is of the first generation: write @belongsTo on 'blog'."
        ),
        (
            """
            type Project @model { id: ID! team: Team @connection }
            type Team @model { id: ID! }
            """,
            "1:42: Project: @connection is of the first generation: write @hasOne on 'team'."
        ),
        (
            "type Post @model @versioned { id: ID! }",
            "1:18: Post: @versioned is of the first generation: switch on the conflict detection of the API instead."
        ),
        (
            #"type Post @model @auth(rules: [{ allow: owner, identityField: "sub" }]) { id: ID! }"#,
            #"1:48: Post: 'identityField' is of the first generation: write 'identityClaim: "sub"'."#
        ),
        (
            "type Post @model @auth(rules: [{ allow: owner, mutations: [create] }]) { id: ID! }",
            "1:48: Post: 'mutations' is of the first generation: write 'operations: [create]'."
        ),
    ])
    func `directives of the first generation are refused with the line to write`(schema: String, expected: String) {
        #expect(Fixture.errors(schema) == expected)
    }

    /// What the schema language allows and Swift does not.
    @Test(arguments: [
        (
            "type List @model { id: ID! }",
            "1:6: List: Generated code uses 'List' for another type: choose another name."
        ),
        (
            "type T @model { id: ID! p: Path } type Path { x: Int }",
            "1:40: Path: Generated code uses 'Path' for another type: choose another name."
        ),
        (
            "type Post @model { id: ID! p: post }\ntype post { x: Int }",
            "2:6: post: The name differs from 'Post' by case only, and both would have one file: choose another name."
        ),
        (
            "enum E { IN_PROGRESS\n  inProgress } type T @model { id: ID! e: E }",
            "2:3: E: The values 'IN_PROGRESS' and 'inProgress' are both 'inProgress' in Swift: rename one of them."
        ),
        ("type T @model { id: ID! self: Int }", "1:25: T: A Swift type has no property 'self': choose another name."),
        (
            "type A @model { id: ID! b: B @hasOne _b: Int } type B @model { id: ID! }",
            "1:38: A: The property '_b' holds the reference of another one: choose another name."
        ),
        (
            "enum mood { A } type T @model { id: ID! mood: mood }",
            "1:41: T: The field 'mood' hides the type 'mood' in Swift: choose another name for one of them."
        ),
        (
            "type node @model { id: ID! t: T @hasOne } type T @model { id: ID! n: node @belongsTo } "
                + "type U @model { id: ID! node: Int }",
            "1:112: U: The field 'node' hides the type 'node' in Swift: choose another name for one of them."
        ),
        (
            "union Any2 = A | B type A { x: Int } type B { y: Int } type T @model { id: ID! a: A }\n"
                + "type C { u: Any2 }",
            "2:13: C: The field 'u' has the type 'Any2', of several types: Swift models have fields of one type. "
                + "Use a type with all the fields."
        ),
        (
            "type Node { next: Node } type T @model { id: ID! node: Node }",
            "1:6: Node: A value of 'Node' would hold another one: use models with a relation."
        ),
        (
            "type Tree { parts: [Tree!] } type T @model { id: ID! tree: Tree }",
            "1:6: Tree: A value of 'Tree' would hold another one: use models with a relation."
        ),
        (
            "type A { b: B! } type B { a: A } type T @model { id: ID! a: A }",
            "1:6: A: A value of 'A' would hold another one: use models with a relation.\n"
                + "1:23: B: A value of 'B' would hold another one: use models with a relation."
        ),
    ])
    func `a schema that Swift cannot express is refused with a place and a cure`(schema: String, expected: String) {
        #expect(Fixture.errors(schema) == expected)
    }

    @Test func `a scalar type of the author is refused`() {
        let errors = Fixture.errors("scalar Money\ntype T @model { id: ID!\n  price: Money }")
        #expect(errors == "3:3: T: The scalar type 'Money' has no type in Swift: use String or AWSJSON.")
    }

    @Test(arguments: [
        "type T @model { id: ID! ", "type T @model { id: ID! x: Missing }", "type T @model @nothing { id: ID! }",
    ])
    func `a schema with an error has no files, and the error has its line`(schema: String) {
        #expect(Fixture.errors(schema).hasPrefix("1:"))
    }
}
