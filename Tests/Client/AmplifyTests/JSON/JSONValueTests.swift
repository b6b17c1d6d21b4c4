// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import Testing

@Suite struct JSONValueTests {
    private let document: JSONValue = [
        "text": "t", "whole": 3, "part": 2.75, "yes": true, "nothing": nil, "list": [1, "two"],
        "in": ["ner": ["most": 1]],
    ]

    @Test func `every kind of value is read and written`() throws {
        let data = try JSONEncoder().encode(document)
        #expect(try JSONDecoder().decode(JSONValue.self, from: data) == document)
    }

    @Test func `whole numbers are written without a fraction`() throws {
        #expect(try JSONEncoder().encode([JSONValue.number(3)]) == Data("[3]".utf8))
    }

    @Test func `a value converts only to its own type`() {
        #expect(document.text?.stringValue == "t" && document.text?.intValue == nil)
        #expect(
            document.whole?.intValue == 3 && document.whole?.doubleValue == 3 && document.whole?.booleanValue == nil)
        #expect(document.part?.intValue == 2 && document.part?.doubleValue == 2.75)
        #expect(document.yes?.booleanValue == true && document.yes?.doubleValue == nil)
        #expect(document.nothing?.isNull == true && document.text?.isNull == false)
        #expect(document.list?.asArray?.count == 2 && document.list?.asObject == nil)
        #expect(document.asObject?.count == 7 && document.asArray == nil)
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e300, 9.3e18])
    func `a number that no Int can hold is none`(number: Double) {
        #expect(JSONValue.number(number).intValue == nil)
    }

    @Test(arguments: [-1, 2, Int.max, Int.min])
    func `a position outside of a list has no value`(position: Int) {
        #expect(document.list?[position] == nil)
        #expect(document[position] == nil)
    }

    @Test func `members and positions lead on`() {
        #expect(document.list?[1]?.stringValue == "two")
        #expect(document["in"]?["ner"]?["most"]?.intValue == 1)
        #expect(document.absent?.deeper == nil)
        #expect(document.text?["member"] == nil)
    }

    @Test func `a number reads the member of that name from an object`() {
        let object: JSONValue = ["1": "one", "-2": "minus two"]
        #expect(object[1] == "one" && object[-2] == "minus two" && object[2] == nil)
        #expect(JSONValue.string("text")[0] == nil)
    }

    @Test func `paths lead to values`() {
        #expect(document.value(at: "in.ner.most") == 1)
        #expect(document.value(at: "in/ner/most", separatedBy: "/") == 1)
        #expect(document.value(at: "in.ner.absent.most") == nil)
        #expect(document.value(at: "text", separatedBy: "") == "t")
        #expect(document.value(at: "in.nobody", withDefault: "default") == "default")
        #expect(document.value(at: "in.ner.most", withDefault: "default") == 1)
    }

    @Test func `of two members with the same name the later one counts`() {
        let twice: JSONValue = ["a": 1, "a": 2]
        #expect(twice.a == 2)
    }

    @Test func `nesting without end is an error`() {
        let deep = Data(String(repeating: "[", count: 100_000).utf8)
        #expect(throws: (any Error).self) { try JSONDecoder().decode(JSONValue.self, from: deep) }
    }
}
