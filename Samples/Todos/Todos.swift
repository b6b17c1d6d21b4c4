// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSAPIPlugin
import AWSCognitoAuthPlugin
import Amplify
import Foundation
import GatehouseDialogue

/// The todos of users, in a terminal.
///
/// ```
/// gatehouse dev --schema Samples/todos.graphql
/// swift run Todos .gatehouse/amplify_outputs.json
/// ```
///
/// The folder `Models` has what `amplify codegen models` writes for that schema.
@main
struct Todos {
    private static let help = #"""
        Creates, lists and follows the todos of a user with Amplify.API, in a terminal.

        usage: Todos CONFIGURATION

        CONFIGURATION is the amplify_outputs.json or amplifyconfiguration.json of an
        app with the GraphQL API of Samples/todos.graphql. A person answers, or a
        script through a pipe:

          printf 'signIn\nada\nCorrect-Horse-7!\ncreate\nTea\n' |
            Todos .gatehouse/amplify_outputs.json

        The session is kept from one run to the next, on Linux in
        $XDG_DATA_HOME/Todos/gatehouse, or in ~/.local/share/Todos/gatehouse if
        that variable is not set.

          -h, --help  shows this text

        Exit status: 0 if the last command succeeded, 1 if it failed or was not in the
        menu, 64 for a wrong command line, 66 for a configuration that is missing or
        cannot be used, 69 if the server cannot be reached.
        """#

    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.contains(where: { ["-h", "--help"].contains($0) }) { return print(help) }
        guard let path = arguments.first, arguments.count == 1, !path.hasPrefix("-") else {
            end(.wrongUsage, "usage: Todos CONFIGURATION (Todos --help says more)")
        }
        do {
            let configuration = try Configuration(file: path)
            try Amplify.add(plugin: AWSCognitoAuthPlugin())
            try Amplify.add(plugin: AWSAPIPlugin(modelRegistration: AmplifyModels()))
            try configuration.apply()
        } catch {
            let words = Complaint(error)
            end(words.status, ["Todos: \(words.text)", words.cure].filter { !$0.isEmpty }.joined(separator: "\n"))
        }
        exit(await Session(terminal: Terminal()).run().rawValue)
    }

    private static func end(_ status: Status, _ message: String) -> Never {
        let lines = message.split(separator: "\n").map { String($0).wrapped() }
        FileHandle.standardError.write(Data((lines.joined(separator: "\n") + "\n").utf8))
        exit(status.rawValue)
    }
}
