// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Testing

@testable import ShapeGenerator

@Suite struct ModelErrorTests {
    private static let operation = #"{"A":{"input":{"shape":"R"},"authtype":"none"}}"#

    @Test(arguments: [
        (#"{}"#, GeneratorError.unknownShape("R")),
        (#"{"R":{"type":"structure","members":{"M":{"shape":"X"}}}}"#, .unknownShape("X")),
        (#"{"R":{"type":"structure","members":{"M":{}}}}"#, .missing("shape of R.M")),
        (#"{"R":{"type":"union"}}"#, .unknownShapeType(shape: "R", type: "union")),
        (#"{"R":{"type":"list"}}"#, .missing("shape of R")),
        (#"{"R":{"type":"structure","members":{"M":{"shape":"R"}}}}"#, .recursiveStructure("R")),
        (
            #"{"R":{"type":"structure","members":{"M":{"shape":"M"}}},"M":{"type":"map","key":{"shape":"I"},"#
                + #""value":{"shape":"I"}},"I":{"type":"integer"}}"#,
            .unsupportedKey(map: "M")
        ),
        (
            #"{"R":{"type":"structure","members":{"AOperation":{"shape":"AOperation"}}},"#
                + #""AOperation":{"type":"string","enum":["X"]}}"#,
            .duplicateName("AOperation", in: "CognitoShapes/CognitoIdentityProvider/A.swift")
        ),
    ])
    func `a model that cannot be written in Swift is refused`(shapes: String, error: GeneratorError) {
        #expect(throws: error) {
            try SmallModel.files(SmallModel(operations: Self.operation, shapes: shapes))
        }
    }

    @Test func `a structure may contain itself in a list`() throws {
        let shapes = """
            {"R":{"type":"structure","members":{"M":{"shape":"L"}}},"L":{"type":"list","member":{"shape":"R"}}}
            """
        let files = try SmallModel.files(SmallModel(operations: Self.operation, shapes: shapes))
        #expect(files["CognitoShapes/CognitoIdentityProvider/A.swift"]?.contains("package var m: [R]?") == true)
    }
}

@Suite struct RateClassesTests {
    private static let operations = #"{"A":{"input":{"shape":"R"}},"B":{"input":{"shape":"R"}}}"#

    @Test func `the table has a class for each operation of each model`() throws {
        let classes = try RateClasses(table: "# a comment\n\none\tA\tread\ntwo\tA\twrite\none\tB\twrite\n")
        #expect(classes.classes(of: "one") == ["A": .read, "B": .write])
        #expect(classes.classes(of: "two") == ["A": .write])
        #expect(classes.classes(of: "three") == [:])
    }

    @Test(arguments: ["one\tA", "one\tA\tdelete", "one\tA\tread\tB", "one A read", "one\tB\tread\none\tB\twrite"])
    func `a line of another form, or for an operation that has a line, is refused`(text: String) {
        let number = 1 + text.split(separator: "\n").count
        #expect(throws: GeneratorError.invalidLine(number, in: "rate-classes.tsv")) {
            try RateClasses(table: "# a comment\n" + text)
        }
    }

    @Test func `an operation without a class is refused by name`() {
        #expect(throws: GeneratorError.missing("line of B in rate-classes.tsv")) {
            try SmallModel(operations: Self.operations, rateClasses: ["A": .read]).model()
        }
    }

    @Test func `a class for an operation that the model does not have is refused by name`() {
        #expect(throws: GeneratorError.unknownOperation("C", in: "rate-classes.tsv")) {
            try SmallModel(operations: Self.operations, rateClasses: ["A": .read, "B": .read, "C": .read]).model()
        }
    }
}

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
