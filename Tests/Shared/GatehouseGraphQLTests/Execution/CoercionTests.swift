// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGraphQL
import GatehouseWire
import Testing

/// The values of variables and arguments (specification, sections 3.5 to 3.12, 6.1.2 and 6.4.1).
struct CoercionTests {
    /// The values of the variables of an operation for those of a request, as JSON.
    private func values(_ declaration: String, _ json: String) throws -> String {
        let operation = try Document(parsing: "query q(\(declaration)) { dog { name } }").operations[0]
        let sent = try #require(GraphQLValue(WireValue(json: Array(json.utf8))).members)
        let values = try operation.variableValues(sent, schema: Fixture.schema.get())
        return String(decoding: GraphQLValue.object(values).jsonBytes(), as: UTF8.self)
    }

    @Test(arguments: [
        ("$a: Int", #"{"a": 1}"#, #"{"a":1}"#), ("$a: Int", #"{"a": 1.0}"#, #"{"a":1}"#),
        ("$a: Int", #"{"a": -2147483648}"#, #"{"a":-2147483648}"#), ("$a: Int", "{}", "{}"),
        ("$a: Int", #"{"a": null}"#, #"{"a":null}"#), ("$a: Int = 5", "{}", #"{"a":5}"#),
        ("$a: Int = 5", #"{"a": null}"#, #"{"a":null}"#), ("$a: Int! = 5", "{}", #"{"a":5}"#),
        ("$a: Float", #"{"a": 1}"#, #"{"a":1.0}"#), ("$a: Float", #"{"a": 1.5}"#, #"{"a":1.5}"#),
        ("$a: String", #"{"a": "é\n"}"#, #"{"a":"é\n"}"#), ("$a: Boolean", #"{"a": true}"#, #"{"a":true}"#),
        ("$a: ID", #"{"a": "x"}"#, #"{"a":"x"}"#), ("$a: ID", #"{"a": 4}"#, #"{"a":"4"}"#),
        ("$a: Command", #"{"a": "SIT"}"#, #"{"a":"SIT"}"#), ("$a: [Int]", #"{"a": [1, null]}"#, #"{"a":[1,null]}"#),
        ("$a: [Int]", #"{"a": 1}"#, #"{"a":[1]}"#), ("$a: [[Int]]", #"{"a": 1}"#, #"{"a":[[1]]}"#),
        ("$a: [[Int]]", #"{"a": [1, [2]]}"#, #"{"a":[[1],[2]]}"#), ("$a: [Int]", #"{"a": null}"#, #"{"a":null}"#),
        ("$a: Anything", #"{"a": {"b": [1, "c", null]}}"#, #"{"a":{"b":[1,"c",null]}}"#),
        ("$a: CreateDogInput", #"{"a": {"name": "x"}}"#, #"{"a":{"name":"x","color":"BROWN"}}"#),
        (
            "$a: CreateDogInput", #"{"a": {"tags": "t", "name": "x", "color": null}}"#,
            #"{"a":{"name":"x","color":null,"tags":["t"]}}"#
        ),
        (
            "$a: CreateDogInput = {name: \"d\", owner: {name: \"o\"}}", "{}",
            #"{"a":{"name":"d","color":"BROWN","owner":{"name":"o"}}}"#
        ),
        ("$a: Int", #"{"a": 1, "other": 2}"#, #"{"a":1}"#),
    ])
    func `a value that fits is turned into one of its type`(
        _ declaration: String, _ json: String, _ expected: String
    ) throws {
        #expect(try values(declaration, json) == expected)
    }

    @Test(arguments: [
        ("$a: Int", #"{"a": "1"}"#), ("$a: Int", #"{"a": 1.5}"#), ("$a: Int", #"{"a": 2147483648}"#),
        ("$a: Int", #"{"a": true}"#),
        ("$a: Float", #"{"a": "1"}"#), ("$a: String", #"{"a": 1}"#), ("$a: Boolean", #"{"a": 1}"#),
        ("$a: ID", #"{"a": 1.5}"#),
        ("$a: ID", #"{"a": true}"#), ("$a: Command", #"{"a": "JUMP"}"#), ("$a: Command", #"{"a": 1}"#),
        ("$a: [Int]", #"{"a": [1, "2"]}"#),
        ("$a: CreateDogInput", #"{"a": "x"}"#), ("$a: CreateDogInput", #"{"a": [1]}"#),
        ("$a: CreateDogInput", #"{"a": {"name": 1}}"#),
    ])
    func `a value of another kind is refused in AppSync's words`(_ declaration: String, _ json: String) {
        let errors = #expect(throws: GraphQLErrors.self) { try values(declaration, json) }
        #expect(errors?.errors.map(\.description) == ["Variable 'a' has an invalid value. (1:9)"])
    }

    @Test(arguments: [
        ("$a: ID!", "{}", "ID!"), ("$a: ID!", #"{"a": null}"#, "ID!"), ("$a: [Int!]", #"{"a": [1, null]}"#, "Int!"),
        ("$a: CreateDogInput", #"{"a": {}}"#, "String!"), ("$a: CreateDogInput", #"{"a": {"name": null}}"#, "String!"),
    ])
    func `a missing value is refused in AppSync's words`(_ declaration: String, _ json: String, _ type: String) {
        let errors = #expect(throws: GraphQLErrors.self) { try values(declaration, json) }
        #expect(
            errors?.errors.map(\.description) == [
                "Variable 'a' has coerced Null value for NonNull type '\(type)' (1:9)"
            ])
    }

    @Test func `an unknown field of an input is refused in AppSync's words, without a place`() {
        let errors = #expect(throws: GraphQLErrors.self) {
            try values("$a: CreateDogInput", #"{"a": {"name": "x", "other": 1}}"#)
        }
        #expect(
            errors?.errors == [
                GraphQLError(
                    .variables,
                    "The variables input contains a field that is not defined for input object type 'CreateDogInput' ")
            ])
    }

    @Test func `each variable has its error`() {
        let errors = #expect(throws: GraphQLErrors.self) {
            try values("$a: Int, $b: Int!, $c: Int", #"{"a": "x", "c": 1}"#)
        }
        #expect(errors?.errors.count == 2)
    }

    /// The arguments of the first root field, as JSON.
    private func arguments(_ text: String, _ variables: GraphQLObject = [:]) throws -> String {
        let document = try Document(parsing: text)
        let schema = try Fixture.schema.get()
        let operation = document.operations[0]
        let values = try operation.variableValues(variables, schema: schema)
        let plan = try ExecutionPlan(operation, in: document, schema: schema, variables: values)
        if let error = plan.fields[0].argumentError { throw error }
        return String(decoding: GraphQLValue.object(plan.fields[0].arguments).jsonBytes(), as: UTF8.self)
    }

    @Test(arguments: [
        ("{ pets { name } }", #"{"first":10}"#), ("{ pets(first: 3) { name } }", #"{"first":3}"#),
        ("query q($a: Int) { pets(first: $a) { name } }", #"{"first":10}"#),
        ("query q($a: Int = 4) { pets(first: $a) { name } }", #"{"first":4}"#),
        ("query q($a: String) { pets(after: $a) { name } }", #"{"first":10}"#),
        ("query q($a: String = null) { pets(after: $a) { name } }", #"{"first":10,"after":null}"#),
        ("{ dog(color: WHITE, id: 99999999999999999999) { name } }", #"{"id":"99999999999999999999","color":"WHITE"}"#),
        ("query q($a: Int) { find(filter: {eq: $a, name: \"x\"}) }", #"{"filter":{"name":"x"}}"#),
        (
            "query q($a: Int = 1) { find(filter: {and: [{eq: $a}, null], not: {eq: $a}}) }",
            #"{"filter":{"and":[{"eq":1},null],"not":{"eq":1}}}"#
        ),
        ("{ find(filters: {name: \"x\"}) }", #"{"filters":[{"name":"x"}]}"#),
        ("query q($a: Int = 2) { find(anything: {a: [$a, B, 1.5, \"c\"]}) }", #"{"anything":{"a":[2,"B",1.5,"c"]}}"#),
        (
            "mutation { createDog(input: {name: \"x\", tags: \"t\"}) { name } }",
            #"{"input":{"name":"x","color":"BROWN","tags":["t"]}}"#
        ),
    ])
    func `arguments have their values and defaults, with those of variables`(_ text: String, _ expected: String) throws
    {
        #expect(try arguments(text) == expected)
    }

    @Test func `null for an argument without null fails the field`() throws {
        let error = #expect(throws: GraphQLError.self) {
            try arguments("query q($a: Int) { pets(first: $a) { name } }", ["a": .null])
        }
        #expect(error?.description == "Argument 'first' has coerced Null value for NonNull type 'Int!' (1:32)")
    }

    @Test func `a directive of a schema has the values of its arguments`() throws {
        let schema = try Schema(
            parsing: """
                type Query @rules(list: {allow: owner}, other: [1, {a: B}]) { a: Int }
                directive @rules(list: [Rule!]!, level: Int = 2, other: Other) on OBJECT
                input Rule { allow: Allow! field: String = "owner" }
                enum Allow { owner groups }
                scalar Other
                """)
        let directive = try #require(schema.type("Query")?.directives.first)
        let values = GraphQLValue.object(try schema.argumentValues(of: directive))
        #expect(
            String(decoding: values.jsonBytes(), as: UTF8.self)
                == #"{"list":[{"allow":"owner","field":"owner"}],"level":2,"other":[1,{"a":"B"}]}"#)
    }

    @Test func `JSON keeps the order of members and escapes text`() {
        let value = GraphQLValue.object(["b": .string("\"\\\n\u{1}é"), "a": .float(.infinity), "c": .list([])])
        #expect(String(decoding: value.jsonBytes(), as: UTF8.self) == #"{"b":"\"\\\n\u0001é","a":null,"c":[]}"#)
    }

    @Test func `a member of an object is replaced in its place, and removed`() {
        var object: GraphQLObject = ["a": .int(1), "b": .int(2)]
        object["a"] = .int(3)
        object["c"] = .null
        #expect(object.keys == ["a", "b", "c"])
        object["b"] = nil
        #expect(object.map(\.key) == ["a", "c"])
        #expect(object == ["a": .int(3), "c": .null])
    }
}
