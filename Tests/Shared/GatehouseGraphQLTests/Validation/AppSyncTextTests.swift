// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGraphQL
import Testing

/// The texts of errors that clients of AppSync know.
struct AppSyncTextTests {
    @Test(arguments: [
        ("{ x }", "FieldUndefined: Field 'x' in type 'Query' is undefined @ 'x'"),
        ("{ dog { owner { x } } }", "FieldUndefined: Field 'x' in type 'Human' is undefined @ 'dog/owner/x'"),
        (
            "{ dog { ...F } } fragment F on Dog { o: owner { x } }",
            "FieldUndefined: Field 'x' in type 'Human' is undefined @ 'F/o/x'"
        ),
        ("query q($a: ModelXConditionInput) { find(anything: $a) }", "UnknownType: Unknown type ModelXConditionInput"),
        ("{ human(id: 1, x: 2) { name } }", "UnknownArgument: Unknown field argument x @ 'human'"),
        ("{ human { name } }", "MissingFieldArgument: Missing field argument id @ 'human'"),
        (
            "{ dog { owner } }",
            "SubSelectionRequired: Sub selection required for type Human of field owner @ 'dog/owner'"
        ),
        (
            "{ dog { barks { __typename } } }",
            "SubSelectionNotAllowed: Sub selection not allowed on leaf type Int of field barks @ 'dog/barks'"
        ),
        (
            "mutation { createDog(input: {color: WHITE}) { name } }",
            "WrongType: argument 'input' with value '{color: WHITE}' is missing required fields '[name]' @ 'createDog'"
        ),
        (
            "{ arguments { int(value: \"a\") } }",
            "WrongType: argument 'value' with value '\"a\"' is not a valid 'Int' @ 'arguments/int'"
        ),
        (
            "{ find(filter: {x: 1}) }",
            "WrongType: argument 'filter' with value '{x: 1}' contains a field not in 'Filter': 'x' @ 'find'"
        ),
        (
            "{ find(filter: {and: [{eq: \"1\"}]}) }",
            "WrongType: argument 'filter.and[0].eq' with value '\"1\"' is not a valid 'Int' @ 'find'"
        ),
        ("{ arguments { int(value: $x) } }", "UndefinedVariable: Undefined variable x"),
        (
            "query q($x: String) { arguments { int(value: $x) } }",
            "VariableTypeMismatch: Variable 'x' of type 'String' used in position expecting type 'Int'"
        ),
    ])
    func `an error has AppSync's text`(_ text: String, _ message: String) throws {
        #expect(try Fixture.messages(of: text) == ["Validation error of type \(message)"])
    }

    @Test func `all errors of a document come together, sorted by line`() throws {
        let text = "query q {\n  x\n  human { name }\n  dog { y @unknown }\n}"
        let errors = try Document(parsing: text).errors(against: Fixture.schema.get())
        #expect(errors.compactMap(\.locations.first).map(\.description) == ["2:3", "3:3", "4:9", "4:11"])
    }

    @Test func `an error of a request has a null path and its locations`() throws {
        let errors = try Document(parsing: "{ x }").errors(against: Fixture.schema.get())
        let text = String(decoding: try #require(errors.first).response.jsonBytes(), as: UTF8.self)
        #expect(
            text == #"{"path":null,"locations":[{"line":1,"column":3,"sourceName":null}],"#
                + #""message":"Validation error of type FieldUndefined: Field 'x' in type 'Query' is undefined @ 'x'"}"#
        )
    }

    @Test func `no more errors are reported than the options say`() throws {
        let text = "{" + (0..<50).map { " x\($0)" }.joined() + " }"
        #expect(try Fixture.messages(of: text).count == 50)
        #expect(try Fixture.messages(of: text, options: ValidationOptions(errors: 10)).count == 10)
    }
}
