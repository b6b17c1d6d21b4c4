// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGraphQL
import Testing

/// Documents that try to cost more than their length.
@Suite(.timeLimit(.minutes(1)))
struct HostileDocumentTests {
    private func errors(of text: String, options: ValidationOptions = ValidationOptions()) throws -> [GraphQLError] {
        try Document(parsing: text).errors(against: Fixture.schema.get(), options: options)
    }

    private func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    @Test(arguments: [
        ("{", ""), ("{a", "}"), ("{a(b:[", "])}"), ("{a(b:{c:", "}})"), ("query q($a:[", "Int]){a}"), ("{...{", "}}"),
    ])
    func `deep nesting is refused before the stack ends`(_ open: String, _ close: String) {
        let unit = String(open.drop { $0 != "[" && $0 != ":" && $0 != "a" && $0 != "{" && $0 != "." })
        let text = open + repeated(unit, 60_000 / unit.utf8.count)
        #expect(!failure(of: text).isEmpty)
    }

    @Test(arguments: ["[", "{a:", "[{a:"])
    func `a value that nests too deep is refused`(_ unit: String) {
        let message = "A value or a type nests deeper than 32 levels."
        #expect(failure(of: "{a(b:" + repeated(unit, 100)).hasPrefix(message))
        #expect(failure(of: "query q($a:" + repeated("[", 33)).hasPrefix(message))
    }

    @Test func `selection sets that nest too deep are refused`() {
        #expect(failure(of: repeated("{a", 81)) == "The document nests deeper than 80 levels. (1:161)")
        #expect(failure(of: repeated("{...", 81)).hasPrefix("The document nests deeper than 80 levels."))
    }

    @Test func `nesting at the limit is accepted`() throws {
        let value = repeated("[", 32) + repeated("]", 32)
        let text = repeated("{a", 79) + "{b(c:\(value))}" + repeated("}", 79)
        #expect(failure(of: text).isEmpty)
        #expect(try Document(parsing: text).printed().utf8.count > 1_000)
    }

    @Test func `a document of a megabyte is refused by its length alone`() {
        #expect(failure(of: repeated("{", 1_000_000)) == "The document has more than 200000 bytes.")
        let limits = DocumentLimits(bytes: 2_000_000, tokens: 2_000_000, depth: 80, nameLength: 255)
        #expect(!failure(of: repeated("{", 1_000_000), limits: limits).isEmpty)
        #expect(!failure(of: repeated("{a", 500_000), limits: limits).isEmpty)
    }

    @Test func `tokens and lengths of names have their bounds`() {
        #expect(failure(of: "{" + repeated("a ", 20_000) + "}").hasPrefix("The document has more than 15000 tokens."))
        #expect(failure(of: "{ \(repeated("a", 256)) }") == "A name has more than 255 characters. (1:3)")
        #expect(failure(of: "{ \(repeated("a", 255)) }").isEmpty)
    }

    @Test func `text that is expensive to compare is refused`() {
        #expect(failure(of: "{ a(b: \"a\(repeated("\u{301}", 31))\") }").hasPrefix("The request has a text"))
        #expect(failure(of: "{ a(b: \"a\(repeated(#"\u0301"#, 31))\") }").hasPrefix("The request has a text"))
        #expect(failure(of: "{ a(b: \"a\(repeated("\u{301}", 30))\") }").isEmpty)
    }

    @Test func `an alias bomb is valid, but planning refuses it`() throws {
        let text = "{" + (0..<1_000).map { "a\($0):dog{name}" }.joined(separator: " ") + "}"
        let document = try Document(parsing: text)
        let schema = try Fixture.schema.get()
        #expect(document.errors(against: schema).isEmpty)
        let error = #expect(throws: GraphQLError.self) {
            try ExecutionPlan(document.operations[0], in: document, schema: schema, variables: [:])
        }
        #expect(error?.code == .limit)
    }

    @Test func `arguments that repeat a long variable are counted no further than their bound`() throws {
        let text =
            "query q($a:Anything){" + (0..<50).map { "a\($0):find(anything:[\(repeated("$a ", 100))])" }.joined() + "}"
        let document = try Document(parsing: text)
        let schema = try Fixture.schema.get()
        #expect(document.errors(against: schema).isEmpty)
        // To look at each use of them would take minutes.
        for value in [GraphQLValue.int(1), .object([:]), .list([.null]), .string("")] {
            let variables: GraphQLObject = ["a": .list(Array(repeating: value, count: 300_000))]
            let error = #expect(throws: GraphQLError.self) {
                try ExecutionPlan(document.operations[0], in: document, schema: schema, variables: variables)
            }
            #expect(error?.code == .limit)
        }
    }

    @Test func `fragments that double at each level cost no more than their length to check, and are not unfolded`()
        throws
    {
        let levels = 200
        let text =
            "{dog{...F0}}"
            + (0..<levels).map { "fragment F\($0) on Dog{a:friends{...F\($0 + 1)} b:friends{...F\($0 + 1)}}" }.joined()
            + "fragment F\(levels) on Dog{name}"
        let document = try Document(parsing: text)
        let schema = try Fixture.schema.get()
        #expect(document.errors(against: schema).isEmpty)
        for depth in [40, 20] {
            let error = #expect(throws: GraphQLError.self) {
                try ExecutionPlan(
                    document.operations[0], in: document, schema: schema, variables: [:],
                    limits: ExecutionLimits(depth: depth))
            }
            #expect(error?.code == .limit)
        }
    }

    @Test func `a long chain and a long cycle of fragments need no stack`() throws {
        let chain = (0..<1_500).map { "fragment F\($0) on Dog{...F\($0 + 1)}" }.joined()
        #expect(try errors(of: "{dog{...F0}}" + chain + "fragment F1500 on Dog{name}").isEmpty)
        let cycle = try errors(of: "{dog{...F0}}" + chain + "fragment F1500 on Dog{...F0}")
        #expect(cycle.map(\.code) == [.validation(.fragmentSpreadsMustNotFormCycles)])
    }

    @Test func `fields of one key are compared in one pass`() throws {
        let same = "{dog{" + repeated("name ", 14_000) + "}}"
        #expect(try errors(of: same).isEmpty)
        let differing =
            "{dog{" + (0..<1_500).map { "x:doesKnow(command:\($0 % 2 == 0 ? "SIT" : "DOWN"))" }.joined() + "}}"
        #expect(try errors(of: differing, options: ValidationOptions(errors: 5)).count == 5)
    }

    @Test func `a document that could cost the square of its length ends at the bound of steps`() throws {
        let merging =
            "{dog{...F0 ...F1}}"
            + (0..<500).map { "fragment F\($0) on Dog{friends{...F\($0 + 1) ...F\($0 + 2)}}" }.joined()
            + "fragment F500 on Dog{name} fragment F501 on Dog{name}"
        #expect(try errors(of: merging).map(\.code) == [.limit])
        let variables =
            (0..<500).map { "query q\($0){dog{...F0}}" }.joined()
            + (0..<500).map { "fragment F\($0) on Dog{...F\($0 + 1)}" }.joined() + "fragment F500 on Dog{name}"
        #expect(try errors(of: variables).map(\.code) == [.limit])
    }

    @Test func `introspection that goes round in the schema ends at the bound of values`() async throws {
        let levels = 7
        let text =
            "{__schema{types{" + repeated("fields{type{ofType{", levels) + "name" + repeated("}}}", levels) + "}}}"
        let document = try Document(parsing: text)
        let schema = try Fixture.schema.get()
        let limits = ExecutionLimits(depth: 0, values: 10_000)
        let plan = try ExecutionPlan(
            document.operations[0], in: document, schema: schema, variables: [:], limits: limits)
        let result = await Executor(schema, IntrospectionOnly(), limits: limits).execute(plan)
        #expect(result.errors.count <= 1)
    }

    @Test func `a schema of many types that lean on each other costs no stack`() throws {
        let count = 2_000
        let inputs = (0..<count).map { "input I\($0) { a: I\(($0 + 1) % count)! }" }.joined(separator: "\n")
        let errors = #expect(throws: GraphQLErrors.self) {
            try Schema(parsing: inputs + " type Query { a(b: I0): Int }")
        }
        #expect(errors?.errors.count == 1)
    }

    @Test func `a schema has at most a thousand errors`() {
        let text = "type Query {" + (0..<3_000).map { " f\($0): X" }.joined() + " }"
        let errors = #expect(throws: GraphQLErrors.self) { try Schema(parsing: text) }
        #expect(errors?.errors.count == 1_000)
    }
}

/// A back end that is not called.
private struct IntrospectionOnly: FieldResolver {
    func resolve(
        _ field: PlannedField, of object: Int?, at path: [PathSegment]
    ) async throws(GraphQLError) -> Resolved<Int> { .null }
}
