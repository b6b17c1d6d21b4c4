// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGraphQL
import Testing

struct PrinterTests {
    @Test func `an executable document is printed in one form`() throws {
        let text =
            "query q($a:Int=1@x,$b:[T!]!)@y{f:g(h:{i:$b,j:[1 2.5 \"s\" null true E]})@z{...F ...on T@x{a}...{b}}} "
            + "fragment F on T{c}"
        #expect(
            try Document(parsing: text).printed() == """
                query q($a: Int = 1 @x, $b: [T!]!) @y {
                  f: g(h: {i: $b, j: [1, 2.5, "s", null, true, E]}) @z {
                    ...F
                    ... on T @x {
                      a
                    }
                    ... {
                      b
                    }
                  }
                }

                fragment F on T {
                  c
                }

                """)
    }

    @Test func `a type system is printed in one form`() throws {
        let text =
            "\"d\"schema{query:Q}type Q implements A&B@x{\"one\\ntwo\"a(\"arg\"b:Int=1 c:Int):Int d(e:Int):Int}union "
            + "U=A|B enum E{\"v\"A B}input I{a:Int=1@x}directive@x(a:Int)repeatable on FIELD|QUERY extend type "
            + "Q{f:Int}scalar S@x"
        #expect(
            try Document(parsing: text).printed() == #"""
                """
                d
                """
                schema {
                  query: Q
                }

                type Q implements A & B @x {
                  """
                  one
                  two
                  """
                  a(
                    """
                    arg
                    """
                    b: Int = 1
                    c: Int
                  ): Int
                  d(e: Int): Int
                }

                union U = A | B

                enum E {
                  """
                  v
                  """
                  A
                  B
                }

                input I {
                  a: Int = 1 @x
                }

                directive @x(a: Int) repeatable on FIELD | QUERY

                extend type Q {
                  f: Int
                }

                scalar S @x

                """#)
    }

    @Test(arguments: [
        "", " ", "a", " a", "a ", "a\n", "\na", "a\n\nb", "a\n  b", "  a\nb", "  a\n  b", "\"", "\"\"\"", "a\"\"\"\"b",
        "\\\"\"\"",
        "\\", "a\\", "a\r\nb", "tab\t", "\u{0}", "\u{7F}", "é 😀", "#", "a\n \nb", "\ta\n\tb", "a\"", "\"a\"\n\"b\"",
    ])
    func `a text reads back the same as a description and as a value`(_ text: String) throws {
        var type = TypeDefinition(.object, "T", description: text)
        let argument = InputValueDefinition(
            "a", TypeReference(.named("Int")), defaultValue: Literal(.string(text)), description: text)
        type.fields = [FieldDefinition("f", TypeReference(.named("T")), arguments: [argument], description: text)]
        let document = Document([.type(type)])
        #expect(try Document(parsing: document.printed(), keepsLocations: false) == document)
    }

    @Test(arguments: [Fixture.text] + Corpus.texts)
    func `a printed document reads back the same`(_ text: String) throws {
        let document = try Document(parsing: text, limits: .typeSystem, keepsLocations: false)
        let printed = document.printed()
        let again = try Document(parsing: printed, limits: .typeSystem, keepsLocations: false)
        #expect(again == document)
        #expect(again.printed() == printed)
    }

    @Test func `a value of a program is printed as a literal`() {
        let value = GraphQLValue.object([
            "a": .list([.int(1), .float(2.5), .null]), "b": .string("x\"y"), "c": .enumeration("E"),
            "d": .boolean(true),
        ])
        #expect(value.literal.printed() == #"{a: [1, 2.5, null], b: "x\"y", c: E, d: true}"#)
    }
}

/// Documents with something of each production.
enum Corpus {
    static let texts = [
        "{ a }", "query { a b: c(d: 1) }", "mutation m { a } subscription s { b }",
        "query q($a: Int = 1, $b: [[String!]!]! @x(y: [1, {z: null}])) @v { ...F @w ... @include(if: true) { c } }",
        "fragment F on T @d { e { f { g(h: \"\", i: \"\"\"b\n  c\"\"\", j: -1.5e-3, k: $l, m: [], n: {}) } } }",
        "\"\"\"\n  schema\n\n    text\n\"\"\" schema @a @b { query: Q mutation: M } extend schema @c { subscription: "
            + "S }",
        "scalar S @specifiedBy(url: \"https://example.org/\\\"s\\\"\") extend scalar S @x",
        "interface I implements J & K @x { \"a\\u0000b\" a(\"d\" b: [Int] = [1, 2], c: E = A): T! } type T",
        "extend union U @x = A | B union V enum E @x { A @deprecated(reason: \"no\") B } extend enum E { C }",
        "input I { a: I = {b: [\"\"\"x\"\"\"]} @x \"d\" b: [String!] } directive @x(a: Int = 1 @y) repeatable on "
            + "SCALAR | ENUM",
        "type Todo @model @auth(rules: [{allow: owner, operations: [create, read]}]) { id: ID! tags: [String] "
            + "@index(name: \"n\") }",
    ]
}
