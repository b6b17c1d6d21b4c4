// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Testing

@testable import ShapeGenerator

@Suite struct OrderedJSONTests {
    @Test func `members keep their order`() throws {
        let json = try OrderedJSON(Data(#"{"b":1,"a":{"z":[true,null],"y":"\u0041\""},"c":-2.5}"#.utf8))
        #expect(json.members.map(\.name) == ["b", "a", "c"])
        #expect(json["b"]?.number == 1)
        #expect(json["a"]?["z"]?.elements == [.bool(true), .null])
        #expect(json["a"]?["y"]?.string == "A\"")
        #expect(json["c"] == .number(-2.5))
    }

    @Test(arguments: [
        "", "{", "[1,]", "{\"a\"}", "{\"a\":1,}", "\"", "\"\\", "nope", "1 2", "{a:1}", "[1 2]",
        String(repeating: "[", count: 100_000),
    ])
    func `garbage is refused`(text: String) {
        #expect(throws: GeneratorError.self) { try OrderedJSON(Data(text.utf8)) }
    }
}
