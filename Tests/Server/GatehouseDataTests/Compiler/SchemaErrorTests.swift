// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import Testing

@testable import GatehouseData

@Suite
struct SchemaErrorTests {
    /// A model with rules, and the message about them.
    @Test(arguments: [
        ("[]", "@auth on Todo does not have any auth rules."),
        (
            "[{ allow: groups, groups: [\"A\"], provider: iam }]",
            "@auth directive with 'groups' strategy only supports 'userPools' and 'oidc' providers, but found 'iam' assigned."
        ),
        (
            "[{ allow: groups }]",
            "@auth directive with 'groups' should have a defined groups list or a groupsField."
        ),
        (
            "[{ allow: owner, provider: apiKey }]",
            "@auth directive with 'owner' strategy only supports 'userPools' (default) and 'oidc' providers, but found 'apiKey' assigned."
        ),
        (
            "[{ allow: public, provider: oidc }]",
            "@auth directive with 'public' strategy only supports 'apiKey' (default) and 'identityPool' providers, but found 'oidc' assigned."
        ),
        (
            "[{ allow: private, provider: apiKey }]",
            "@auth directive with 'private' strategy only supports 'userPools' (default) and 'identityPool' providers, but found 'apiKey' assigned."
        ),
        (
            "[{ allow: custom, provider: iam }]",
            "@auth directive with 'custom' strategy only supports 'function' (default) provider, but found 'iam' assigned."
        ),
        (
            "[{ allow: groups, groups: [\"A\"], identityClaim: \"sub\" }]",
            "@auth identityClaim can only be used for 'allow: owner'"
        ),
        ("[{ allow: owner, groupClaim: \"g\" }]", "@auth groupClaim can only be used 'allow: groups'"),
        (
            "[{ allow: groups, groups: [\"A\"], groupsField: \"g\" }]",
            "This rule has groupsField and groups, please use one or the other"
        ),
        ("[{ allow: groups, groups: [] }]", "@auth rules using groups cannot have an empty list"),
        (
            "[{ allow: owner, operations: [read, get, list] }]",
            "'get,list' operations are specified in addition to 'read'. Either remove 'read' to limit access only to 'get,list' or only keep 'read' to grant all get,list,search,listen,sync access."
        ),
        (
            "[{ allow: owner }, { allow: owner, operations: [read] }]",
            "@auth Todo:userPools:owner:owner:sub::username already exists for Todo"
        ),
    ])
    func `a wrong rule is refused in the words of the original`(rules: String, message: String) {
        let errors = Fixture.errors("type Todo @model @auth(rules: \(rules)) { title: String }")
        #expect(errors.hasSuffix("Todo: " + message), "\(errors)")
    }

    @Test(arguments: [
        ("{ allow: public }", "apiKey", "API Key"), ("{ allow: owner, provider: oidc }", "oidc", "OPENID_CONNECT"),
        ("{ allow: public, provider: iam }", "iam", "IAM"),
        ("{ allow: private, provider: identityPool }", "identityPool", "IAM"),
        ("{ allow: custom }", "function", "Lambda"),
    ])
    func `a provider that the API does not have is refused`(rule: String, provider: String, title: String) {
        let errors = Fixture.errors("type T @model @auth(rules: [\(rule)]) { a: Int }", DataSettings())
        #expect(
            errors.contains(
                "@auth directive with '\(provider)' provider found, but the project has no \(title) authentication provider configured."
            ))
    }

    /// The fields of a model, and the message about them.
    @Test(arguments: [
        ("a: [Int]! @primaryKey", "The primary key on type 'T.a' cannot be a non-scalar."),
        ("a: Int @primaryKey", "The primary key on type 'T' must reference non-null fields."),
        (
            "a: Int! @primaryKey(sortKeyFields: [\"b\"])",
            "Can't find field 'b' in T, but it was specified in the primary key."
        ),
        ("a: Int! @primaryKey(sortKeyFields: [\"a\"])", "@primaryKey field 'a' cannot reference itself."),
        ("a: Int! @primaryKey b: Int! @primaryKey", "You may only supply one primary key on type 'T'."),
        (
            "a: Int @index(name: \"i\") b: Int @index(name: \"i\")",
            "You may only supply one @index with the name 'i' on type 'T'."
        ),
        ("a: [Int] @index(name: \"i\")", "Index 'i' on type 'T.a' cannot be a non-scalar."),
        (
            "a: Int @index(name: \"i\", sortKeyFields: [\"x\"])",
            "Can't find field 'x' in T, but it was specified in index 'i'."
        ),
        ("a: [Int] @default(value: \"1\")", "The @default directive may only be added to scalar or enum field types."),
        ("a: Int @default", "The @default directive requires a value property on non-Postgres datasources."),
        ("a: Int @default(value: null)", "The @default directive does not support null values."),
        ("a: Int @default(value: \"x\")", "Default value \"x\" is not a valid Int."),
        ("a: AWSDate @default(value: \"2026-02-30\")", "Default value \"2026-02-30\" is not a valid AWSDate."),
        ("a: U @hasMany", "@hasMany must be used with a list. Use @hasOne for non-list types."),
        ("a: [U] @hasOne", "@hasOne cannot be used with lists. Use @hasMany instead."),
        ("a: [U] @belongsTo", "@belongsTo cannot be used with lists."),
        ("a: U @manyToMany(relationName: \"r\")", "@manyToMany must be used with a list."),
        ("a: String @hasOne", "Object type String must be annotated with @model."),
        ("a: [U] @hasMany(fields: [])", "No fields passed to @hasMany directive."),
        ("a: [U] @hasMany(fields: [\"no\"])", "no is not a field in T"),
        ("a: [U] @hasMany(indexName: \"no\")", "Index no does not exist for model U"),
        (
            "a: U @hasOne(fields: [\"id\"], references: [\"id\"])",
            "fields and references cannot be defined in the same hasOne. Use 'references'"
        ),
        ("a: U @belongsTo", "U must have a relationship with T in order to use @belongsTo."),
        ("a: [U] @manyToMany(relationName: \"r\")", "@manyToMany relation 'r' must be used in exactly two locations."),
        (
            "a: Int @auth(rules: [{ allow: owner, operations: [get] }])",
            "'get' operation is not allowed at the field level."
        ),
        ("a: Int @unknown", "Unknown directive '@unknown'."),
        ("a: Missing", "Unknown type 'Missing'."),
    ])
    func `a wrong field is refused`(fields: String, message: String) {
        let errors = Fixture.errors(
            """
            type T @model @auth(rules: [{ allow: owner }]) { \(fields) }
            type U @model @auth(rules: [{ allow: owner }]) { x: Int }
            """)
        #expect(errors.split(separator: "\n").contains { $0.hasSuffix("T: " + message) }, "\(errors)")
    }

    @Test(arguments: [
        (
            "type T @model @key(fields: [\"a\", \"b\"]) { a: Int b: Int }",
            "1:15: T: @key is of the first generation: write @primaryKey(sortKeyFields: [\"b\"]) on 'a'."
        ),
        (
            "type T @model @key(name: \"n\", fields: [\"a\"], queryField: \"q\") { a: Int }",
            "1:15: T: @key is of the first generation: write @index(name: \"n\", queryField: \"q\") on 'a'."
        ),
        (
            "type T @model { u: [T] @connection(keyName: \"k\", fields: [\"id\"]) }",
            "1:24: T: @connection is of the first generation: write @hasMany(indexName: \"k\", fields: [\"id\"]) on 'u'."
        ),
        (
            "type T @model { u: U @connection } type U @model { ts: Int }",
            "1:22: T: @connection is of the first generation: write @hasOne on 'u'."
        ),
        (
            "type T @model @versioned { u: Int }",
            "1:15: T: @versioned is of the first generation: switch on the conflict detection of the API instead."
        ),
        (
            "type T @model @auth(rules: [{ allow: owner, identityField: \"sub\" }]) { u: Int }",
            "1:45: T: 'identityField' is of the first generation: write 'identityClaim: \"sub\"'."
        ),
        ("type T @model { u: Int @http(url: \"x\") }", "1:24: T: @http is not supported."),
    ])
    func `directives of the first generation are refused with the line to write`(text: String, errors: String) {
        #expect(Fixture.errors(text) == errors)
    }

    @Test(arguments: [
        ("type T @model { email: AWSEmail @unique }", "1:33", "write 'email: AWSEmail! @primaryKey'."),
        (
            "type T @model { sku: ID! @primaryKey email: String! @unique }", "1:53",
            "the one here is 'sku', so write 'email: String! @primaryKey' in a further model."
        ),
        (
            "type T @model { sku: ID! @primaryKey @unique }", "1:38",
            "leave it out, because 'sku' is in the primary key."
        ),
        ("type T @model { emails: [String] @unique }", "1:34", "write @primaryKey on a field of a model."),
        ("type T @model @unique { a: Int }", "1:15", "write @primaryKey on a field of a model."),
        ("type U @model { b: Int } type T { a: Int @unique }", "1:42", "write @primaryKey on a field of a model."),
    ])
    func `a directive for unique values is refused with the key to write`(text: String, place: String, cure: String) {
        let error = "\(place): T: @unique does not exist, because only primary keys are unique: \(cure)"
        #expect(Fixture.errors(text) == error)
    }

    @Test
    func `a directive for unique values that the author defines is accepted`() {
        #expect(Fixture.errors("directive @unique on FIELD_DEFINITION type T @model { a: Int @unique }") == "")
    }

    @Test
    func `all errors of a schema come at once and are sorted by line`() {
        let errors = Fixture.errors(
            """
            type A @model @auth(rules: [{ allow: groups }]) {
              a: Int @default(value: "x")
            }
            type B @auth(rules: [{ allow: owner }]) { b: Missing }
            type C @model { c: [A] @hasOne @nothing }
            """)
        let places = errors.split(separator: "\n").map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
        #expect(places == ["1:29: A:", "2:10: A:", "4:8: B:", "4:46: B:", "5:24: C:", "5:32: C:"], "\(errors)")
    }

    @Test
    func `a required field that some readers may not read is refused while there are subscriptions`() {
        let fields = "{ open: String secret: String! @auth(rules: [{ allow: groups, groups: [\"Admin\"] }]) }"
        let errors = Fixture.errors("type T @model @auth(rules: [{ allow: owner }]) \(fields)")
        #expect(errors.contains("Found model \"T\" with required fields [\"secret\"] missing"), "\(errors)")
        #expect(Fixture.errors("type T @model(subscriptions: null) @auth(rules: [{ allow: owner }]) \(fields)") == "")
    }

    @Test
    func `two models with versions cannot hold each other`() {
        let text = """
            type A @model @auth(rules: [{ allow: owner }]) { b: B @hasOne }
            type B @model @auth(rules: [{ allow: owner }]) { a: [A] @hasMany }
            """
        #expect(Fixture.errors(text) == "")
        #expect(
            Fixture.errors(text, Fixture.versioned).contains(
                "A and B cannot refer to each other via @hasOne or @hasMany when DataStore is in use."))
    }

    // MARK: - Hostile schemas

    @Test
    func `a schema beyond a limit is refused with the number`() {
        let types = (0...500).map { "type T\($0) { a: Int }" }.joined(separator: "\n")
        #expect(Fixture.errors(types).contains("The schema has 501 types; at most 500 are allowed."))
        let fields = (0...100).map { "f\($0): Int" }.joined(separator: " ")
        #expect(
            Fixture.errors("type T @model @auth(rules: [{ allow: owner }]) { \(fields) }")
                == "1:6: T: The type has 101 fields; at most 100 are allowed.")
        #expect(
            Fixture.errors(String(repeating: " ", count: 1_048_577))
                == "The schema has 1048577 bytes; at most 1048576 are allowed.")
    }

    @Test(arguments: [
        "", "{", "type", "type T @model", "type T @model(queries: 1) { a: Int }", "query { a }", "type T @model { }",
        "type Query @model { a: Int }", "enum E { A } type E @model { a: Int }", "extend type T @model { a: Int }",
        "type T @model @model { a: Int }", "type T @model { id: [ID] }",
        "type T @model { a: T! }  type t @model { a: Int }",
        "type T @model @auth { a: Int }", "type T @model @auth(rules: 1) { a: Int }",
        "type T @model @auth(rules: [{}]) { a: Int }", "type T @model @auth(rules: [{ allow: unknown }]) { a: Int }",
        "input AMPLIFY { globalAuthRule: AuthRule = { allow: private } } type T @model { a: Int }",
        "type T @model { a: [T] @manyToMany(relationName: \"R\") b: [T] @manyToMany(relationName: \"R\") }",
        "type ModelStringInput @model { a: Int }",
        "type T @model { a: Int } type ModelTConnection { a: Int }",
        "type T @model { a: Int } type Query { getT: Int }",
    ])
    func `a schema without meaning is refused and not compiled`(text: String) {
        #expect(Fixture.errors(text) != "")
    }
}
