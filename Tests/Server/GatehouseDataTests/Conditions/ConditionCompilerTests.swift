// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL
import Testing

@testable import GatehouseData

@Suite
struct ConditionCompilerTests {
    private let model: Model

    init() throws {
        let api = try Fixture.api(
            """
            type T @model @auth(rules: [{ allow: private }]) {
              title: String size: Int tags: [String] place: Place parent: T @hasOne
              year: Int! month: Int!
            }
            type Place { city: String }
            """)
        model = try #require(api.model("T"))
    }

    private func condition(_ text: String) throws -> Condition? {
        try ConditionCompiler.condition(value(text), model)
    }

    /// The value of a literal without variables.
    private func value(_ text: String) throws -> GraphQLValue {
        func value(_ literal: Literal) -> GraphQLValue {
            switch literal.kind {
            case .int(let digits): .int(Int(digits) ?? 0)
            case .float(let text): .float(Double(text) ?? 0)
            case .string(let text): .string(text)
            case .boolean(let value): .boolean(value)
            case .enumeration(let name): .enumeration(name)
            case .list(let elements): .list(elements.map(value))
            case .object(let fields):
                .object(fields.reduce(into: [:]) { $0[$1.name.text] = value($1.value) })
            case .null, .variable: .null
            }
        }
        return value(try Literal(parsing: text))
    }

    @Test
    func `several fields and comparisons are all asked for`() throws {
        #expect(
            try condition("{ title: { eq: \"a\", ne: \"b\" }, size: { gt: 1 } }")
                == .all([
                    .field("title", .equal(.string("a"))), .field("title", .notEqual(.string("b"))),
                    .field("size", .order(.greater, .int(1))),
                ]))
    }

    @Test
    func `groups nest`() throws {
        let condition = try condition(
            "{ or: [{ title: { beginsWith: \"a\" } }, { and: [{ size: { between: [1, 3] } }, { not: { tags: { contains: \"x\" } } }] }] }"
        )
        #expect(
            condition
                == .any([
                    .field("title", .beginsWith("a")),
                    .all([
                        .field("size", .between(.int(1), .int(3))), .not(.field("tags", .contains(.string("x")))),
                    ]),
                ]))
    }

    @Test(arguments: [
        "{}", "{ and: [] }", "{ or: [] }", "{ title: null }", "{ title: {} }", "{ title: { contains: null } }",
    ])
    func `an empty filter is no condition`(text: String) throws {
        #expect(try condition(text) == nil)
    }

    @Test(arguments: [
        ("{ size: { between: [1] } }", ConditionProblem.between("size")),
        ("{ size: { between: [1, 2, 3] } }", .between("size")), ("{ parent: { eq: 1 } }", .unknownField("parent")),
        ("{ nothing: { eq: 1 } }", .unknownField("nothing")), ("{ _deleted: { eq: true } }", .unknownField("_deleted")),
        ("{ title: { attributeType: word } }", .unknownComparison("attributeType", field: "title")),
        ("{ title: { like: \"a\" } }", .unknownComparison("like", field: "title")),
    ])
    func `a wrong filter is refused`(text: String, problem: ConditionProblem) throws {
        #expect(throws: problem) { try condition(text) }
    }

    @Test
    func `a filter beyond a limit is refused`() throws {
        let wide = "{ or: [" + Array(repeating: "{ size: { eq: 1 } }", count: 101).joined(separator: ",") + "] }"
        #expect(throws: ConditionProblem.tooMany(100)) { try condition(wide) }
        let deep = String(repeating: "{ not: ", count: 11) + "{}" + String(repeating: "}", count: 11)
        #expect(throws: ConditionProblem.tooDeep(10)) { try condition(deep) }
        let long = "{ size: { in: [" + Array(repeating: "1", count: 101).joined(separator: ",") + "] } }"
        #expect(throws: ConditionProblem.tooLong(100)) { try condition(long) }
    }

    @Test(arguments: ["{}", "{ and: [] }", "{ size: null }", "null", "{ not: {} }"])
    func `empty groups are counted, too`(element: String) throws {
        func filter(_ count: Int) -> String {
            "{ and: [" + Array(repeating: element, count: count).joined(separator: ",") + "] }"
        }
        _ = try condition(filter(100))
        #expect(throws: ConditionProblem.tooManyGroups(200)) { try condition(filter(201)) }
    }

    @Test
    func `keys of several sort fields are joined up to the first one that is missing`() throws {
        func key(_ arguments: String) throws -> KeyCondition? {
            try ConditionCompiler.key(
                value(arguments).members ?? [:], partition: "title", sort: ["year", "month"], model)
        }
        #expect(
            try key("{ title: \"a\", yearMonth: { between: [{ year: 1 }, { year: 2, month: 3 }] } }")
                == KeyCondition(partition: .string("a"), sort: .between(.string("1"), .string("2#3"))))
        #expect(try key("{ title: \"a\" }") == KeyCondition(partition: .string("a")))
        #expect(try key("{}") == nil)
        #expect(throws: ConditionProblem.emptyKey("title")) { try key("{ title: \"\" }") }
        #expect(throws: ConditionProblem.missingKey(argument: "yearMonth", key: "title")) {
            try key("{ yearMonth: { eq: { year: 1 } } }")
        }
        #expect(throws: ConditionProblem.missingKey(argument: "sortDirection", key: "title")) {
            try key("{ sortDirection: DESC }")
        }
        #expect(throws: ConditionProblem.severalSortConditions("yearMonth")) {
            try key("{ title: \"a\", yearMonth: { eq: { year: 1 }, gt: { year: 2 } } }")
        }
    }
}
