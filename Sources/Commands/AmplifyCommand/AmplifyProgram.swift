// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import Foundation
import GatehouseDialogue
import GatehouseOutput

/// `amplify`: the back end of an app's project, and the account of a user of the app, from a terminal or a script.
@main
struct AmplifyProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "amplify",
        abstract: "Make the back end of an app, and sign up and in as a user of the app.",
        discussion: """
            The commands for a project keep its settings in the folder amplify of the app, as AWS's tool does, and make \
            them on a Gatehouse server: init, then add auth, then push. Questions are answered in the terminal, by a \
            file with --answers, or by their defaults with --yes.

            The commands for an account work with the amplify_outputs.json of an app, on AWS and on Gatehouse. The \
            session is kept from one run to the next; each configuration file has its own. On Linux it is in a folder \
            below $XDG_DATA_HOME/amplify, or ~/.local/share/amplify if that variable is not set, that only its owner \
            can read. Its tokens are sent to no other server than that of the sign-in, also if the configuration changes.

            The user answers questions in the terminal, which does not show passwords. If the standard input is not a \
            terminal, it has the answers, one line each. Passwords are never arguments.

            Exit status: 0 for success, 1 if the request failed or a question was not answered, 64 for a wrong command \
            line, 66 for a project, configuration or schema that is missing or cannot be used, 69 if the server cannot \
            be reached, 75 if another push is in progress, 128 and the signal's number after a signal.
            """,
        version: Release.version,
        groupedSubcommands: [
            CommandGroup(
                name: "Project",
                subcommands: [
                    InitCommand.self, AddCommand.self, UpdateCommand.self, RemoveCommand.self, ImportCommand.self,
                    PushCommand.self, StatusCommand.self, PullCommand.self, EnvironmentCommand.self,
                    ConsoleCommand.self, DeleteCommand.self, CodegenCommand.self,
                ]),
            CommandGroup(
                name: "Account",
                subcommands: [
                    SignUpCommand.self, SignInCommand.self, SignOutCommand.self, SessionCommand.self,
                    CredentialsCommand.self,
                ]),
        ]
    )

    static func main() async {
        let arguments = CommandWords.ordered(Array(CommandLine.arguments.dropFirst()))
        if let refusal = ForeignWord(in: arguments)?.refusal ?? CodegenWord(in: arguments)?.refusal {
            Terminal(output: .standardError).complain(refusal)
            exit(withError: ExitCode(Status.wrongUsage.rawValue))
        }
        await main(arguments)
    }
}
