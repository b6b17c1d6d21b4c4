// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGraphQL
import Testing

/// Type system documents (specification, section 3).
struct TypeSystemParserTests {
    @Test func `a type has its description, interfaces, directives and fields with their places`() throws {
        let text =
            "\"\"\"\nA record\n\"\"\"\ntype T implements & A & B @x(y: 1) {\n  \"first\" f(\"arg\" a: Int = 1 @z): "
            + "[T!]! @x\n}"
        guard case .type(let type)? = try Document(parsing: text).definitions.first else {
            Issue.record("There is no type.")
            return
        }
        #expect(type.description == "A record")
        #expect(type.interfaces.map(\.text) == ["A", "B"])
        #expect(type.location.description == "4:1")
        #expect(type.name.location.description == "4:6")
        #expect(type.directives[0].location.description == "4:27")
        let field = try #require(type.fields["f"])
        #expect(field.description == "first")
        #expect(field.name.location.description == "5:11")
        #expect(field.type.type.description == "[T!]!")
        #expect(field.arguments["a"]?.description == "arg")
        #expect(field.arguments["a"]?.defaultValue?.kind == .int("1"))
        #expect(field.arguments["a"]?.directives.count == 1)
    }

    @Test(arguments: [
        "schema { query: Q }", "\"d\" schema @a { query: Q mutation: M subscription: S }", "scalar S @a", "type T",
        "type T { a: Int }", "interface I implements J { a: Int }", "union U", "union U = | A | B", "enum E { A B @x }",
        "input I { a: [Int!] = [1, 2] @x }", "directive @d on FIELD",
        "directive @d(a: Int) repeatable on | FIELD | QUERY",
        "extend schema @a", "extend schema { mutation: M }", "extend scalar S @a", "extend type T { a: Int }",
        "extend type T implements I", "extend type T @a", "extend interface I { a: Int }", "extend union U = A",
        "extend enum E { C }", "extend input I { b: Int }", "extend union U @a",
    ])
    func `each kind of definition is read and printed`(_ text: String) throws {
        let document = try Document(parsing: text, keepsLocations: false)
        #expect(try Document(parsing: document.printed(), keepsLocations: false) == document)
    }

    @Test(arguments: [
        ("type T {}", "Syntax Error: Expected Name, found \"}\". (1:9)"),
        ("schema {}", "Syntax Error: Expected \"query\", \"mutation\" or \"subscription\", found \"}\". (1:9)"),
        ("schema", "Syntax Error: Expected \"{\", found <EOF>. (1:7)"),
        ("extend type T", "Syntax Error: Unexpected <EOF>. (1:14)"),
        ("extend schema", "Syntax Error: Unexpected <EOF>. (1:14)"),
        ("\"d\" extend type T { a: Int }", "Syntax Error: Unexpected Name \"extend\". (1:5)"),
        ("extend query { a }", "Syntax Error: Unexpected Name \"query\". (1:8)"),
        ("enum E { true }", "Syntax Error: Name \"true\" is reserved and cannot be used for an enum value. (1:10)"),
        (
            "directive @d on NOWHERE",
            "Syntax Error: Expected the location of a directive, found Name \"NOWHERE\". (1:17)"
        ),
        ("directive d on FIELD", "Syntax Error: Expected \"@\", found Name \"d\". (1:11)"),
        ("type T { a }", "Syntax Error: Expected \":\", found \"}\". (1:12)"),
        ("type T implements { a: Int }", "Syntax Error: Expected Name, found \"{\". (1:19)"),
        ("input I { a(b: Int): Int }", "Syntax Error: Expected \":\", found \"(\". (1:12)"),
        ("type T { a: Int = 1 }", "Syntax Error: Expected Name, found \"=\". (1:17)"),
        ("union U = ", "Syntax Error: Expected Name, found <EOF>. (1:11)"),
        ("input I { a: Int = $b }", "Syntax Error: Unexpected variable \"$b\" in constant value. (1:20)"),
    ])
    func `a malformed definition is refused`(_ text: String, _ expected: String) {
        #expect(failure(of: text, limits: .typeSystem) == expected)
    }
}
