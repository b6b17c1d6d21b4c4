// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseWire
import Testing

@Suite struct ReadableJSONTests {
    private func text(_ value: WireValue) -> String { String(decoding: value.readableJSON(), as: UTF8.self) }

    @Test func `members have lines in the order of their names, whatever the case of their letters`() {
        let value: WireValue = .object([
            "Version": .string("1/0 \"é\""), "auth": .object(["b": .null, "a_b": .bool(true), "aB": .double(1.5)]),
            "UserPool": .array([.integer(8), .object(["c": .string("\n")])]),
        ])
        #expect(
            text(value) == #"""
                {
                  "auth" : {
                    "a_b" : true,
                    "aB" : 1.5,
                    "b" : null
                  },
                  "UserPool" : [
                    8,
                    {
                      "c" : "\n"
                    }
                  ],
                  "Version" : "1/0 \"é\""
                }

                """#)
    }

    @Test func `lists without elements have an empty line, and a value alone has one line`() {
        let value: WireValue = .object(["a": .array([]), "b": .object([:])])
        #expect(text(value) == "{\n  \"a\" : [\n\n  ],\n  \"b\" : {\n\n  }\n}\n")
        #expect(text(.string("a")) == "\"a\"\n")
    }

    @Test func `names that differ in the case of letters alone have the order of their bytes`() {
        #expect(text(.object(["a": .integer(1), "A": .integer(2)])) == "{\n  \"A\" : 2,\n  \"a\" : 1\n}\n")
    }

    @Test func `the text is the one that Foundation writes`() throws {
        let value: WireValue = .object([
            "UserAgent": .string("a/b"), "CognitoUserPool": .object(["Default": .object(["PoolId": .string("p")])]),
            "IdentityManager": .object(["Default": .object([:])]), "aws_region": .array([.bool(false), .integer(3)]),
        ])
        let object = try JSONSerialization.jsonObject(with: value.json())
        let options: JSONSerialization.WritingOptions = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let expected = try JSONSerialization.data(withJSONObject: object, options: options)
        #expect(Data(value.readableJSON()) == expected + Data("\n".utf8))
    }
}
