// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGraphQL
import Testing

/// A back end without anything.
private struct NoResolver: FieldResolver {
    func resolve(
        _ field: PlannedField, of object: Int?, at path: [PathSegment]
    ) async throws(GraphQLError) -> Resolved<Int> { .null }
}

/// Introspection (specification, section 4).
struct IntrospectionTests {
    private func response(to text: String, _ schema: Schema? = nil) async throws -> GraphQLValue {
        let document = try Document(parsing: text)
        let schema = try schema ?? Fixture.schema.get()
        #expect(document.errors(against: schema) == [])
        let plan = try ExecutionPlan(document.operations[0], in: document, schema: schema, variables: [:])
        let result = await Executor(schema, NoResolver()).execute(plan)
        #expect(result.errors == [])
        return .object(try #require(result.data))
    }

    private func json(_ value: GraphQLValue) -> String { String(decoding: value.jsonBytes(), as: UTF8.self) }

    /// The query of graphql-js and graphql-core, which tools send.
    static let query = """
        query IntrospectionQuery {
          __schema {
            description
            queryType { name }
            mutationType { name }
            subscriptionType { name }
            types { ...FullType }
            directives { name description isRepeatable locations args { ...InputValue } }
          }
        }
        fragment FullType on __Type {
          kind
          name
          description
          specifiedByURL
          fields(includeDeprecated: true) {
            name
            description
            args { ...InputValue }
            type { ...TypeRef }
            isDeprecated
            deprecationReason
          }
          inputFields { ...InputValue }
          interfaces { ...TypeRef }
          enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason }
          possibleTypes { ...TypeRef }
        }
        fragment InputValue on __InputValue { name description type { ...TypeRef } defaultValue }
        fragment TypeRef on __Type {
          kind
          name
          ofType {
            kind
            name
            ofType {
              kind
              name
              ofType {
                kind
                name
                ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } }
              }
            }
          }
        }
        """

    @Test func `the query of the tools is answered whole`() async throws {
        let answer = try await response(to: Self.query)
        let schema = try #require(answer["__schema"])
        let types = try #require(schema["types"]?.elements)
        #expect(schema["queryType"]?["name"] == .string("Query"))
        #expect(schema["subscriptionType"]?["name"] == .string("Subscription"))
        let names = types.compactMap { $0["name"]?.text }
        #expect(Set(names).isSuperset(of: ["Query", "Dog", "Filter", "Command", "Int", "__Schema", "__Directive"]))
        #expect(Set(names).count == names.count)
        let directives = try #require(schema["directives"]?.elements)
        #expect(
            directives.compactMap { $0["name"]?.text } == [
                "marked", "once", "include", "skip", "deprecated", "specifiedBy",
            ])
        #expect(directives[0]["isRepeatable"] == .boolean(true))
        #expect(
            directives[0]["locations"]
                == .list([.enumeration("FIELD"), .enumeration("QUERY"), .enumeration("FRAGMENT_SPREAD")]))
        let pets = types.first { $0["name"] == .string("Query") }?["fields"]?.elements?.first {
            $0["name"] == .string("pets")
        }
        #expect(
            try json(#require(pets?["args"]))
                == #"[{"name":"first","description":null,"type":{"kind":"NON_NULL","name":null,"#
                + #""ofType":{"kind":"SCALAR","name":"Int","ofType":null}},"defaultValue":"10"},"#
                + #"{"name":"after","description":null,"type":{"kind":"SCALAR","name":"String","ofType":null},"#
                + #""defaultValue":null}]"#
        )
    }

    @Test func `the query of the tools is answered whole for a schema of 500 types`() async throws {
        let types = (0..<500).map { number in
            let fields = (0..<10).map { "f\($0)(a: [Int!] = [1]): [T\((number + $0) % 500)!]!" }
            return "type T\(number) { \(fields.joined(separator: " ")) }"
        }
        let schema = try Schema(parsing: types.joined(separator: "\n") + " type Query { t: T0 }")
        let answer = try await response(to: Self.query, schema)
        #expect(try #require(answer["__schema"]?["types"]?.elements).count > 500)
    }

    @Test func `the whole schema is shown twice in one response, and no more often`() async throws {
        let start = try #require(Self.query.firstRange(of: "fragment FullType")).lowerBound
        let schema = try Fixture.schema.get()
        for (count, isAnswered) in [(2, true), (4, false), (30, false)] {
            let fields = (0..<count).map { "s\($0): __schema { types { ...FullType } }" }
            let text = "{ \(fields.joined(separator: " ")) } " + String(Self.query[start...])
            let document = try Document(parsing: text)
            let plan = try ExecutionPlan(document.operations[0], in: document, schema: schema, variables: [:])
            let result = await Executor(schema, NoResolver()).execute(plan)
            #expect(result.errors.count == (isAnswered ? 0 : 1))
            #expect(result.errors.allSatisfy { $0.code == .limit && $0.message.hasSuffix("values about the schema.") })
        }
    }

    @Test func `each kind of type shows what it has, and null for the rest`() async throws {
        let text = """
            {
              object: __type(name: "Human") { ...T }
              interface: __type(name: "Pet") { ...T }
              union: __type(name: "CatOrDog") { ...T }
              enum: __type(name: "Color") { ...T }
              scalar: __type(name: "Anything") { ...T }
              input: __type(name: "OwnerInput") { ...T }
              none: __type(name: "Unknown") { ...T }
            }
            fragment T on __Type {
              kind fields { name } interfaces { name } possibleTypes { name } enumValues { name } inputFields { name }
            }
            """
        let answer = try await response(to: text)
        func line(_ key: String) throws -> String { try json(#require(answer[key])) }
        #expect(
            try line("object")
                == #"{"kind":"OBJECT","fields":[{"name":"name"},{"name":"pets"}],"interfaces":[{"name":"Named"}],"#
                + #""possibleTypes":null,"enumValues":null,"inputFields":null}"#
        )
        #expect(
            try line("interface")
                == #"{"kind":"INTERFACE","fields":[{"name":"name"},{"name":"owner"}],"interfaces":[],"#
                + #""possibleTypes":[{"name":"Dog"},{"name":"Cat"}],"enumValues":null,"inputFields":null}"#
        )
        #expect(
            try line("union")
                == #"{"kind":"UNION","fields":null,"interfaces":null,"possibleTypes":[{"name":"Cat"},"#
                + #"{"name":"Dog"}],"enumValues":null,"inputFields":null}"#
        )
        #expect(
            try line("enum")
                == #"{"kind":"ENUM","fields":null,"interfaces":null,"possibleTypes":null,"#
                + #""enumValues":[{"name":"BROWN"},{"name":"WHITE"}],"inputFields":null}"#
        )
        #expect(
            try line("scalar")
                == #"{"kind":"SCALAR","fields":null,"interfaces":null,"possibleTypes":null,"enumValues":null,"#
                + #""inputFields":null}"#
        )
        #expect(
            try line("input")
                == #"{"kind":"INPUT_OBJECT","fields":null,"interfaces":null,"possibleTypes":null,"enumValues":null,"#
                + #""inputFields":[{"name":"name"},{"name":"age"}]}"#
        )
        #expect(answer["none"] == .null)
    }

    @Test func `deprecated elements are shown on demand, with their reasons`() async throws {
        let schema = try Schema(
            parsing: """
                "The schema" schema { query: Q }
                type Q { a: E @deprecated b: Int @deprecated(reason: "use c") c(d: [E!] = [A]): Int }
                enum E { A B @deprecated }
                scalar S @specifiedBy(url: "https://example.org/s")
                """)
        let answer = try await response(
            to: """
                {
                  __schema { description }
                  q: __type(name: "Q") {
                    shown: fields { name args { defaultValue } }
                    all: fields(includeDeprecated: true) { name isDeprecated deprecationReason }
                  }
                  e: __type(name: "E") { enumValues { name } all: enumValues(includeDeprecated: true) { isDeprecated } }
                  s: __type(name: "S") { specifiedByURL }
                }
                """, schema)
        #expect(answer["__schema"]?["description"] == .string("The schema"))
        #expect(json(answer["q"]?["shown"] ?? .null) == #"[{"name":"c","args":[{"defaultValue":"[A]"}]}]"#)
        #expect(
            json(answer["q"]?["all"] ?? .null)
                == #"[{"name":"a","isDeprecated":true,"deprecationReason":"No longer supported"},"#
                + #"{"name":"b","isDeprecated":true,"deprecationReason":"use c"},"#
                + #"{"name":"c","isDeprecated":false,"deprecationReason":null}]"#)
        #expect(json(answer["e"]?["enumValues"] ?? .null) == #"[{"name":"A"}]"#)
        #expect(json(answer["e"]?["all"] ?? .null) == #"[{"isDeprecated":false},{"isDeprecated":true}]"#)
        #expect(answer["s"]?["specifiedByURL"] == .string("https://example.org/s"))
    }

    @Test func `tools may ask for deprecated inputs, and no input is deprecated`() async throws {
        let answer = try await response(
            to: """
                {
                  q: __type(name: "Query") { fields { args(includeDeprecated: true) { isDeprecated deprecationReason } } }
                  f: __type(name: "Filter") { inputFields(includeDeprecated: true) { isDeprecated } }
                  __schema { directives { args(includeDeprecated: true) { isDeprecated } } }
                }
                """)
        for part in [answer["q"], answer["f"], answer["__schema"]] {
            let text = json(part ?? .null)
            #expect(text.contains(#""isDeprecated":false"#) && !text.contains(#""isDeprecated":true"#))
        }
    }

    @Test func `__typename is a field of introspection's types, too`() async throws {
        let answer = try await response(to: "{ __typename __schema { __typename queryType { __typename } } }")
        #expect(
            json(answer)
                == #"{"__typename":"Query","__schema":{"__typename":"__Schema","queryType":{"__typename":"__Type"}}}"#)
    }
}
