// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseProject
import Testing

@Suite struct JSONDocumentTests {
    @Test(arguments: [
        "{}", "[]", "\u{FEFF}{\r\n  \"a\" : [ 1 ,2.50e+1 ] \r\n}\r\n", " \t{\"a\":\"\\u00e9\\/\"}\n", "null", "-0.0",
    ])
    func `a document keeps its bytes`(text: String) throws {
        #expect(try document(text).bytes == utf8(text))
    }

    @Test func `a value is set without a change of other bytes`() throws {
        var changed = try document("{ \"a\" : 1,\n\t\"b\": { \"c\":[1,2] , \"d\":\"\\u00e9\" } }\r\n")
        try changed.set("new", at: "/b/d")
        try changed.set(7, at: "/b/c/1")
        #expect(changed.text == "{ \"a\" : 1,\n\t\"b\": { \"c\":[1,7] , \"d\":\"new\" } }\r\n")
    }

    @Test func `a value that is the same keeps its form`() throws {
        let text = #"{"a": "\u00e9", "b": [ 1,2 ]}"#
        var changed = try document(text)
        try changed.set("é", at: "/a")
        try changed.set([1, 2], at: "/b")
        #expect(changed.text == text)
    }

    @Test func `a new member has the style of the member before it`() throws {
        var indented = try document("{\r\n\t\"a\": {\r\n\t\t\"b\": 1\r\n\t}\r\n}")
        try indented.set(["x": 1, "y": []], at: "/a/c")
        #expect(
            indented.text
                == "{\r\n\t\"a\": {\r\n\t\t\"b\": 1,\r\n\t\t\"c\": {\r\n\t\t\t\"x\": 1,\r\n\t\t\t\"y\": []\r\n\t\t}\r\n\t}\r\n}"
        )
        var inline = try document(#"{"a":1}"#)
        try inline.set(["x", "y"], at: "/b")
        #expect(inline.text == #"{"a":1,"b":["x", "y"]}"#)
    }

    @Test func `objects on the way are made, and null is replaced`() throws {
        var changed = try document("{\n  \"a\": null\n}")
        try changed.set(true, at: "/a/b/c")
        try changed.set(1, at: "/d~1e/f")
        #expect(
            changed.text == """
                {
                  "a": {
                    "b": {
                      "c": true
                    }
                  },
                  "d/e": {
                    "f": 1
                  }
                }
                """)
    }

    @Test func `an empty document is written as AWS's tool writes it`() throws {
        var changed = try document("{}")
        try changed.set(["awscloudformation"], at: "/providers")
        #expect(changed.text == "{\n  \"providers\": [\n    \"awscloudformation\"\n  ]\n}")
    }

    @Test func `a removed member takes its comma with it`() throws {
        for (name, rest) in [("a", #"{"b": 2, "c": 3}"#), ("b", #"{"a": 1, "c": 3}"#), ("c", #"{"a": 1, "b": 2}"#)] {
            var changed = try document(#"{"a": 1, "b": 2, "c": 3}"#)
            try changed.remove(at: JSONPointer([name]))
            #expect(changed.text == rest)
        }
        var single = try document("[ 1 ]")
        try single.remove(at: "/0")
        #expect(single.text == "[]")
        try single.remove(at: "/5")
        #expect(single.text == "[]")
    }

    @Test func `an element is appended with the array's count as index`() throws {
        var changed = try document("[\n  1\n]")
        try changed.set(2, at: "/1")
        #expect(changed.text == "[\n  1,\n  2\n]")
        #expect(throws: JSONFlaw.self) { try changed.set(3, at: "/7") }
    }

    @Test(arguments: [
        ("", "", 1), ("{\n\"a\": [1,\n x]}", "/a/1", 3), ("{\"a\": {\"b\": 1, \"b\": 2}}", "/a/b", 1),
        ("{\"a/b\": tru}", "/a~1b", 1), ("{} x", "", 1), ("{\"a\": 1,}", "", 1), ("\u{0}", "", 1),
    ])
    func `a flaw names its value and its line`(text: String, pointer: String, line: Int) {
        #expect {
            _ = try document(text)
        } throws: { error in
            let flaw = error as? JSONFlaw
            return flaw?.pointer.description == pointer && flaw?.line == line
        }
    }

    @Test func `the depth and the size of a document are bounded`() throws {
        let deepest = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        #expect(throws: Never.self) { try document(deepest) }
        #expect(throws: JSONFlaw.self) { try document("[" + deepest + "]") }
        #expect(throws: JSONFlaw.self) { try JSONDocument([UInt8](repeating: 0x20, count: 5_242_881)) }
        var changed = try document(#"{"a": 1}"#)
        #expect(throws: JSONFlaw.self) {
            try changed.set(.string(String(repeating: "x", count: 5_242_880)), at: "/a")
        }
        #expect(changed.text == #"{"a": 1}"#)
    }

    @Test(arguments: 0..<200)
    func `a random change of a random document changes that value alone`(seed: Int) throws {
        var random = RandomDocument(seed: UInt64(seed))
        let text = random.text(depth: 0)
        let original = try document(text)
        let pointers = random.pointers
        guard let pointer = pointers.isEmpty ? nil : pointers[random.below(pointers.count)] else { return }
        let before = try #require(original[pointer])
        var changed = original
        try changed.set("changed by the test", at: pointer)
        #expect(changed[pointer] == .string("changed by the test"))
        for other in pointers where !isRelated(other, pointer) {
            #expect(changed[other] == original[other])
        }
        try changed.set(before, at: pointer)
        #expect(changed.value == original.value)
        // A scalar is written back as it was, so that the whole document is.
        switch before {
        case .null, .bool, .number: #expect(changed.bytes == original.bytes)
        case .string, .array, .object: break
        }
    }

    private func isRelated(_ one: JSONPointer, _ other: JSONPointer) -> Bool {
        let count = min(one.tokens.count, other.tokens.count)
        return one.tokens.prefix(count) == other.tokens.prefix(count)
    }
}

/// Documents with blanks, escapes and ends of lines in all places, the same ones for the same seed.
private struct RandomDocument {
    private let entropy: Entropy
    private(set) var pointers: [JSONPointer] = []

    init(seed: UInt64) {
        entropy = .seeded(seed)
    }

    func below(_ end: Int) -> Int { Int(entropy.bytes(1)[0]) % end }

    private func blank() -> String {
        ["", " ", "\n", "\r\n  ", "\t"][below(5)]
    }

    mutating func text(depth: Int, at place: JSONPointer = .root) -> String {
        if !place.tokens.isEmpty { pointers.append(place) }
        let kind = depth == 0 ? 5 : below(depth > 3 ? 5 : 7)
        switch kind {
        case 0: return "null"
        case 1: return "true"
        case 2: return ["0", "-1.50", "1e3", "12"][below(4)]
        case 3, 4: return ["\"\"", "\"a\\u0041\"", "\"\\n\\\"\"", "\"é\""][below(4)]
        case 5:
            var parts: [String] = []
            for index in 0..<below(5) {
                let names = ["a", "b/c", "~", "é"]
                let name = names[below(4)] + String(index)
                let value = text(depth: depth + 1, at: place.appending(name))
                parts.append([blank(), "\"\(name)\"", blank(), ":", blank(), value, blank()].joined())
            }
            return "{" + (parts.isEmpty ? blank() : parts.joined(separator: ",")) + "}"
        default:
            var parts: [String] = []
            for index in 0..<below(4) {
                let value = text(depth: depth + 1, at: place.appending(String(index)))
                parts.append([blank(), value, blank()].joined())
            }
            return "[" + (parts.isEmpty ? blank() : parts.joined(separator: ",")) + "]"
        }
    }
}
