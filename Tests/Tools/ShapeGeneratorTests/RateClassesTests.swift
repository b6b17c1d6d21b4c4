// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import ShapeGenerator

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
