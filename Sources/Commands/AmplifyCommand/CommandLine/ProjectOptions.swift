// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import Foundation
import GatehouseClient
import GatehouseDialogue
import GatehouseProject

/// The options of every command of a project.
struct ProjectOptions: ParsableArguments {
    @Flag(
        name: [.customShort("y"), .customLong("yes")],
        help: "Ask nothing and take the defaults; never the answer to a question about a loss.")
    var yes = false

    @Flag(help: "Read the answers as one JSON object from the standard input.")
    var headless = false

    @Option(
        help: ArgumentHelp(
            "A file with the answers: one a line in the order of the questions, or a JSON object by their keys.",
            valueName: "file"),
        completion: .file())
    var answers: String?

    @Option(
        name: .customLong("env"), help: ArgumentHelp("The environment. (default: the current one)", valueName: "name"))
    var environment: String?

    @Option(
        help: ArgumentHelp("The address of the server. (default: that of the environment)", valueName: "url"))
    var server: String?

    @Flag(help: "Show no colours.")
    var noColor = false

    @Flag(help: "Print questions, errors and results only.")
    var silent = false

    @Flag(help: "With an error, print where it comes from.")
    var debug = false

    func validate() throws {
        if headless, answers != nil {
            throw ValidationError("'--headless' and '--answers' are two ways to answer: give one of them.")
        }
        if let server { try Self.check(server: server) }
        if let environment, !InitTable.isEnvironment(environment) {
            throw ValidationError(
                "The name of an environment has 2 to 10 lowercase letters; '\(environment)' does not.")
        }
    }

    /// Refuses an address of `--server` with which no command could work.
    private static func check(server: String) throws {
        do throws(EndpointError) {
            _ = try Endpoint(server, key: "The address of '--server'")
        } catch {
            guard case .insecure = error.problem else { throw ValidationError("\(error.text) \(error.cure)") }
            throw ValidationError("\(error.text) Use https: secrets would be sent in clear text otherwise.")
        }
    }

    /// Runs a command of a project.
    ///
    /// - Parameter command: what the command does.
    /// - Throws: the exit code of an error, after its description was written to the standard error.
    func run(_ command: (ProjectCommand) async throws -> Void) async throws {
        let surroundings = Surroundings.process(usesColours: !noColor)
        do {
            try await command(ProjectCommand(options: self, surroundings: surroundings))
        } catch let exit as ExitCode {
            throw exit
        } catch {
            let failure = CommandFailure(error)
            failure.write(to: surroundings.questions, withOrigin: debug)
            throw ExitCode(failure.status)
        }
    }
}
