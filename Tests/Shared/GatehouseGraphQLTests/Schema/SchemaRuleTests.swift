// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGraphQL
import Testing

/// The rules of type systems (specification, section 3), each with a document that breaks it.
struct SchemaRuleTests {
    /// The errors of a document that has a query type besides.
    private func messages(of text: String) -> [String] {
        do {
            _ = try Schema(parsing: text + "\ntype Query { q: Int }")
            return []
        } catch {
            return error.errors.map(\.message)
        }
    }

    @Test(arguments: [
        ("type A { a: Int } type A { b: Int }", "There can be only one type named 'A'."),
        ("scalar Int", "The type 'Int' is built in and cannot be defined."),
        ("type __A { a: Int }", "Name '__A' must not begin with '__', which is reserved by GraphQL introspection."),
        ("type A { __a: Int }", "Name '__a' must not begin with '__', which is reserved by GraphQL introspection."),
        (
            "type A { a(__b: Int): Int }",
            "Name '__b' must not begin with '__', which is reserved by GraphQL introspection."
        ),
        ("input A { __b: Int }", "Name '__b' must not begin with '__', which is reserved by GraphQL introspection."),
        ("enum A { __B }", "Name '__B' must not begin with '__', which is reserved by GraphQL introspection."),
        ("directive @__a on FIELD", "Name '__a' must not begin with '__', which is reserved by GraphQL introspection."),
        ("type A", "Type 'A' must define one or more fields."),
        ("interface A", "Type 'A' must define one or more fields."),
        ("type A { a: Int a: Int }", "Field 'A.a' can only be defined once."),
        ("type A { a: Int } extend type A { a: Int }", "Field 'A.a' can only be defined once."),
        ("type A { a: In } input In { a: Int }", "The type of 'A.a' must be an output type, but 'In' is not."),
        ("type A { a(b: A): Int }", "The type of 'A.a(b:)' must be an input type, but 'A' is not."),
        ("type A { a(b: Int, b: Int): Int }", "Argument 'A.a(b:)' can only be defined once."),
        ("type A { a(b: [Int!] = [null]): Int }", "The default value 'null' of A.a(b:)[0] must not be null."),
        ("type A { a(b: Int = \"1\"): Int }", "The default value '\"1\"' of A.a(b:) is not a valid 'Int'."),
        ("union U = Query | Query", "Union type 'U' can only include type 'Query' once."),
        ("union U = Int", "Union type 'U' can only include object types, it cannot include 'Int'."),
        ("union U = X", "Unknown type 'X'."), ("enum E", "Enum type 'E' must define one or more values."),
        ("input I", "Input object type 'I' must define one or more fields."),
        ("input I { a: Query }", "The type of 'I.a' must be an input type, but 'Query' is not."),
        ("input I { a: Int = true }", "The default value 'true' of I.a is not a valid 'Int'."),
        ("extend type X { a: Int }", "Cannot extend type 'X' because it is not defined."),
        ("extend scalar ID @deprecated", "The type 'ID' is built in and cannot be extended."),
        (
            "scalar S extend type S { a: Int }",
            "Cannot extend 'S', which is a definition of 'scalar', as 'type'."
        ),
        ("query { q }", "An operation is no definition of a type system."),
        ("fragment F on Query { q }", "A fragment is no definition of a type system."),
    ])
    func `a type that breaks a rule is refused`(_ text: String, _ message: String) {
        #expect(messages(of: text) == [message])
    }

    @Test(arguments: [
        (
            "schema { query: Query } schema { query: Query }",
            ["There can be only one schema definition.", "There can be only one query type in the schema."]
        ),
        ("schema { query: Int }", ["The query root type must be an object type, it cannot be 'Int'."]),
        ("schema { query: X }", ["Unknown type 'X'."]),
        ("schema { mutation: Query }", ["Query root type must be provided."]),
        (
            "schema { query: Query mutation: Query }",
            ["The query and mutation root types must be different, but both are 'Query'."]
        ),
        ("schema { query: Query query: Query }", ["There can be only one query type in the schema."]),
        ("schema @x { query: Query }", ["Unknown directive '@x'."]),
        (
            "schema { query: Query } extend schema @deprecated",
            ["Directive '@deprecated' may not be used on SCHEMA. Its places: FIELD_DEFINITION, ENUM_VALUE."]
        ),
    ])
    func `root types that break a rule are refused`(_ text: String, _ expected: [String]) {
        #expect(messages(of: text) == expected)
    }

    @Test func `a schema without a query type is refused`() {
        let errors = #expect(throws: GraphQLErrors.self) { try Schema(parsing: "type A { a: Int }") }
        #expect(errors?.errors.map(\.message) == ["Query root type must be provided."])
    }

    @Test(arguments: [
        "type A implements I { a: Int b: Int } interface I { a: Int }",
        "type A implements I { a: Int! } interface I { a: Int }",
        "type A implements I { a: A } interface I { a: I }", "type A implements I { a: [A!]! } interface I { a: [I] }",
        "type A implements I { a(b: Int, c: Int, d: Int! = 1): Int } interface I { a(b: Int): Int }",
        "type A implements I & J { a: Int } interface I implements J { a: Int } interface J { a: Int }",
        "type A implements I { a: B } union U = B type B { a: Int } interface I { a: U }",
        "type A implements I { a: J } interface I { a: I } interface J implements I { a: I }",
    ])
    func `a type that implements its interfaces is accepted`(_ text: String) {
        #expect(messages(of: text).isEmpty)
    }

    @Test(arguments: [
        (
            "type A implements I { b: Int } interface I { a: Int }",
            "Interface field 'I.a' expected but 'A' does not provide it."
        ),
        (
            "type A implements I { a: String } interface I { a: Int }",
            "Interface field 'I.a' expects type 'Int' but 'A.a' is type 'String'."
        ),
        (
            "type A implements I { a: Int } interface I { a: Int! }",
            "Interface field 'I.a' expects type 'Int!' but 'A.a' is type 'Int'."
        ),
        (
            "type A implements I { a: Int } interface I { a: [Int] }",
            "Interface field 'I.a' expects type '[Int]' but 'A.a' is type 'Int'."
        ),
        (
            "type A implements I { a: Int } interface I { a(b: Int): Int }",
            "Interface field argument 'I.a(b:)' expected but 'A.a' does not provide it."
        ),
        (
            "type A implements I { a(b: Int!): Int } interface I { a(b: Int): Int }",
            "Interface field argument 'I.a(b:)' expects type 'Int' but 'A.a(b:)' is type 'Int!'."
        ),
        (
            "type A implements I { a(b: Int!): Int } interface I { a: Int }",
            "Field 'A.a' includes required argument 'b' that is missing from the interface field 'I.a'."
        ),
        ("type A implements X { a: Int }", "Unknown type 'X'."),
        (
            "type A implements Query { q: Int }",
            "Type 'A' must only implement interface types, it cannot implement 'Query'."
        ),
        ("type A implements I & I { a: Int } interface I { a: Int }", "Type 'A' can only implement 'I' once."),
        ("interface I implements I { a: Int }", "Type 'I' cannot implement itself because it would be a cycle."),
        (
            "type A implements I { a: Int } interface I implements J { a: Int } interface J { a: Int }",
            "Type 'A' must implement 'J' because 'I' implements it."
        ),
    ])
    func `a type that does not implement an interface is refused`(_ text: String, _ message: String) {
        #expect(messages(of: text) == [message])
    }

    @Test func `interfaces that implement each other are refused`() {
        let text = "interface I implements J { a: Int } interface J implements I { a: Int }"
        #expect(
            messages(of: text) == [
                "Type 'I' cannot implement 'J' because it would be a cycle.",
                "Type 'J' cannot implement 'I' because it would be a cycle.",
            ])
    }

    @Test(arguments: [
        "input A { a: A b: [A!]! c: B! } input B { a: A }", "input A { a: A = {a: null} }",
        "input A { b: B = {} } input B { c: Int = 1 }",
    ])
    func `input objects that contain each other are accepted if a value can end`(_ text: String) {
        #expect(messages(of: text).isEmpty)
    }

    @Test(arguments: [
        (
            "input A { a: A! }",
            "Cannot reference input object 'A' within itself through a series of non-null fields: 'A'."
        ),
        (
            "input A { b: B! } input B { c: C! } input C { a: A! }",
            "Cannot reference input object 'A' within itself through a series of non-null fields: 'A → B → C'."
        ),
        ("input A { a: A = {} }", "The default value of 'A.a' contains itself."),
        ("input A { b: B = {} } input B { a: [A] = [{}] }", "The default value of 'A.b → B.a' contains itself."),
    ])
    func `input objects without an end are refused`(_ text: String, _ message: String) {
        #expect(messages(of: text) == [message])
    }

    @Test func `default values that double at each level are refused`() {
        let inputs = (0..<20).map { "input I\($0) { a: I\($0 + 1) = {} b: I\($0 + 1) = {} }" }.joined(separator: " ")
        let messages = messages(of: inputs + " input I20 { a: Int = 1 }")
        #expect(messages == ["The default value of 'I10.a' needs more than 1000 others."], "\(messages)")
    }

    @Test(arguments: [
        ("directive @a on FIELD directive @a on QUERY", "There can be only one directive named '@a'."),
        ("directive @a on FIELD | FIELD", "Directive '@a' names a location more than once."),
        ("directive @a(b: Int, b: Int) on FIELD", "Argument '@a(b:)' can only be defined once."),
        ("directive @a(b: Query) on FIELD", "The type of '@a(b:)' must be an input type, but 'Query' is not."),
        ("directive @a(b: Int @a) on ARGUMENT_DEFINITION", "Directive '@a' must not reference itself."),
        (
            "directive @a(b: Int @b) on ARGUMENT_DEFINITION directive @b(b: Int @a) on ARGUMENT_DEFINITION",
            "Directive '@a', '@b' must not reference itself."
        ),
        ("type A @x { a: Int }", "Unknown directive '@x'."),
        (
            "type A @skip(if: true) { a: Int }",
            "Directive '@skip' may not be used on OBJECT. Its places: FIELD, FRAGMENT_SPREAD, INLINE_FRAGMENT."
        ),
        (
            "type A { a: Int @deprecated @deprecated }",
            "The directive '@deprecated' can only be used once at this location."
        ),
        (
            "scalar S @specifiedBy",
            "Directive '@specifiedBy' argument 'url' of type 'String!' is required, but it was not provided."
        ),
        (
            "scalar S @specifiedBy(url: \"a\", x: 1)",
            "Unknown argument 'x' on directive '@specifiedBy'. Its arguments: url."
        ),
        ("scalar S @specifiedBy(url: \"a\", url: \"a\")", "There can be only one argument named 'url'."),
        (
            "scalar S @specifiedBy(url: 1)",
            "Argument 'url' of directive '@specifiedBy' with value '1' is not a valid 'String'. "
                + "Write \"1\" with quotation marks."
        ),
        ("enum E @x { A }", "Unknown directive '@x'."), ("enum E { A @x }", "Unknown directive '@x'."),
        ("union U @x = Query", "Unknown directive '@x'."), ("interface I @x { a: Int }", "Unknown directive '@x'."),
        ("input I @x { a: Int }", "Unknown directive '@x'."), ("input I { a: Int @x }", "Unknown directive '@x'."),
        ("type A { a(b: Int @x): Int }", "Unknown directive '@x'."),
    ])
    func `a directive that breaks a rule is refused`(_ text: String, _ message: String) {
        #expect(messages(of: text) == [message])
    }

    @Test func `the directives of Amplify are checked as any others`() throws {
        let text = """
            directive @model on OBJECT
            directive @auth(rules: [AuthRule!]!) on OBJECT | FIELD_DEFINITION
            directive @index(name: String, sortKeyFields: [String]) repeatable on FIELD_DEFINITION
            input AuthRule { allow: AuthStrategy! groups: [String] operations: [ModelOperation] }
            enum AuthStrategy { owner groups private public custom }
            enum ModelOperation { create update delete read }
            type Todo @model @auth(rules: [{allow: owner}, {allow: groups, groups: "admins"}]) {
              id: ID!
              owner: String @index(name: "a", sortKeyFields: ["id"]) @index(name: "b")
            }
            """
        #expect(messages(of: text).isEmpty)
        #expect(
            messages(of: text + "type Other @auth(rules: [{allow: everyone}]) { id: ID! }") == [
                "Argument 'rules[0].allow' of directive '@auth' with value 'everyone' is not a valid 'AuthStrategy'. "
                    + "Its values: owner, groups, private, public, custom."
            ])
    }
}
