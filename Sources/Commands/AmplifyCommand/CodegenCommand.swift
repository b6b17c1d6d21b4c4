// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import Foundation
import GatehouseDataModel
import GatehouseDialogue
import GatehouseModelGenerator
import GatehouseProject

/// `amplify codegen`.
struct CodegenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "codegen", abstract: "Generate code for an app.", subcommands: [CodegenModelsCommand.self])
}

/// `amplify codegen models`.
struct CodegenModelsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "models",
        abstract: "Generate the models of an app from the GraphQL schema of its API.",
        discussion: """
            Writes two files for each model and each plain type, one for each enum, and AmplifyModels.swift, which \
            registers the models. Files whose content is the same are not touched. Nothing is written if the schema has \
            an error, or something that Swift models cannot express; each error has its line.
            """)

    /// The languages of generated models.
    enum Target: String, CaseIterable, ExpressibleByArgument {
        case swift
    }

    @Option(
        help: ArgumentHelp(
            "The schema: a file, or a folder of .graphql files. (default: the one of the project's API, "
                + "amplify/backend/api/<name>/schema.graphql)", valueName: "file"),
        completion: .file(extensions: ["graphql"]))
    var modelSchema: String?

    @Option(help: "The language of the models.")
    var target: Target = .swift

    @Option(
        help: ArgumentHelp(
            "The folder of the models. (default: amplify/generated/models of the project)", valueName: "folder"),
        completion: .directory)
    var outputDir: String?

    @OptionGroup var options: ProjectOptions

    func run() async throws {
        try await options.run { command in
            do {
                try write(for: command)
            } catch let exit as ExitCode {
                throw exit
            } catch {
                command.dialogue.complain(error)
                throw ExitCode(Complaint(error).status.rawValue)
            }
        }
    }

    /// Writes the models.
    ///
    /// - Parameter command: the folder where the command was typed, and the place of messages.
    /// - Throws: `Configuration.Unusable` without a schema that can be read; an exit code after errors were said.
    func write(for command: ProjectCommand) throws {
        let folder = command.surroundings.folder
        let root = ProjectFolder.root(around: folder)
        let source = try modelSchema.map { try SchemaSource(path: $0) } ?? SchemaSource(project: root)
        let models = outputDir.map { URL(filePath: $0) } ?? root.appending(path: ModelFolder.ofProject)
        try source.writeModels(
            to: ModelFolder(models), saying: command.dialogue, reports: !command.options.silent)
    }
}

extension SchemaSource {
    /// Writes the models of the schema, and says what happened.
    ///
    /// - Parameters:
    ///   - folder: the folder of the models.
    ///   - messages: the place of errors, warnings and the report.
    ///   - reports: whether the report is said.
    /// - Throws: the exit code for a schema with errors, which are said before; `Configuration.Unusable`.
    func writeModels(to folder: ModelFolder, saying messages: any Dialogue, reports: Bool = true) throws {
        let models: GeneratedModels
        do {
            models = try GeneratedModels(schema: text)
        } catch {
            for notice in error.errors { messages.write("\(line(of: notice, as: "error"))\n") }
            throw ExitCode(Status.unusableConfiguration.rawValue)
        }
        for notice in models.warnings { messages.write("\(line(of: notice, as: "warning"))\n") }
        let report = try folder.write(models.files)
        guard reports else { return }
        messages.say("\(models.files.count) files of models are in \(folder.path); \(report.written) are new.")
        guard !report.others.isEmpty else { return }
        messages.say(
            "Other Swift files in the folder: \(report.others.joined(separator: ", ")). Delete those of former models."
        )
    }
}
