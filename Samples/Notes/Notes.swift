// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSAPIPlugin
import AWSCognitoAuthPlugin
import AWSDataStorePlugin
import AWSPluginsCore
import Amplify
import Foundation
import GatehouseDialogue

/// The notes of a user, in a terminal, with and without a network.
///
/// ```
/// gatehouse dev --schema Samples/notes.graphql
/// gatehouse api update <the id that the server prints> --tag gatehouse:conflict-handler=AUTOMERGE
/// swift run Notes .gatehouse/amplify_outputs.json add "Buy tea"
/// ```
///
/// The folder `Models` has what `amplify codegen models` writes for that schema.
@main
struct Notes {
    private static let help = #"""
        Keeps notes with Amplify.DataStore: on this device at once, and in a GraphQL API
        as soon as there is a network.

        usage: Notes CONFIGURATION COMMAND

        CONFIGURATION is the amplify_outputs.json or amplifyconfiguration.json of an
        app with the GraphQL API of Samples/notes.graphql, with conflict detection.
        The commands:

          signIn NAME     signs in; asks for the password
          signOut         signs out
          add TEXT        saves a note; needs no network
          change ID TEXT  saves a note with another text; needs no network
          remove ID       removes a note; needs no network
          list            prints the notes of this device, and what waits to be sent
          sync            waits until all notes are sent, and prints the notes
          watch           prints the notes, and again after each change, until the
                          input ends

        Owners change their notes. All users read them, and so do guests: without a
        user, the app reads by the rule for the API key.

        Notes and session are kept from one run to the next, on Linux in folders of
        $XDG_DATA_HOME, or of ~/.local/share if that variable is not set. The variable
        GATEHOUSE_APP_ID names another app with notes of its own, as on another device.

          -h, --help  shows this text

        Exit status: 0 if the command succeeded, 1 if it failed, 64 for a wrong command
        line, 66 for a configuration that is missing or cannot be used, 69 if the server
        cannot be reached.
        """#

    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.contains(where: { ["-h", "--help"].contains($0) }) { return print(help) }
        guard let path = arguments.first, !path.hasPrefix("-"), let command = Command(Array(arguments.dropFirst()))
        else {
            end(.wrongUsage, "usage: Notes CONFIGURATION COMMAND (Notes --help says more)")
        }
        do {
            let configuration = try Configuration(file: path)
            try Amplify.add(plugin: AWSCognitoAuthPlugin())
            try Amplify.add(plugin: AWSAPIPlugin())
            // Each model is exchanged by its own rules: the owner's, and without a user the public one.
            try Amplify.add(
                plugin: AWSDataStorePlugin(
                    modelRegistration: AmplifyModels(),
                    configuration: .custom(
                        errorHandler: { error in complain(error) }, authModeStrategy: .multiAuth)))
            try configuration.apply()
            try await Session(terminal: Terminal()).perform(command)
        } catch {
            let words = Complaint(error)
            end(words.status, ["Notes: \(words.text)", words.cure].filter { !$0.isEmpty }.joined(separator: "\n"))
        }
    }

    /// Prints an error of the exchange with the service, which does not end the program.
    private static func complain(_ error: any AmplifyError) {
        printError("Notes: \(error.errorDescription)")
    }

    private static func end(_ status: Status, _ message: String) -> Never {
        printError(message)
        exit(status.rawValue)
    }

    private static func printError(_ message: String) {
        let lines = message.split(separator: "\n").map { String($0).wrapped() }
        FileHandle.standardError.write(Data((lines.joined(separator: "\n") + "\n").utf8))
    }
}
