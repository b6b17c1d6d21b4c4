// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGraphQL
import Testing

/// Schemas (specification, section 3).
struct SchemaTests {
    @Test func `types, fields, arguments and values are found by name`() throws {
        let schema = try Fixture.schema.get()
        let dog = try #require(schema.type("Dog"))
        #expect(schema.root(.query)?.name.text == "Query")
        #expect(schema.root(.subscription)?.name.text == "Subscription")
        #expect(dog.fields["doesKnow"]?.arguments["command"]?.type.type.description == "Command!")
        #expect(schema.type("Command")?.values["HEEL"] != nil)
        #expect(schema.type("Filter")?.inputFields["eq"] != nil)
        #expect(schema.type("Unknown") == nil)
        #expect(schema.field("__typename", of: dog)?.type.type.description == "String!")
        #expect(schema.field("__schema", of: dog) == nil)
    }

    @Test func `unions and interfaces have their object types`() throws {
        let schema = try Fixture.schema.get()
        #expect(schema.possibleObjects(of: "Named") == ["Dog", "Cat", "Human"])
        #expect(schema.possibleObjects(of: "CatOrDog") == ["Cat", "Dog"])
        #expect(schema.possibleObjects(of: "Dog") == ["Dog"])
        #expect(schema.possibleObjects(of: "Command").isEmpty)
        #expect(schema.overlap("Named", "CatOrDog"))
        #expect(!schema.overlap("Pet", "Human"))
    }

    @Test func `extensions add to types and to the schema, in any order`() throws {
        let schema = try Schema(
            parsing: """
                extend type Q implements I @a { b: Int }
                extend schema { mutation: M }
                extend union U = M
                extend enum E { B }
                extend input N { b: Int }
                extend interface I { b: Int }
                extend scalar S @a
                schema { query: Q }
                type Q { i: Int u: U e(n: N): E s: S }
                type M { a: Int }
                union U = Q
                enum E { A }
                input N { a: Int }
                interface I { i: Int }
                scalar S
                directive @a on OBJECT | SCALAR
                """)
        #expect(schema.type("Q")?.fields.map(\.name.text) == ["i", "u", "e", "s", "b"])
        #expect(schema.type("Q")?.interfaces.map(\.text) == ["I"])
        #expect(schema.root(.mutation)?.name.text == "M")
        #expect(schema.possibleObjects(of: "U") == ["Q", "M"])
        #expect(schema.type("E")?.values.count == 2)
        #expect(schema.type("N")?.inputFields.count == 2)
        #expect(schema.type("S")?.directives.count == 1)
    }

    @Test func `a schema is printed without what is built in, and reads back the same`() throws {
        let printed = try Fixture.schema.get().printed()
        #expect(!printed.contains("__"))
        #expect(!printed.contains("scalar Int"))
        #expect(!printed.contains("@skip"))
        #expect(!printed.contains("schema {"))
        #expect(try Schema(parsing: printed).printed() == printed)
    }

    @Test func `root types with other names are printed`() throws {
        let printed = try Schema(parsing: "schema { query: Q } type Q { a: Int } type Mutation { b: Int }").printed()
        #expect(printed.hasPrefix("schema {\n  query: Q\n}\n"))
        #expect(try Schema(parsing: printed).root(.mutation) == nil)
        let usual = try Schema(parsing: "schema { query: Query } type Query { a: Int } type Mutation { b: Int }")
        #expect(try Schema(parsing: usual.printed()).root(.mutation) == nil)
    }

    @Test func `a directive of the specification may be defined again`() throws {
        let text =
            "type Query { a: Int @deprecated } directive @deprecated(reason: String) on FIELD_DEFINITION | OBJECT"
        let schema = try Schema(parsing: text)
        #expect(schema.directiveDefinitions["deprecated"]?.places == [.fieldDefinition, .object])
        #expect(schema.printed().contains("directive @deprecated(reason: String) on FIELD_DEFINITION | OBJECT"))
    }

    @Test func `all errors come at once, sorted by line`() {
        let text = "type Query {\n  a: Unknown\n  b(c: Query): Int @other\n}\nunion U\nenum E {\n  A\n  A\n}"
        let errors = #expect(throws: GraphQLErrors.self) { try Schema(parsing: text) }
        #expect(
            errors?.errors.map(\.description) == [
                "Unknown type 'Unknown'. (2:6)",
                "The type of 'Query.b(c:)' must be an input type, but 'Query' is not. (3:8)",
                "Unknown directive '@other'. (3:20)", "Union type 'U' must define one or more member types. (5:7)",
                "Enum value 'E.A' can only be defined once. (8:3)",
            ])
    }
}
