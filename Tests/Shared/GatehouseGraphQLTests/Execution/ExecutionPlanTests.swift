// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGraphQL
import Testing

/// Plans (`CollectFields`, specification, section 6.3.2) and their limits.
struct ExecutionPlanTests {
    private func plan(
        _ text: String, _ variables: GraphQLObject = [:], limits: ExecutionLimits = ExecutionLimits()
    ) throws -> ExecutionPlan {
        let document = try Document(parsing: text)
        let schema = try Fixture.schema.get()
        let values = try document.operations[0].variableValues(variables, schema: schema)
        return try ExecutionPlan(
            document.operations[0], in: document, schema: schema, variables: values, limits: limits)
    }

    /// The response keys of a field's selections, those of lower levels in parentheses.
    private func keys(_ fields: [PlannedField], _ object: String = "Dog") -> String {
        fields.map { field in
            let below = keys(field.selections(of: object), object)
            return below.isEmpty ? field.key : "\(field.key)(\(below))"
        }.joined(separator: " ")
    }

    @Test(arguments: [
        ("{ dog { name } }", "dog(name)"), ("{ dog { name n: name name } }", "dog(name n)"),
        (
            "{ dog { friends { name } ...F friends { barks } } } fragment F on Dog { nickname friends { nickname } }",
            "dog(friends(name nickname barks) nickname)"
        ),
        ("{ dog { ...F ...F ... { ... on Pet { name } } } } fragment F on Dog { barks }", "dog(barks name)"),
        (
            "{ dog { ... on Cat { meows } ... on Named { name } ... on CatOrDog { __typename } } }",
            "dog(name __typename)"
        ),
        (
            "{ dog { a: name @skip(if: true) b: name @include(if: false) c: name @skip(if: false) @include(if: true) "
                + "} }",
            "dog(c)"
        ),
        (
            "{ dog { ...F @skip(if: true) ... @include(if: false) { barks } ... on Dog @skip(if: true) { name } "
                + "nickname } } fragment F on Dog { name }",
            "dog(nickname)"
        ),
        ("{ dog { ...F @skip(if: true) ...F } } fragment F on Dog { name }", "dog(name)"),
    ])
    func `fragments are unfolded, conditions decided and equal keys merged`(_ text: String, _ expected: String) throws {
        #expect(try keys(plan(text).fields) == expected)
    }

    @Test func `a condition has the value of its variable`() throws {
        let text = "query q($a: Boolean!, $b: Boolean = true) { dog { x: name @skip(if: $a) y: name @skip(if: $b) } }"
        #expect(try keys(plan(text, ["a": .boolean(true)]).fields) == "dog")
        #expect(try keys(plan(text, ["a": .boolean(false), "b": .boolean(false)]).fields) == "dog(x y)")
    }

    @Test func `a field of several possible types has the selections of each`() throws {
        let field = try plan("{ pet { name ... on Dog { barks } ... on Cat { meows nickname } } }").fields[0]
        #expect(keys(field.selections(of: "Dog")) == "name barks")
        #expect(keys(field.selections(of: "Cat")) == "name meows nickname")
        #expect(field.selectedNames == ["name", "barks", "meows", "nickname"])
        #expect(field.selections(of: "Cat")[0].parent == "Cat")
    }

    @Test func `a plan counts its fields, those of several possible types once`() throws {
        #expect(
            try plan("{ pet { name ... on Dog { barks } ... on Cat { meows nickname } } cat { name } }").fieldCount == 6
        )
    }

    @Test func `a merged field has all its places`() throws {
        let field = try plan("{ dog { name } dog { barks } }").fields[0]
        #expect(field.locations.map(\.column) == [3, 16])
        #expect(field.type.description == "Dog")
    }

    @Test(arguments: [
        (
            "{ dog { friends { friends { name } } } }", ExecutionLimits(depth: 3),
            "The operation nests deeper than 3 levels."
        ),
        (
            "{ dog { ...F } } fragment F on Dog { friends { ...G } } fragment G on Dog { name }",
            ExecutionLimits(depth: 2), "The operation nests deeper than 2 levels."
        ),
        ("{ dog { name barks nickname } }", ExecutionLimits(fields: 3), "The operation selects more than 3 fields."),
        (
            "{ a: dog { name } b: dog { name } }", ExecutionLimits(fields: 3),
            "The operation selects more than 3 fields."
        ),
        (
            "{ dog { name } cat { name } pet { name } }", ExecutionLimits(rootFields: 2),
            "The operation has more than 2 root fields."
        ),
        (
            "{ dog { a: name b: name c: name } }", ExecutionLimits(aliases: 2),
            "The operation selects the field 'name' more than 2 times."
        ),
    ])
    func `an operation that asks for too much is refused`(_ text: String, _ limits: ExecutionLimits, _ message: String)
    {
        let error = #expect(throws: GraphQLError.self) { try plan(text, limits: limits) }
        #expect(error?.message == message)
        #expect(error?.code == .limit)
        #expect(error?.errorType == "QueryLimitExceeded")
    }

    @Test(arguments: [
        #"query q($a: String) { x: find(anything: $a) y: find(anything: { a: $a, b: [true, null] }) }"#,
        #"query q($a: String) { find(anything: [$a, $a, { b: [$a, 12] }]) }"#,
        #"query q($a: String) { x: arguments { string(value: $a) } y: arguments { string(value: $a) } }"#,
        #"query q($a: String) { find(anything: $a) arguments { ...F } } fragment F on Arguments { string(value: $a) }"#,
    ])
    func `a variable counts at each use`(_ text: String) throws {
        let limits = ExecutionLimits(argumentBytes: 1_000)
        let (short, long) = (String(repeating: "a", count: 300), String(repeating: "a", count: 500))
        #expect(throws: Never.self) { try plan(text, ["a": .string(short)], limits: limits) }
        let error = #expect(throws: GraphQLError.self) { try plan(text, ["a": .string(long)], limits: limits) }
        #expect(error?.code == .limit && error?.errorType == "QueryLimitExceeded")
        #expect(
            error?.message
                == "The arguments of the operation have more than 1000 bytes, where a variable counts at each use.")
    }

    @Test func `a field that is left out has no arguments that count`() throws {
        let text = "query q($a: String) { find(anything: $a) @skip(if: true) dog { name } }"
        let limits = ExecutionLimits(argumentBytes: 100)
        #expect(try plan(text, ["a": .string(String(repeating: "a", count: 500))], limits: limits).fields.count == 1)
    }

    @Test func `an operation at its limits is accepted`() throws {
        let limits = ExecutionLimits(depth: 3, fields: 5, rootFields: 2, aliases: 2)
        #expect(try plan("{ dog { a: name b: name } cat { name } }", limits: limits).fieldCount == 5)
        #expect(try plan("{ dog { friends { name } } }", limits: ExecutionLimits(depth: 0)).fieldCount == 3)
    }

    @Test func `an operation without a root type in the schema is refused`() throws {
        let schema = try Schema(parsing: "type Query { a: Int }")
        let document = try Document(parsing: "mutation { a }")
        #expect(throws: GraphQLError.self) {
            try ExecutionPlan(document.operations[0], in: document, schema: schema, variables: [:])
        }
    }
}
