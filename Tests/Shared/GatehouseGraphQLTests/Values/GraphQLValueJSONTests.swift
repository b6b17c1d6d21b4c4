// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGraphQL
import GatehouseWire
import Testing

/// Values as JSON documents.
@Suite struct GraphQLValueJSONTests {
    // MARK: - Reading

    @Test(arguments: [
        "null", " true ", "false", "1", "-0", "1.0", "1e3", "9223372036854775808", "-2.5", #""a\"\u00e9\n""#, "[]",
        "{}", "[[],[1,[null]]]", #"{"b":1,"a":{"d":[{}],"c":"x"}}"#, #"{"é":1,"z":2,"a\u0000":3,"a":4}"#,
        #"{"a":1,"b":2,"a":3}"#, #"{"é":1,"e\u0301":2,"é":3}"#,
    ])
    func `a document is read as the general reader reads it`(text: String) throws {
        let json = Array(text.utf8)
        let value = try GraphQLValue(json: json)
        let expected = GraphQLValue(try WireValue(json: json))
        #expect(value == expected && value.jsonBytes() == expected.jsonBytes())
    }

    @Test func `members are in the order of their names, and the last of two equal ones counts`() throws {
        let value = try GraphQLValue(json: Array(#"{"b":1,"c":{"y":1,"x":2},"a":2,"b":3}"#.utf8))
        #expect(String(decoding: value.jsonBytes(), as: UTF8.self) == #"{"a":2,"b":3,"c":{"x":2,"y":1}}"#)
    }

    @Test(arguments: [
        "", "{", "[1,]", "[,]", #"{"a":1,}"#, #"{"a"}"#, #"{"a":1 "b":2}"#, "[1}", #"{"a":1]"#, "1 2", "[] []", "nul",
    ])
    func `garbage is refused`(text: String) {
        #expect(throws: WireSyntaxError.notJSON) { try GraphQLValue(json: Array(text.utf8)) }
    }

    @Test func `nesting is accepted to its bound and no further`() throws {
        func nested(_ depth: Int) -> [UInt8] {
            // Lists side by side do not add up.
            let list = String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1)
            return Array("[\(list),\(list)]".utf8)
        }
        _ = try GraphQLValue(json: nested(WireValue.maximumDepth))
        #expect(throws: WireSyntaxError.tooDeep) { try GraphQLValue(json: nested(WireValue.maximumDepth + 1)) }
    }

    // MARK: - Writing

    @Test(arguments: [
        ("", "\"\""), ("plain and é/😀", #""plain and é/😀""#), ("\"", #""\"""#), ("a\"b", #""a\"b""#),
        ("\"ab\\", #""\"ab\\""#), ("\n\r\t", #""\n\r\t""#), ("a\u{1}\u{1F}b\u{7F}", "\"a\\u0001\\u001Fb\u{7F}\""),
        ("a long text before \"a quotation\", é, and after", #""a long text before \"a quotation\", é, and after""#),
    ])
    func `texts are written with the escapes that they need`(text: String, json: String) {
        #expect(String(decoding: GraphQLValue.string(text).jsonBytes(), as: UTF8.self) == json)
        #expect(String(decoding: GraphQLValue.object([text: .null]).jsonBytes(), as: UTF8.self) == "{\(json):null}")
    }

    // MARK: - Objects

    @Test func `members stay in their places when others are removed`() {
        var object = GraphQLObject(inOrder: [("a", .int(1)), ("b", .int(2)), ("c", .int(3)), ("a", .int(4))])
        #expect(object.keys == ["a", "b", "c"] && object["a"] == .int(4))
        object["b"] = nil
        object["x"] = nil
        #expect(object.keys == ["a", "c"] && object["c"] == .int(3) && object["b"] == nil && object.count == 2)
        object["b"] = .int(5)
        #expect(object.keys == ["a", "c", "b"] && object["b"] == .int(5))
        object["c"] = .null
        #expect(object.keys == ["a", "c", "b"] && object["c"] == .null)
    }

    @Test func `objects are equal if they have the same members in the same order`() {
        var object: GraphQLObject = ["x": .null, "a": .int(1), "b": .int(2)]
        object["x"] = nil
        let other: GraphQLObject = ["a": .int(1), "b": .int(2)]
        #expect(object == other && object.hashValue == other.hashValue)
        #expect(object != ["b": .int(2), "a": .int(1)] && object != ["a": .int(1)])
        #expect(object != ["a": .int(1), "b": .null])
    }
}
