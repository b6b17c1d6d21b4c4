// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import Foundation
import GatehouseDataModel
import GatehouseDialogue
import GatehouseGraphQL
import GatehouseModelGenerator
import GatehouseProject
import GatehouseTestSupport
import Testing

@testable import AmplifyCommand

/// The schema and the folder of `amplify codegen models`.
@Suite struct CodegenTests {
    private static let schema = "type Todo @model { id: ID! }"
    private let temporary: TemporaryFolder

    init() throws { temporary = try TemporaryFolder() }

    private var folder: URL { temporary.url }

    private func write(_ text: String, to path: String) throws {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    @Test func `models are for Swift, and other languages are a wrong command line`() throws {
        let command = try CodegenModelsCommand.parse(["--model-schema", "a.graphql", "--output-dir", "b"])
        #expect(command.modelSchema == "a.graphql" && command.outputDir == "b")
        #expect(throws: (any Error).self) { try CodegenModelsCommand.parse(["--target", "kotlin"]) }
    }

    @Test func `the options of all commands count`() throws {
        let machine = try Machine.withProject()
        try machine.write(Self.schema, to: "amplify/backend/api/todos/schema.graphql")
        let arguments = ["--yes", "--env", "dev", "--no-color", "--debug", "--silent"]
        let command = try CodegenModelsCommand.parse(arguments)
        #expect(command.options.yes && command.options.silent && command.options.environment == "dev")
        let (silent, plain) = (Script(), Script())
        try command.write(for: machine.command(["--silent"], silent))
        #expect(silent.text.isEmpty && machine.text("amplify/generated/models/Todo.swift") != nil)
        try command.write(for: machine.command([], plain))
        #expect(plain.written.contains("files of models are in"))
    }

    @Test func `the schema is the one of the project's only API`() throws {
        try write(Self.schema, to: "amplify/backend/api/todos/schema.graphql")
        #expect(try SchemaSource(project: folder).text == Self.schema + "\n")
    }

    @Test func `the schema of an API may be a folder of files, in the order of their paths`() throws {
        try write("type B @model { id: ID! }\n", to: "amplify/backend/api/todos/schema/b.graphql")
        try write("type A @model { id: ID! }", to: "amplify/backend/api/todos/schema/a/a.graphql")
        try write("no schema", to: "amplify/backend/api/todos/schema/a/readme.md")
        let source = try SchemaSource(project: folder)
        #expect(source.text == "type A @model { id: ID! }\ntype B @model { id: ID! }\n")
    }

    @Test func `the place of an error is in the file that has it`() throws {
        try write("type A @model { id: ID! }\n\n", to: "schema/a.graphql")
        try write("type B @model {\n  id: ID!\n  c: C\n}", to: "schema/b.graphql")
        let source = try SchemaSource(path: folder.appending(path: "schema").path)
        let notice = SchemaNotice("Unknown.", type: "B", at: SourceLocation(line: 5, column: 3))
        let line = source.line(of: notice, as: "error")
        #expect(line == "\(folder.path)/schema/b.graphql:3:3: error: B: Unknown.")
        #expect(source.line(of: SchemaNotice("Too large."), as: "error") == "error: Too large.")
    }

    @Test func `a project without a schema, or with several APIs, is refused with a cure`() throws {
        #expect(throws: Configuration.Unusable.self) { try SchemaSource(project: folder) }
        #expect(throws: Configuration.Unusable.self) { try SchemaSource(path: folder.appending(path: "x").path) }
        try write(Self.schema, to: "amplify/backend/api/one/schema.graphql")
        try write(Self.schema, to: "amplify/backend/api/two/schema.graphql")
        let error = #expect(throws: Configuration.Unusable.self) { try SchemaSource(project: folder) }
        #expect(error?.text.contains("one/schema.graphql") == true && error?.cure.contains("--model-schema") == true)
    }

    @Test func `a schema in TypeScript is refused with its form in GraphQL`() throws {
        try write("import { a } from '@aws-amplify/backend';", to: "amplify/data/resource.ts")
        for read in [
            { try SchemaSource(project: folder) },
            { try SchemaSource(path: folder.appending(path: "amplify/data/resource.ts").path) },
        ] {
            let error = #expect(throws: Configuration.Unusable.self) { try read() }
            #expect(error?.text.contains("amplify/data/resource.ts is TypeScript") == true)
            #expect(error?.cure.contains("type Todo @model @auth(rules: [{ allow: owner }])") == true)
        }
    }

    @Test func `the project is the nearest folder upwards with its configuration`() throws {
        try write("{}", to: "amplify/.config/project-config.json")
        try write("", to: "App/Sources/main.swift")
        let inside = folder.appending(path: "App/Sources")
        #expect(ProjectFolder.root(around: inside).path == folder.standardizedFileURL.path)
        let outside = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        #expect(ProjectFolder.root(around: outside) == outside)
    }

    @Test func `a folder of models that cannot be made is refused with a cure`() throws {
        let files = try GeneratedModels(schema: Self.schema).files
        try write("a file", to: "blocked")
        let models = ModelFolder(folder.appending(path: "blocked/models"))
        let error = #expect(throws: Configuration.Unusable.self) { try models.write(files) }
        #expect(error?.text.contains("blocked/models") == true && error?.cure.contains("--output-dir") == true)
    }

    @Test func `only files with other content are written, and other files stay`() throws {
        let files = try GeneratedModels(schema: Self.schema).files
        try write("struct Old {}", to: "models/Old.swift")
        try write("notes", to: "models/notes.txt")
        let models = ModelFolder(folder.appending(path: "models"))
        #expect(try models.write(files) == .init(written: 3, others: ["Old.swift"]))
        #expect(try models.write(files) == .init(written: 0, others: ["Old.swift"]))
        try write("changed", to: "models/Todo.swift")
        #expect(try models.write(files).written == 1)
        let todo = try String(contentsOf: folder.appending(path: "models/Todo.swift"), encoding: .utf8)
        #expect(todo == files.first { $0.name == "Todo.swift" }?.text)
    }

    @Test func `a file in place of the folder is refused with a cure, and stays`() throws {
        try write("notes", to: "models")
        let file = folder.appending(path: "models")
        let error = #expect(throws: Configuration.Unusable.self) { try ModelFolder(file).write([]) }
        #expect(error?.text == "\(file.path) is a file." && error?.cure.contains("--output-dir") == true)
        #expect(try String(contentsOf: file, encoding: .utf8) == "notes")
    }
}
