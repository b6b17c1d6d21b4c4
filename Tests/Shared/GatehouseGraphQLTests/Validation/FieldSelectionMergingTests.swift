// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGraphQL
import Testing

/// The rule Field Selection Merging (specification, section 5.3.2).
struct FieldSelectionMergingTests {
    @Test(arguments: [
        "{ dog { name name } }", "{ dog { other: name other: name } }",
        "{ dog { doesKnow(command: SIT) doesKnow(command: SIT) } }",
        "query q($c: Command!) { dog { doesKnow(command: $c) doesKnow(command: $c) } }",
        "{ arguments { two(one: 1, other: 2) two(other: 2, one: 1) } }",
        "{ dog { name } dog { nickname } }", "{ dog { ...F name } } fragment F on Dog { name }",
        // Objects of two types are never the same.
        "{ pet { ... on Dog { value: barks } ... on Cat { other: meows } } }",
        "{ pet { ... on Dog { name: nickname } ... on Cat { name: nickname } } }",
        "{ pet { ... on Dog { doesKnow(command: SIT) } ... on Cat { doesKnow(command: DOWN) } } }",
        "{ pet { ... on Dog { a: owner { x: name } } ... on Cat { a: owner { y: name } } } }",
        // Directives do not count.
        "{ dog { name name @once } }",
    ])
    func `fields with one response key that mean the same are accepted`(_ text: String) throws {
        #expect(try Fixture.messages(of: text).isEmpty)
    }

    @Test(arguments: [
        ("{ dog { name: nickname name } }", "'name' : 'nickname' and 'name' are different fields"),
        ("{ dog { doesKnow(command: SIT) doesKnow(command: HEEL) } }", "'doesKnow' : they have differing arguments"),
        (
            "query q($c: Command!) { dog { doesKnow(command: SIT) doesKnow(command: $c) } }",
            "'doesKnow' : they have differing arguments"
        ),
        ("{ arguments { int(value: 1) int } }", "'int' : they have differing arguments"),
        (
            "{ arguments { string(value: \"é\") string(value: \"e\u{301}\") } }",
            "'string' : they have differing arguments"
        ),
        (
            "{ dog { a: owner { x: name } a: owner { x: __typename } } }",
            "'x' : 'name' and '__typename' are different fields"
        ),
        ("{ pet { name ... on Dog { name: nickname } } }", "'name' : 'name' and 'nickname' are different fields"),
        (
            "{ pet { ... on Dog { value: barks } ... on Cat { value: nickname } } }",
            "'value' : they return differing types 'Int' and 'String'"
        ),
        (
            "{ pet { ... on Dog { value: barks } ... on Cat { value: meows } } }",
            "'value' : they return differing types 'Int' and 'Int!'"
        ),
        (
            "{ pet { ... on Dog { value: friends { name } } ... on Cat { value: owner { name } } } }",
            "'value' : they return differing types '[Dog]' and 'Human'"
        ),
        (
            "{ pet { ... on Dog { o: owner { x: name } } ... on Cat { o: owner { x: pets { name } } } } }",
            "'x' : they return differing types 'String!' and '[Pet!]'"
        ),
        (
            "{ dog { ...F ...G } } fragment F on Dog { x: name } fragment G on Dog { x: nickname }",
            "'x' : 'name' and 'nickname' are different fields"
        ),
    ])
    func `fields with one response key that differ are refused`(_ text: String, _ reason: String) throws {
        let messages = try Fixture.messages(of: text)
        #expect(messages.contains("Validation error of type FieldsConflict: \(reason)"), "\(messages)")
        #expect(try Fixture.brokenRules(in: text) == [ValidationRule.fieldSelectionMerging.rawValue])
    }

    @Test func `a conflict names both places`() throws {
        let errors = try Document(parsing: "{ dog {\n  name: nickname\n  name } }").errors(
            against: Fixture.schema.get())
        #expect(errors.map(\.locations) == [[.init(line: 2, column: 3), .init(line: 3, column: 3)]])
    }
}
