// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire
import Testing

@Suite struct WireDocumentTests {
    private func document(_ text: String) throws -> WireDocument {
        try WireDocument(json: Array(text.utf8))
    }

    @Test(arguments: [
        "1", "-0.5e3", "9223372036854775808", "true", " null ", #""é\n""#, "[]", "{}", #"{"a":[1,{"b":null}],"c":{}}"#,
        "[[],[[]],{}]", #"{"a":1,"a":2}"#, #"{"":{"":""}}"#,
    ])
    func `a document has the value that the text has`(_ text: String) throws {
        #expect(try document(text).value == WireValue(json: Array(text.utf8)))
    }

    @Test(arguments: [
        "", " ", "{", "}", "[1,]", "[1 , ]", #"{"a":1,}"#, "[,]", "[1,,2]", #"{"a"}"#, #"{"a":}"#, "nul", "NaN", "-",
        "1e999", "01", "1 2", "'a'", #""\ud83d""#, #""\x41""#, "\"\u{1}\"", #"{"a":1 "b":2}"#, "{a:1}", #"{"a\":1}"#,
        #""\u00"#, #""\"#, "1.", ".5", "tru", "[1", #"{"a""#, #"{"a":1"#, #"{"\ud83d":1}"#,
    ])
    func `garbage is refused`(_ text: String) {
        #expect(throws: WireSyntaxError.notJSON) { try WireDocument(json: Array(text.utf8)) }
    }

    @Test func `text that is not UTF-8 or not in stream-safe form is refused, also in a name`() {
        #expect(throws: WireSyntaxError.notJSON) { try WireDocument(json: [0x22, 0xFF, 0x22]) }
        #expect(throws: WireSyntaxError.notJSON) { try WireDocument(json: [0x7B, 0x22, 0xC3, 0x22, 0x3A, 0x31, 0x7D]) }
        let text = "{\"" + String(repeating: "\u{301}", count: 31) + "\":1}"
        #expect(throws: WireSyntaxError.notStreamSafe) { try WireDocument(foreignJSON: Array(text.utf8)) }
    }

    @Test func `nesting is accepted to its bound and no further`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(try document(nested(WireValue.maximumDepth)).value.arrayValue != nil)
        #expect(throws: WireSyntaxError.tooDeep) { try document(nested(WireValue.maximumDepth + 1)) }
        #expect(throws: WireSyntaxError.tooDeep) { try document(String(repeating: #"{"a":"#, count: 100_000)) }
    }

    @Test func `of members with one name the last one counts, also where an escape spells it`() throws {
        #expect(try document(#"{"a":1,"b":0,"a":[2]}"#)["a"] == [2])
        #expect(try document(#"{"a":1,"\u0061":2}"#)["a"] == 2)
        #expect(try document(#"{"\u0061":1,"a":2}"#)["a"] == 2)
        #expect(try document(#"{"a":1,"a":null}"#)["a"] == .null)
    }

    @Test func `a member is found by the bytes of its name`() throws {
        let sample = try document(#"{"x":{"a":1},"é":2,"e\u0301":3,"":4,"xa":5}"#)
        #expect(sample["a"] == nil)
        #expect(sample["\u{E9}"] == 2)
        #expect(sample["e\u{301}"] == 3)
        #expect(sample[""] == 4)
        #expect(sample["xa"] == 5)
        #expect(sample["x"] == .object(["a": 1]))
    }

    @Test func `only an object has members`() throws {
        #expect(try document("{}").isObject && document("{}")["a"] == nil)
        #expect(try !document(#"["a"]"#).isObject && document(#"["a"]"#)["a"] == nil)
        #expect(WireDocument.emptyObject.isObject && WireDocument.emptyObject.value == [:])
    }

    @Test func `a hundred thousand members cost no more than their length, also with escapes in their names`() throws {
        for name in [#""b""#, #""\u0062""#] {
            let text = "{" + Array(repeating: name + ":0", count: 100_000).joined(separator: ",") + #","a":1}"#
            let sample = try document(text)
            #expect(sample["a"] == 1 && sample["b"] == 0)
        }
    }
}
