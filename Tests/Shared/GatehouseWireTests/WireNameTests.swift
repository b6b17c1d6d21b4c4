// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseWire
import Testing

struct WireNameTests {
    @Test func `names are equal if their bytes are`() throws {
        let (composed, decomposed) = (WireName("\u{E9}"), WireName("e\u{301}"))
        #expect(composed != decomposed && composed.text == decomposed.text)
        #expect(Set([composed, decomposed, "\u{E9}", "e"]).count == 3)
        #expect(composed == WireName(String(decoding: Array("\u{E9}".utf8), as: UTF8.self)))
        let value = try WireValue(json: Data(#"{"\u00e9": 1, "e\u0301": 2, "a": 3, "a": 4}"#.utf8))
        #expect(value.objectValue?.count == 3)
        #expect(value["\u{E9}"] == 1 && value["e\u{301}"] == 2 && value["a"] == 4 && value["A"] == nil)
    }

    @Test func `names are in the order of their bytes`() {
        let names: [WireName] = ["b", "", "\u{10000}", "ab", "a", "\u{FFFD}", "e\u{301}", "\u{E9}"]
        #expect(
            names.sorted().map(\.text.utf8).map(Array.init)
                == names.map { Array($0.text.utf8) }.sorted { $0.lexicographicallyPrecedes($1) })
    }

    @Test func `texts and words are equal if their bytes are`() {
        #expect(WireValue.string("\u{E9}") != .string("e\u{301}"))
        #expect(Set<WireValue>([.string("\u{E9}"), .string("e\u{301}"), .string("\u{E9}")]).count == 2)
        #expect(ChallengeNameType(rawValue: "\u{E9}") != ChallengeNameType(rawValue: "e\u{301}"))
        #expect(ServiceFault.Code(rawValue: "\u{E9}") != ServiceFault.Code(rawValue: "e\u{301}"))
    }

    @Test func `JSON from outside must be in stream-safe form, and answers need not be`() throws {
        let marks = String(repeating: "\u{301}\u{323}", count: 16)
        for text in [#"{"a\#(marks)": 1}"#, #"{"a": ["b\#(marks)"]}"#, #""\u0061\#(marks)""#] {
            #expect(throws: WireSyntaxError.notStreamSafe) { try WireValue(foreignJSON: text.utf8) }
            let value = try WireValue(json: Data(text.utf8))
            #expect(try WireValue(json: value.json()) == value)
        }
        #expect(try WireValue(foreignJSON: Data(#"{"a": ["\u00e9"]}"#.utf8)) == ["a": ["\u{E9}"]])
    }

    @Test func `an entry of an answer whose name is expensive to compare is left out`() throws {
        let name = WireName("a" + String(repeating: "\u{301}\u{323}", count: 16))
        let answer = try InitiateAuthResponse(
            answer: ["ChallengeParameters": .object([name: "1", "b": "2"]), "Session": .string(name.text)], form: .json)
        #expect(answer.challengeParameters == ["b": "2"])
        #expect(answer.session?.utf8.count == name.text.utf8.count)
    }
}
