// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseModelGenerator
import Testing

/// The files that are compiled in this package.
@Suite struct GoldenTests {
    @Test func `the compiled files are those that are generated for all schemas together`() throws {
        let generated = try Fixture.files(Fixture.schemas.map(\.text).joined(separator: "\n"))
        let names = try FileManager.default.contentsOfDirectory(atPath: Fixture.golden.path)
            .filter { $0.hasSuffix(".swift") }
        #expect(
            names.sorted() == generated.keys.sorted(),
            """
            amplify codegen models --model-schema Tests/Commands/GatehouseModelGeneratorTests/Schemas \
            --output-dir Tests/Client/GeneratedModels
            """)
        for (name, text) in generated {
            #expect(try golden(name) == text, "\(name)")
        }
    }

    @Test(arguments: Fixture.schemas.map(\.name))
    func `a schema gives the same files alone and among others`(name: String) throws {
        let schema = try #require(Fixture.schemas.first { $0.name == name })
        // The root types of a schema that only extends them are in another file.
        let files = try Fixture.files(schema.text)
        #expect(files.count > 1)
        for (name, text) in files where name != "AmplifyModels.swift" {
            #expect(try golden(name) == text, "\(name)")
        }
    }

    @Test func `there are more than thirty schemas besides the patterns of rules`() {
        #expect(Fixture.schemas.count > 31)
    }

    @Test func `the models of the sample for todos are those of its schema`() throws {
        let samples = Fixture.golden.appending(path: "../../../Samples").standardizedFileURL
        let schema = try String(contentsOf: samples.appending(path: "todos.graphql"), encoding: .utf8)
        // The guide to data APIs, whose snippets are compiled with the models of all schemas, has the same one.
        #expect(Fixture.schemas.contains { $0.text == schema })
        let generated = try Fixture.files(schema)
        #expect(generated.count == 5)
        for (name, text) in generated {
            let file = samples.appending(path: "Todos/Models/\(name)")
            #expect(try String(contentsOf: file, encoding: .utf8) == text, "\(name)")
        }
    }

    @Test func `the models of the sample for notes are those of its schema`() throws {
        let samples = Fixture.golden.appending(path: "../../../Samples").standardizedFileURL
        let schema = try String(contentsOf: samples.appending(path: "notes.graphql"), encoding: .utf8)
        let generated = try Fixture.files(schema)
        #expect(generated.count == 3)
        for (name, text) in generated {
            let file = samples.appending(path: "Notes/Models/\(name)")
            #expect(try String(contentsOf: file, encoding: .utf8) == text, "\(name)")
        }
    }

    @Test func `files are sorted by their names and end with one line break`() throws {
        for schema in Fixture.schemas {
            let files = try GeneratedModels(schema: schema.text).files
            #expect(files.map(\.name) == files.map(\.name).sorted())
            #expect(files.allSatisfy { $0.text.hasSuffix("}\n") && !$0.text.hasSuffix("\n\n") })
        }
    }

    private func golden(_ name: String) throws -> String {
        try String(contentsOf: Fixture.golden.appending(path: name), encoding: .utf8)
    }
}
