// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
