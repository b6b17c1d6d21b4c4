// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import Foundation
import GatehouseDeployment
import GatehouseDialogue
import GatehouseProject

/// A category that commands add, update and remove.
enum ResourceCategory: String, CaseIterable, ExpressibleByArgument {
    case auth, api

    /// The questions of `add` and `update`, which are made only where they are needed.
    var questions: [TableRow] {
        switch self {
        case .auth: AuthTable.rows
        case .api: APITable.rows
        }
    }
}

/// What the commands that change a resource of a project take.
struct ResourceArguments: ParsableArguments {
    @Argument(help: "The category.")
    var category: ResourceCategory

    @Flag(help: "Print the questions with their keys, defaults and rules, and do nothing.")
    var questions = false

    @OptionGroup var options: ProjectOptions

    /// Runs a command, or prints its questions.
    ///
    /// - Parameters:
    ///   - purpose: whether the command makes a resource or changes it.
    ///   - command: what the command does with a category.
    /// - Throws: the exit code of an error, after its description was written to the standard error.
    func run(
        _ purpose: Circumstances.Purpose, _ command: (ProjectCommand, ResourceCategory) async throws -> Void
    ) async throws {
        try await options.run { project in
            if questions { return project.show(category.questions, purpose) }
            try await command(project, category)
        }
    }
}

/// `amplify add`.
struct AddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add sign-up and sign-in, or an API, to the project.",
        discussion: """
            Nothing is made on the server before 'amplify push'. With --headless, the standard input has the object that \
            AWS's tool takes.
            """)

    @OptionGroup var arguments: ResourceArguments

    func run() async throws {
        try await arguments.run(.create) { command, category in
            switch category {
            case .auth: try await command.addAuth()
            case .api: try await command.addAPI()
            }
        }
    }
}

/// `amplify update`.
struct UpdateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update", abstract: "Change the sign-up and sign-in, or the API, of the project.",
        discussion: """
            Nothing is changed on the server before 'amplify push'. With --headless, the standard input has the object \
            that AWS's tool takes.
            """)

    @OptionGroup var arguments: ResourceArguments

    func run() async throws {
        try await arguments.run(.update) { command, category in
            switch category {
            case .auth: try await command.updateAuth()
            case .api: try await command.updateAPI()
            }
        }
    }
}

extension ProjectCommand {
    /// Prints the questions of a command with their keys, as `--answers` takes them.
    func show(_ table: [TableRow], _ purpose: Circumstances.Purpose) {
        let circumstances = Circumstances(
            purpose: purpose, projectName: "project", frontend: .ios, id: "00000000", facts: [.hasProject])
        surroundings.results.write(QuestionHelp.text(table, in: circumstances))
    }
}
