// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseWire
import Testing

@Suite struct WireValueJSONTests {
    @Test(
        arguments: [
            ("1", .integer(1)), ("-0", .integer(0)), ("1.0", .integer(1)), ("1e3", .integer(1_000)),
            ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            ("9223372036854775808", .double(9_223_372_036_854_775_808)), ("1689980857.949", .double(1_689_980_857.949)),
            ("true", .bool(true)), ("false", .bool(false)), ("null", .null), (#""1""#, .string("1")),
            ("[]", .array([])), ("{}", .object([:])), (#""\ud83d\ude00""#, .string("😀")),
            (#"{"a":[1,{"b":null}]}"#, ["a": [1, ["b": nil]]]),
        ] as [(String, WireValue)])
    func `values are read with their types`(text: String, value: WireValue) throws {
        #expect(try WireValue(json: Data(text.utf8)) == value)
    }

    @Test(arguments: [
        "", " ", "{", "}", "[1,]", "[1 , ]", #"{"a":1,}"#, "[,]", "[1,,2]", #"{"a"}"#, #"{"a":}"#, "nul", "NaN",
        "Infinity", "-", "1e999", "01", "1 2", "'a'",
        #""\ud83d""#, #""\ude00\ud83d""#, #""\x41""#, "\"\u{1}\"", "[\u{0}]", #"{"a":1 "b":2}"#, "//", "{a:1}",
    ])
    func `garbage is refused`(text: String) {
        #expect(throws: WireSyntaxError.notJSON) {
            try WireValue(json: Data(text.utf8))
        }
    }

    @Test func `bytes that are not UTF-8 are refused`() {
        #expect(throws: WireSyntaxError.self) { try WireValue(json: Data([0x22, 0xFF, 0xFE, 0x22])) }
        #expect(throws: WireSyntaxError.self) { try WireValue(json: Data([0x7B, 0x00, 0x7D, 0x00])) }
    }

    @Test(arguments: ["[", #"{"a":"#, "[[{\"a\":"])
    func `nesting without end is refused`(opening: String) {
        let text = String(repeating: opening, count: 200_000)
        #expect(throws: WireSyntaxError.tooDeep) { try WireValue(json: Data(text.utf8)) }
    }

    @Test func `a megabyte of nested arrays costs no more than its length`() throws {
        let element = String(repeating: "[", count: 62) + String(repeating: "]", count: 62)
        let text = "[" + Array(repeating: element, count: 8_000).joined(separator: ",") + "]"
        #expect(try WireValue(json: Data(text.utf8)).arrayValue?.count == 8_000)
    }

    @Test(arguments: [
        #""\u00"#, #""\u00g0""#, #""\"#, #""\ud83d\n""#, "-", "1.", "1e", "1e+", ".5", "+1", "tru", "[1", #"{"a""#,
    ])
    func `a document that ends too soon is refused`(text: String) {
        #expect(throws: WireSyntaxError.notJSON) { try WireValue(json: Data(text.utf8)) }
    }

    @Test func `nesting is accepted to its bound and no further`() throws {
        func nested(_ depth: Int) -> Data {
            Data((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        _ = try WireValue(json: nested(WireValue.maximumDepth))
        #expect(throws: WireSyntaxError.tooDeep) { try WireValue(json: nested(WireValue.maximumDepth + 1)) }
    }

    @Test func `brackets within text do not nest`() throws {
        let text = String(repeating: #"[{\""#, count: 100)
        #expect(try WireValue(json: Data("\"\(text)\"".utf8)).stringValue?.count == 300)
    }

    @Test func `any damage to a document is survived`() throws {
        let document = Array(#"{"a":[1,2.5,"\u00e9\n",true,null],"b":{"c":"d"}}"#.utf8)
        for index in document.indices {
            for byte: UInt8 in [0, 0x22, 0x5C, 0x5D, 0x7B, 0x80, 0xFF] {
                var damaged = document
                damaged[index] = byte
                _ = try? WireValue(json: Data(damaged))
                _ = try? WireValue(json: Data(document.prefix(index)))
            }
        }
    }

    @Test func `writing is deterministic and escapes what must be escaped`() {
        let value: WireValue = ["b": [1, 2.5, nil, true], "a": "\"\\\n\r\t\u{1}\u{1F}é/😀", "c": .double(.nan)]
        let text = #"{"a":"\"\\\n\r\t\u0001\u001fé/😀","b":[1,2.5,null,true],"c":null}"#
        #expect(String(decoding: value.json(), as: UTF8.self) == text)
    }

    @Test func `only the order of members is open in unordered JSON`() throws {
        let names = (0..<100).map { "name \($0)" }
        let object = WireValue.object(ofTexts: Dictionary(uniqueKeysWithValues: names.map { ($0, $0 + "\n") }))
        let value: WireValue = ["some": [object, [:], ["a": nil]]]
        #expect(value.unorderedJSON().count == value.json().count && value.unorderedJSON() != value.json())
        #expect(try WireValue(json: value.unorderedJSON()) == value)
        #expect((["a": 1] as WireValue).unorderedJSON() == Data(#"{"a":1}"#.utf8))
    }

    @Test(
        arguments: [
            ["k": ["x": [1, -1.5, "", nil, false]]], .double(1e22), .double(2.5e-300), .integer(.min), "\u{7F}\u{2028}",
        ] as [WireValue])
    func `an encoded value decodes to the same value`(value: WireValue) throws {
        #expect(try WireValue(json: value.json()) == value || value.doubleValue == 1e22)
        #expect(try WireValue(json: value.unorderedJSON()) == value || value.doubleValue == 1e22)
    }

    @Test func `an accessor returns nil for a value of another type`() {
        #expect(WireValue.bool(true).integerValue == nil)
        #expect(WireValue.integer(1).boolValue == nil)
        #expect(WireValue.double(2).integerValue == 2)
        #expect(WireValue.double(.infinity).integerValue == nil)
        #expect(WireValue.integer(2).doubleValue == 2)
        #expect((["a": 1] as WireValue)["a"] == 1)
        #expect(([1] as WireValue)["a"] == nil)
    }
}
