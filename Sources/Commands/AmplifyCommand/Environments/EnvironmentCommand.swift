// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser

/// `amplify env`.
struct EnvironmentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "env", abstract: "Make, choose, show and remove the environments of the project.",
        subcommands: [
            EnvironmentAddCommand.self, EnvironmentListCommand.self, EnvironmentGetCommand.self,
            EnvironmentCheckoutCommand.self, EnvironmentPullCommand.self, EnvironmentRemoveCommand.self,
            EnvironmentHistoryCommand.self, EnvironmentRestoreCommand.self,
        ])
}

/// `amplify env add`.
struct EnvironmentAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Make an environment, and work in it.",
        discussion: "It has all resources of the project; the next push makes them.")

    @Argument(help: "The name: 2 to 10 lowercase letters. (default: the answer to a question)")
    var name: String?

    @OptionGroup var options: ProjectOptions

    func run() async throws {
        try await options.run { try await $0.addEnvironment(name ?? options.environment) }
    }
}

/// `amplify env list`.
struct EnvironmentListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show the environments; the current one has a star.")

    @Flag(help: "Show where each environment is.")
    var details = false

    @Flag(help: "Print the result as one JSON value.")
    var json = false

    @OptionGroup var options: ProjectOptions

    func run() async throws {
        try await options.run { try $0.listEnvironments(details: details, json: json) }
    }
}

/// `amplify env get`.
struct EnvironmentGetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: "Show where an environment is.")

    @Option(help: ArgumentHelp("The name. (default: the current environment)", valueName: "name"))
    var name: String?

    @Flag(help: "Print the result as one JSON value.")
    var json = false

    @OptionGroup var options: ProjectOptions

    func run() async throws {
        try await options.run { try $0.showEnvironment(name ?? options.environment, json: json) }
    }
}

/// `amplify env checkout`.
struct EnvironmentCheckoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "checkout", abstract: "Work in another environment, and write the app's files for it.")

    @Argument(help: "The name.")
    var name: String

    @Flag(help: "Bring the project's files back as they were pushed.")
    var restore = false

    @OptionGroup var options: ProjectOptions

    func run() async throws {
        try await options.run { command in
            try await command.checkOut(name, of: try command.project(), restoring: restore)
        }
    }
}

/// `amplify env pull`.
struct EnvironmentPullCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pull", abstract: "Bring the ids and the app's files of the environment from the server.")

    @Flag(help: "Bring the project's files back as they were pushed, too.")
    var restore = false

    @OptionGroup var options: ProjectOptions

    func run() async throws {
        try await options.run { try await $0.pull(PullRequest(restores: restore)) }
    }
}

/// `amplify env remove`.
struct EnvironmentRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Delete an environment on the server and in the project.",
        discussion: """
            User pools with users are detached and stay on the server, unless their loss is accepted by name or with \
            --allow-destroy.
            """)

    @Argument(help: "The name; not that of the current environment.")
    var name: String

    @OptionGroup var flags: DeletionFlags
    @OptionGroup var options: ProjectOptions

    func run() async throws {
        try await options.run { try await $0.removeEnvironment(name, flags) }
    }
}

/// `amplify env history`.
struct EnvironmentHistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Show the states that were pushed, the newest first.")

    @Flag(help: "Print the result as one JSON value.")
    var json = false

    @OptionGroup var options: ProjectOptions

    func run() async throws {
        try await options.run { try await $0.showHistory(json: json) }
    }
}

/// `amplify env restore`.
struct EnvironmentRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Bring the project's files of an earlier state into the folder.",
        discussion: "The server is as before; 'amplify push' makes the state there.")

    @Argument(help: "The number of the state, as 'amplify env history' shows it.")
    var number: Int

    @OptionGroup var options: ProjectOptions

    func run() async throws {
        try await options.run { try await $0.restore(number) }
    }
}
