// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseDataModel
import Testing

@testable import GatehouseData

/// The errors and the warnings of a schema with typical mistakes: each says what to write.
@Suite struct SchemaHintTests {
    private static let rules = "@model @auth(rules: [{ allow: owner }])"

    private func warnings(_ text: String) throws -> [String] { try Fixture.api(text).warnings.map(\.description) }

    // MARK: - Errors

    @Test(arguments: [
        ("a: DateTime", "Unknown type 'DateTime'. Did you mean 'AWSDateTime'?"),
        ("a: Bool", "Unknown type 'Bool'. Did you mean 'Boolean'?"),
        ("a: string", "Unknown type 'string'. Did you mean 'String'?"),
        ("a: [u]", "Unknown type 'u'. Did you mean 'U'?"),
        ("a: Int @primarykey", "Unknown directive '@primarykey'. Did you mean '@primaryKey'?"),
        ("a: ID! @id", "Unknown directive '@id'. Did you mean '@primaryKey'?"),
        ("a: U @belongTo", "Unknown directive '@belongTo'. Did you mean '@belongsTo'?"),
        ("a: Int @aws_api_keys", "Unknown directive '@aws_api_keys'. Did you mean '@aws_api_key'?"),
        (
            "a: Int @index(sortFields: [\"a\"])",
            "Unknown argument 'sortFields' on directive '@index'. Did you mean 'sortKeyFields'?"
        ),
        (
            "a: Int @index(fields: [\"a\"])",
            "Unknown argument 'fields' on directive '@index'. Its arguments: name, sortKeyFields, queryField, projection."
        ),
        (
            "a: Int @index(name: \"i\", sortKeyFields: [\"titel\"])",
            "Can't find field 'titel' in T, but it was specified in index 'i'. Did you mean 'title'?"
        ),
        (
            "a: Int @index(name: \"i\", sortKeyFields: [\"createdAt\"])",
            "Can't find field 'createdAt' in T, but it was specified in index 'i'. The compiler adds this field; declare "
                + "it to use it in a key: createdAt: AWSDateTime!"
        ),
        (
            "a: Int! @primaryKey(sortKeyFields: [\"Title\"])",
            "Can't find field 'Title' in T, but it was specified in the primary key. Did you mean 'title'?"
        ),
        ("a: [U] @hasMany(fields: [\"titles\"])", "titles is not a field in T. Did you mean 'title'?"),
        (
            "a: [U] @hasMany(indexName: \"byName\", fields: [\"id\"])",
            "Index byName does not exist for model U. Did you mean 'byNames'?"
        ),
        ("a: E @default(value: \"open\")", "Default value \"open\" is not a member of E enum. Did you mean 'OPEN'?"),
    ])
    func `an error names what was probably meant`(_ field: String, _ message: String) {
        let errors = Fixture.errors(
            """
            type T \(Self.rules) { title: String \(field) }
            type U \(Self.rules) { name: String @index(name: "byNames") }
            enum E { OPEN CLOSED }
            """)
        #expect(errors.split(separator: "\n").contains { $0.hasSuffix("T: " + message) }, "\(errors)")
    }

    @Test(arguments: [
        ("allow: owners", "Did you mean 'owner'? Its values: owner, groups, private, custom, public."),
        ("allow: authenticated", "Did you mean 'private'? Its values: owner, groups, private, custom, public."),
        ("allow: owner, provider: userpools", "Did you mean 'userPools'? Its values: apiKey, iam, "),
        ("allow: owner, operations: [write]", "Its values: create, update, delete, read, get, list, sync, listen"),
        ("allow: owner, operations: [reed]", "Did you mean 'read'? Its values: create, update, delete, read, "),
        ("allow: owner, operation: [read]", "'operation'. Did you mean 'operations'?"),
        ("allow: groups, group: \"Admin\"", "'group'. Did you mean 'groups'?"),
    ])
    func `an error of a rule names the values that there are`(_ rule: String, _ end: String) {
        let errors = Fixture.errors("type T @model @auth(rules: [{ \(rule) }]) { a: Int }")
        #expect(errors.contains(end), "\(errors)")
    }

    @Test(arguments: [
        ("type T @model { done: Boolean = false }", "write @default(value: \"…\") after its type."),
        ("type T @model {\n  title: String?\n}", "A value is optional unless ! follows its type."),
        ("type T @model { title: String; }", "Definitions and fields end without a semicolon."),
        ("// A comment\ntype T @model { title: String }", "A comment begins with #."),
        ("type T @model { a: String @default(value: 'x') }", "A text is between double quotation marks."),
        ("type T @model { a: Array<String> }", "A list is written as [String]."),
        ("model T { a: Int }", "A model is written as type NAME @model { … }."),
        ("type T { a: Int }\r\ntyp U { a: Int }", "Did you mean 'type'?"),
        ("type T @model {\n  a: Int\n", "The { in line 1 is not closed."),
        ("type T {\n  # }\n  a: Int @default(value: \"}\")\n\n", "The { in line 1 is not closed."),
        ("type T { a: Int }\n\"\"\"\n{ \"}\" {\n\"\"\"\ntype U\n{", "The { in line 6 is not closed."),
        ("type T @model {\r\n  a: Int\r\ntype U @model {\r\n  b: Int\r\n}", "The { in line 1 is not closed."),
        ("T @model { a: Int }", "A definition begins with type, enum, input, interface, union, scalar, extend, "),
    ])
    func `an error of syntax says what to write in place of what other languages have`(_ text: String, _ hint: String) {
        let errors = Fixture.errors(text)
        #expect(errors.contains("Syntax Error: ") && errors.contains(" " + hint), "\(errors)")
    }

    @Test(arguments: [
        "enum E { A = 1 }", "type", "type T @model {\n  type Int\n}", "type T @model { a Int }", "type 1",
        "type T { \"", "\u{2028}type\n\n=",
    ])
    func `another error of syntax has no such sentence`(_ text: String) {
        let errors = Fixture.errors(text)
        #expect(errors.contains("Syntax Error: ") && errors.hasSuffix("."), "\(errors)")
        #expect(errors.components(separatedBy: ". ").count == 1, "\(errors)")
    }

    @Test(arguments: [("0", "0"), ("1.5", "1.5"), ("true", "true")])
    func `a default value without quotation marks has the text to write`(_ value: String, _ text: String) {
        let errors = Fixture.errors("type T \(Self.rules) { a: Int @default(value: \(value)) }")
        #expect(errors.contains("is not a valid 'String'. Write \"\(text)\" with quotation marks."), "\(errors)")
    }

    @Test(arguments: ["", " \n\t,\n", "# type T @model { a: Int }\r\n  # end", "\u{FEFF}\n"])
    func `an empty schema is named so`(_ text: String) {
        #expect(
            Fixture.errors(text) == "The schema is empty. Write a type with @model: type Todo @model { title: String }")
    }

    @Test(arguments: [
        ("type Todo { title: String }", "1:6: Todo: ", "Todo"),
        ("enum E { A }\n  type Todo { title: String }\ntype List { a: Int }", "2:8: Todo: ", "Todo"),
        ("type Mutation { a: Int }\ntype Todo { title: String }", "2:6: Todo: ", "Todo"), ("enum E { A }", "", "Todo"),
    ])
    func `a schema without a model says at the first type what to write`(
        _ text: String, _ place: String, _ name: String
    ) {
        #expect(
            Fixture.errors(text)
                == place + "No type has @model, so the API would have no records and no queries. Write @model after "
                + "the name of each type with records: type \(name) @model { … }")
    }

    // MARK: - Errors that follow from others

    @Test(arguments: ["modle", "models", "table"])
    func `a misspelt model has no errors that follow from it`(_ directive: String) {
        let errors = Fixture.errors(
            """
            type List \(Self.rules) { todos: [Todo] @hasMany tags: [Todo] @manyToMany(relationName: "Tags") }
            type Todo @\(directive) @auth(rules: [{ allow: owner }]) {
              title: String @default(value: "x") list: List @belongsTo lists: [List] @manyToMany(relationName: "Tags")
            }
            """)
        #expect(errors == "2:11: Todo: Unknown directive '@\(directive)'. Did you mean '@model'?")
    }

    @Test func `a directive of the author that resembles model does not hide that rules need a model`() {
        let errors = Fixture.errors(
            "directive @models on OBJECT type T @models @auth(rules: [{ allow: owner }]) { a: Int }")
        #expect(errors.hasSuffix("T: Types annotated with @auth must also be annotated with @model."), "\(errors)")
    }

    @Test func `two models whose names differ by case only have one error`() {
        let errors = Fixture.errors("type Todo \(Self.rules) { a: Int }\ntype todo \(Self.rules) { a: Int }")
        #expect(errors == "2:6: todo: The operation 'query.getTodo' is already an operation of 'Todo'.")
    }

    @Test func `a default value of an unknown type has no error of its own`() {
        let errors = Fixture.errors("type T \(Self.rules) { a: DateTime @default(value: \"x\") }")
        #expect(errors.hasSuffix("T: Unknown type 'DateTime'. Did you mean 'AWSDateTime'?") && !errors.contains("\n"))
    }

    // MARK: - Names of fields and claims in rules

    @Test(arguments: [
        (
            "{ allow: owner, ownerField: \"autor\" }",
            "The rule adds the field 'autor' for owners, because the model has no such field. Did you mean 'author'?"
        ),
        (
            "{ allow: groups, groupsField: \"team\" }",
            "The rule has no effect, because the model has no field 'team' with groups. Did you mean 'teams'?"
        ),
        (
            "{ allow: groups, groupsField: \"readers\" }",
            "The rule has no effect, because the model has no field 'readers' with groups. Declare it: readers: [String]"
        ),
        ("{ allow: owner, ownerField: \"Author\" }", "The field 'author' differs from 'Author' by case only."),
        (
            "{ allow: owner, ownerField: \"author\", identityClaim: \"emial\" }",
            "Tokens of user pools have no claim 'emial', unless a trigger adds it. Did you mean 'email'?"
        ),
        (
            "{ allow: owner, ownerField: \"author\", identityClaim: \"sub::user_name\" }",
            "Tokens of user pools have no claim 'user_name', unless a trigger adds it. Did you mean 'username'?"
        ),
        (
            "{ allow: groups, groups: [\"A\"], groupClaim: \"cognito:group\" }",
            "Tokens of user pools have no claim 'cognito:group', unless a trigger adds it. Did you mean 'cognito:groups'?"
        ),
    ])
    func `a rule with a name that is probably misspelt has a warning`(_ rule: String, _ message: String) throws {
        let warnings = try warnings("type T @model @auth(rules: [\(rule)]) { author: String teams: [String] }")
        #expect(warnings.contains { $0 == "1:29: T: \(message)" }, "\(warnings)")
    }

    @Test func `a list that is named like owners has a warning if the rule uses another field`() throws {
        let warnings = try warnings("type T @model @auth(rules: [{ allow: owner }]) { owners: [String] }")
        #expect(
            warnings == [
                "1:29: T: The rule adds the field 'owner' for owners, and does not use the field 'owners'. If that has "
                    + "the owners, write ownerField: \"owners\"."
            ])
    }

    @Test(arguments: [
        "{ allow: owner }", "{ allow: owner, ownerField: \"createdBy\" }", "{ allow: owner, ownerField: \"editors\" }",
        "{ allow: owner, identityClaim: \"tenant\" }", "{ allow: owner, identityClaim: \"custom:id\" }",
        "{ allow: owner, provider: oidc, identityClaim: \"user_name\" }", "{ allow: groups, groupsField: \"teams\" }",
        "{ allow: groups, groups: [\"A\"], groupClaim: \"https://example.org/groups\" }",
    ])
    func `a rule that leaves a field to the compiler or names a claim of its own has no warning`(_ rule: String) throws
    {
        let text = "type T @model @auth(rules: [\(rule)]) { title: String ownerId: ID teams: [String] }"
        #expect(try warnings(text) == [])
    }

    // MARK: - Root fields

    @Test func `a root field without a function has a warning with the directive to write`() throws {
        let warnings = try warnings(
            """
            type T \(Self.rules) { a: Int }
            type Query { search(text: String): [T] found: Int @function(name: "find") }
            type Mutation { publish: T }
            """)
        #expect(
            warnings == [
                "2:14: Query: The field 'search' never has a value, because no function computes it. Write "
                    + "@function(name: \"search\") after its type, and add that function to the functions file.",
                "3:17: Mutation: The field 'publish' never has a value, because no function computes it. Write "
                    + "@function(name: \"publish\") after its type, and add that function to the functions file.",
            ])
    }

    @Test func `a subscription without events has a warning with the reason`() throws {
        let warnings = try warnings(
            """
            type T \(Self.rules) { a: Int }
            type U \(Self.rules) { a: Int }
            type Mutation { publish: T @function(name: "publish") }
            type Subscription {
              silent: T
              right: T @aws_subscribe(mutations: ["createT", "deleteT"])
              misspelt: T @aws_subscribe(mutations: ["craeteT"])
              other: T @aws_subscribe(mutations: ["createU"])
              own: T @aws_subscribe(mutations: ["publish"])
            }
            """)
        #expect(
            warnings == [
                "5:3: Subscription: The subscription 'silent' gets no events, because it names no mutations. Write "
                    + "@aws_subscribe(mutations: [\"…\"]) after its type.",
                "7:3: Subscription: The subscription 'misspelt' gets no events of 'craeteT': there is no such mutation. "
                    + "Did you mean 'createT'?",
                "8:3: Subscription: The subscription 'other' gets no events of 'createU': that mutation answers with the "
                    + "type 'U', and the subscription has the type 'T'.",
                "9:3: Subscription: The subscription 'own' gets no events of 'publish': only the generated mutations of "
                    + "models have events.",
            ])
    }

    // MARK: - Other languages

    @Test(arguments: [
        ("amplify/data/resource.ts", "type T @model { a: Int }", ForeignSchema.typeScript),
        ("schema", "import { type ClientSchema, a } from '@aws-amplify/backend';", .typeScript),
        ("schema", "\n  // The models\nimport { a } from 'b'", .typeScript),
        ("schema.graphql", "\u{FEFF}export const data = defineData({ schema })", .typeScript),
        ("schema.json", "{\n  \"data\": { \"__schema\": {} } }", .json),
    ])
    func `a schema in another language is recognized`(_ path: String, _ text: String, _ language: ForeignSchema) {
        #expect(ForeignSchema(path: path, text: text) == language)
        #expect(language.cure.isEmpty == false && language.problem.contains("GraphQL"))
    }

    @Test(arguments: [
        "type T @model { a: Int }", "# import { a }\ntype T { a: Int }", "\"A description\" type T { a: Int }", "",
        "{ a }",
    ])
    func `a text in GraphQL is no schema in another language`(_ text: String) {
        #expect(ForeignSchema(path: "schema.graphql", text: text) == nil)
    }
}
