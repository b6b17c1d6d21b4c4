// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGraphQL
import Testing

/// Executable documents (specification, sections 2.2 to 2.12).
struct ParserTests {
    @Test func `an operation has its kind, name, variables, directives and selections`() throws {
        let text = "mutation M($a: [Int!]! = [1] @x, $b: T) @y(z: $a) { f: g(h: {i: $b}) @skip(if: true) { j } }"
        let operation = try #require(try Document(parsing: text).operations.first)
        #expect(operation.kind == .mutation)
        #expect(operation.name?.text == "M")
        #expect(operation.variables.map(\.type.type.description) == ["[Int!]!", "T"])
        #expect(operation.variables["a"]?.defaultValue?.printed() == "[1]")
        #expect(operation.variables["a"]?.directives.map(\.name.text) == ["x"])
        #expect(operation.directives[0].arguments["z"]?.value.kind == .variable("a"))
        guard case .field(let field)? = operation.selections.first else {
            Issue.record("There is no field.")
            return
        }
        #expect(field.responseKey == "f")
        #expect(field.name.text == "g")
        #expect(field.arguments["h"]?.value.printed() == "{i: $b}")
        #expect(field.selections.count == 1)
    }

    @Test func `each element has its line and column`() throws {
        let text = "query q(\n  $a: Int\n) {\n  b: c(d: $a) @e {\n    ...F\n    ... on G @h { i }\n  }\n}"
        let operation = try #require(try Document(parsing: text).operations.first)
        #expect(operation.location.description == "1:1")
        #expect(operation.variables[0].name.location.description == "2:3")
        #expect(operation.variables[0].type.name.location.description == "2:7")
        guard case .field(let field) = operation.selections[0], case .spread(let spread) = field.selections[0],
            case .inline(let fragment) = field.selections[1]
        else {
            Issue.record("The selections are others.")
            return
        }
        #expect(field.location.description == "4:3")
        #expect(field.name.location.description == "4:6")
        #expect(field.arguments[0].name.location.description == "4:8")
        #expect(field.arguments[0].value.location.description == "4:11")
        #expect(field.directives[0].location.description == "4:15")
        #expect(spread.location.description == "5:5")
        #expect(spread.name.location.description == "5:8")
        #expect(fragment.location.description == "6:5")
        #expect(fragment.typeCondition?.location.description == "6:12")
        #expect(fragment.directives[0].location.description == "6:14")
    }

    @Test func `words of the language are names where a name may stand`() throws {
        let text = """
            query query($on: type, $null: fragment) { on: fragment type(true: null, input: extend) @on ...onF }
            fragment onF on on { query mutation subscription fragment null true }
            """
        let document = try Document(parsing: text)
        #expect(document.fragments[0].typeCondition.text == "on")
        #expect(document.operations[0].variables.map(\.name.text) == ["on", "null"])
    }

    @Test(arguments: [
        ("", "Syntax Error: Unexpected <EOF>. (1:1)"), ("{", "Syntax Error: Expected Name, found <EOF>. (1:2)"),
        ("{}", "Syntax Error: Expected Name, found \"}\". (1:2)"),
        ("query", "Syntax Error: Expected \"{\", found <EOF>. (1:6)"),
        ("{ a(b 1) }", "Syntax Error: Expected \":\", found Int \"1\". (1:7)"),
        ("{ a() }", "Syntax Error: Expected Name, found \")\". (1:5)"),
        ("query q() { a }", "Syntax Error: Expected \"$\", found \")\". (1:9)"),
        ("query q($a: Int = $b) { a }", "Syntax Error: Unexpected variable \"$b\" in constant value. (1:19)"),
        ("query q($a) { a }", "Syntax Error: Expected \":\", found \")\". (1:11)"),
        ("query q($a: [Int) { a }", "Syntax Error: Expected \"]\", found \")\". (1:17)"),
        ("query q($a: Int!!) { a }", "Syntax Error: Expected \"$\", found \"!\". (1:17)"),
        ("fragment on on T { a }", "Syntax Error: Unexpected Name \"on\". (1:10)"),
        ("fragment F T { a }", "Syntax Error: Expected \"on\", found Name \"T\". (1:12)"),
        ("{ ...on }", "Syntax Error: Expected Name, found \"}\". (1:9)"),
        ("{ a: }", "Syntax Error: Expected Name, found \"}\". (1:6)"),
        ("notAnOperation { a }", "Syntax Error: Unexpected Name \"notAnOperation\". (1:1)"),
        ("{ a } }", "Syntax Error: Unexpected \"}\". (1:7)"), ("{ a(b: ) }", "Syntax Error: Unexpected \")\". (1:8)"),
        ("\"text\" { a }", "Syntax Error: Unexpected \"{\". (1:8)"),
        ("\"text\" query { a }", "Syntax Error: Unexpected Name \"query\". (1:8)"),
        ("{ a(b: {c: 1 d}) }", "Syntax Error: Expected \":\", found \"}\". (1:15)"),
        ("{ a @ }", "Syntax Error: Expected Name, found \"}\". (1:7)"),
    ])
    func `an error says what was found and what was expected`(_ text: String, _ expected: String) {
        #expect(failure(of: text) == expected)
    }

    @Test func `the operation of a request is chosen by name, or is the only one`() throws {
        let two = try Document(parsing: "query a { x } query b { y }")
        #expect(try two.operation(named: "b").name?.text == "b")
        #expect(throws: GraphQLError(.operation, "Missing operation name.")) { try two.operation(named: nil) }
        #expect(throws: GraphQLError(.operation, "Missing operation name.")) { try two.operation(named: "") }
        #expect(throws: GraphQLError(.operation, "Unknown operation named 'c'.")) { try two.operation(named: "c") }
        #expect(try Document(parsing: "{ x }").operation(named: nil).name == nil)
        #expect(throws: GraphQLError(.operation, "The document has no operation.")) {
            try Document(parsing: "fragment F on T { x }").operation(named: nil)
        }
    }

    @Test(arguments: [("Int", "Int"), ("[ Int ! ] !", "[Int!]!"), ("[[A]]", "[[A]]")])
    func `a type is read alone`(_ text: String, _ expected: String) throws {
        #expect(try GraphQLType(parsing: text).description == expected)
        #expect(throws: GraphQLError.self) { try GraphQLType(parsing: text + " x") }
    }
}
