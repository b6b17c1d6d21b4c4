// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import Foundation
import GatehouseDialogue
import GatehouseOutput

/// `amplify`: the account of a user in an app's user pool, from a terminal or a script.
@main
struct AmplifyProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "amplify",
        abstract: "Sign up and in as an app's user, use the user's AWS credentials, and generate the app's models.",
        discussion: """
            The commands for an account work with the amplify_outputs.json of an app, on AWS and on Gatehouse. The \
            session is kept from one run to the next; each configuration file has its own. On Linux it is in a folder \
            below $XDG_DATA_HOME/amplify, or ~/.local/share/amplify if that variable is not set, that only its owner \
            can read. Its tokens are sent to no other server than that of the sign-in, also if the configuration changes.

            The user answers questions in the terminal, which does not show passwords. If the standard input is not a \
            terminal, it has the answers, one line each. Passwords are never arguments.

            Exit status: 0 for success, 1 if the request failed or a question was not answered, 64 for a wrong command \
            line, 66 for a configuration or a schema that is missing or cannot be used, 69 if the server cannot be \
            reached.
            """,
        version: Release.version,
        subcommands: [
            SignUpCommand.self, SignInCommand.self, SignOutCommand.self, SessionCommand.self, CredentialsCommand.self,
            CodegenCommand.self,
        ]
    )

    static func main() async {
        if let word = CommandLine.arguments.dropFirst().first.flatMap(AbsentWord.init) {
            Terminal(output: .standardError).complain(word.refusal)
            exit(withError: ExitCode(Status.wrongUsage.rawValue))
        }
        await main(nil)
    }
}
