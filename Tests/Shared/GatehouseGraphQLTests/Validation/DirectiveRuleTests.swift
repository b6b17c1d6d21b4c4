// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGraphQL
import Testing

/// The rules of directives (specification, section 5.7).
struct DirectiveRuleTests {
    static let cases = [
        RuleCase(
            .directivesAreDefined,
            valid: ["{ dog @include(if: true) { name @skip(if: false) } }"],
            invalid: [
                "{ dog { name @unknown } }", "query @unknown { cat { name } }", "{ dog { ... @unknown { name } } }",
                "{ dog { ...A @unknown } } fragment A on Dog { name }",
                "{ dog { ...A } } fragment A on Dog @unknown { name }",
                "query q($a: Int @unknown) { arguments { int(value: $a) } }",
            ]),
        RuleCase(
            .directivesAreInValidLocations,
            valid: [
                "query @marked(label: \"a\") { dog { name @once ...A @marked(label: \"b\") } } fragment A on Dog { "
                    + "name }"
            ],
            invalid: [
                "query @skip(if: true) { cat { name } }", "{ dog { ... @once { name } } }",
                "mutation @marked(label: \"a\") { createDog(input: {name: \"a\"}) { name } }",
                "{ dog { ...A } } fragment A on Dog @once { name }",
                "query q($a: Int @once) { arguments { int(value: $a) } }", "{ dog { name @deprecated } }",
            ]),
        RuleCase(
            .directivesAreUniquePerLocation,
            valid: [
                "{ dog { name @once } cat { name @once } }",
                "{ dog { name @marked(label: \"a\") @marked(label: \"a\") } }",
            ],
            invalid: ["{ dog { name @once @once } }", "{ dog @skip(if: true) @skip(if: false) { name } }"]),
    ]

    @Test(arguments: cases)
    func `a document follows the rule of directives, or is refused by it`(_ rule: RuleCase) throws {
        try rule.check()
    }
}
