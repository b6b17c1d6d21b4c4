// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL
import GatehouseTestSupport
import Testing

@testable import GatehouseData

/// Values that a client should not send: each has an error that names it, and none is stored.
@Suite(.hangLimit, .tags(.security))
struct BadInputTests {
    private static let schema = """
        type Item @model @auth(rules: [{ allow: private }]) {
          name: String @index(name: "byName", queryField: "itemsByName")
          count: Int
          weight: Float
          at: AWSDateTime
          stamp: AWSTimestamp
          notes: AWSJSON
          parts: [Part] @hasMany
        }
        type Part @model @auth(rules: [{ allow: private }]) { name: String }
        """

    private func items(_ count: Int = 0, limits: DataLimits = DataLimits()) async throws -> LiveAPI {
        let api = try await LiveAPI(Self.schema, limits: limits)
        for number in 0..<count {
            let document = "mutation { createItem(input: { id: \"\(number)\", name: \"n\" }) { id } }"
            _ = try await api.data(document, by: .alice)
        }
        return api
    }

    // MARK: - Pages

    @Test(arguments: ["listItems(limit: 1000)", "itemsByName(name: \"n\", limit: 2147483647)"])
    func `a limit above the longest page counts as that, and a token leads on`(field: String) async throws {
        let api = try await items(5, limits: DataLimits(page: 3))
        let data = try await api.data("{ page: \(field) { items { id } nextToken } }", by: .alice)
        #expect(data["page"]?["items"]?.elements?.count == 3)
        #expect(data["page"]?["nextToken"]?.text != nil)
    }

    @Test(arguments: [
        "listItems(limit: 0) { items { id } }", "itemsByName(name: \"n\", limit: -5) { items { id } }",
        "getItem(id: \"0\") { parts(limit: 0) { items { id } } }",
    ])
    func `a page of no records is refused`(field: String) async throws {
        let api = try await items(1)
        #expect(try await api.errors("{ \(field) }", by: .alice) == ["BadRequest"])
    }

    // MARK: - Filters

    @Test(arguments: [
        ("{ name: { attributeType: text } }", "with value 'text' is not a valid 'ModelAttributeTypes'"),
        ("{ parts: { eq: \"1\" } }", "contains a field not in 'ModelItemFilterInput': 'parts'"),
        ("{ none: { eq: 1 } }", "contains a field not in 'ModelItemFilterInput': 'none'"),
        ("{ count: { beginsWith: \"1\" } }", "contains a field not in 'ModelIntInput': 'beginsWith'"),
    ])
    func `a filter that the schema does not have is invalid`(filter: String, message: String) async throws {
        let messages = try await items().messages("{ listItems(filter: \(filter)) { nextToken } }", by: .alice)
        #expect(messages.count == 1 && messages[0].hasPrefix("Validation error of type WrongType: argument 'filter"))
        #expect(messages[0].contains(message), "\(messages)")
    }

    @Test(arguments: ["[]", "[1]", "[1, 2, 3]"])
    func `a range without two ends is refused`(values: String) async throws {
        let document = "{ listItems(filter: { count: { between: \(values) } }) { nextToken } }"
        let api = try await items()
        #expect(try await api.errors(document, by: .alice) == ["BadRequest"])
        #expect(try await api.messages(document, by: .alice) == ["'between' of 'count' needs two values."])
    }

    // MARK: - Values

    @Test(arguments: [
        ("count: 2147483648", "Int"), ("count: -2147483649", "Int"), ("count: 99999999999999999999", "Int"),
        ("count: 1.5", "Int"), ("weight: 1e999", "Float"), ("at: \"10000-01-01T00:00:00Z\"", "AWSDateTime"),
        ("at: \"+010000-01-01T00:00:00Z\"", "AWSDateTime"), ("stamp: 253402300800000", "AWSTimestamp"),
        ("notes: \"{\"", "AWSJSON"),
    ])
    func `a value outside its type is refused in a document`(field: String, type: String) async throws {
        let api = try await items()
        let messages = try await api.messages("mutation { createItem(input: { \(field) }) { id } }", by: .alice)
        #expect(messages.count == 1 && messages[0].contains("WrongType"))
        #expect(messages[0].contains("is not a valid '\(type)'"), "\(messages)")
        #expect(api.statements.take() == 0)
    }

    @Test(arguments: [
        ("count", GraphQLValue.int(2_147_483_648)), ("count", .float(1.5)), ("count", .string("1")),
        ("weight", .float(.infinity)), ("weight", .float(.nan)), ("at", .string("10000-01-01T00:00:00Z")),
        ("stamp", .int(.max)), ("notes", .string("{")), ("name", .int(1)),
    ])
    func `a value outside its type is refused in a variable`(field: String, value: GraphQLValue) async throws {
        let api = try await items()
        let document = "mutation m($input: CreateItemInput!) { createItem(input: $input) { id } }"
        let messages = try await api.messages(document, ["input": .object([field: value])], by: .alice)
        #expect(messages == ["Variable 'input' has an invalid value."])
    }

    // MARK: - Text

    @Test(arguments: [#"\uD800"#, #"\uDC00"#, #"\uD800\u0061"#, #"\uDBFF\uDBFF"#])
    func `half of a pair of surrogates is refused`(text: String) async throws {
        let messages = try await items().messages(
            "mutation { createItem(input: { name: \"\(text)\" }) { id } }", by: .alice)
        #expect(messages.count == 1 && messages[0].contains("Invalid character escape sequence"))
    }

    @Test(arguments: [
        String(repeating: #"\u0301"#, count: 31), String(repeating: "\u{301}", count: 31),
        #"\\"# + String(repeating: #"\u0301"#, count: 31),
    ])
    func `a text that is not stream-safe is refused`(text: String) async throws {
        let messages = try await items().messages(
            "mutation { createItem(input: { name: \"a\(text)\" }) { id } }", by: .alice)
        #expect(messages.count == 1 && messages[0].contains("combining marks"))
    }

    @Test
    func `a document of JSON in a field is checked for the texts that it spells`() async throws {
        let api = try await items()
        let document = "mutation m($notes: AWSJSON!) { createItem(input: { notes: $notes }) { notes } }"
        for notes in ["\"" + String(repeating: #"\u0301"#, count: 31) + "\"", #""\uD800""#] {
            #expect(
                try await api.messages(document, ["notes": .string(notes)], by: .alice)
                    == ["Variable 'notes' has an invalid value."])
        }
        #expect(try await api.errors(document, ["notes": .string(#""\u0301""#)], by: .alice) == [])
    }
}
