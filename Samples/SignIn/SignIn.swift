// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import Foundation
import GatehouseDialogue

/// Signing up, in and out in a terminal, with whatever a user pool asks for.
///
/// ```
/// swift run SignIn .gatehouse/amplify_outputs.json
/// ```
@main
struct SignIn {
    private static let help = #"""
        Signs up, in and out in a terminal, with whatever a user pool asks for.

        usage: SignIn CONFIGURATION

        CONFIGURATION is the amplify_outputs.json or amplifyconfiguration.json of an
        app; gatehouse dev writes both, into .gatehouse. A person answers, or a
        script through a pipe:

          printf 'signIn\nada\nsrp\nCorrect-Horse-7!\n' |
            SignIn .gatehouse/amplify_outputs.json

        The session is kept from one run to the next, on Linux in
        $XDG_DATA_HOME/SignIn/gatehouse, or in ~/.local/share/SignIn/gatehouse if
        that variable is not set.

          -h, --help  shows this text

        Exit status: 0 if the last command succeeded, 1 if it failed, was not finished
        when the input ended, or was not in the menu, 64 for a wrong command line,
        66 for a configuration that is missing or cannot be used, 69 if the server
        cannot be reached.
        """#

    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.contains(where: { ["-h", "--help"].contains($0) }) { return print(help) }
        guard let path = arguments.first, arguments.count == 1, !path.hasPrefix("-") else {
            end(.wrongUsage, "usage: SignIn CONFIGURATION (SignIn --help says more)")
        }
        do {
            let configuration = try Configuration(file: path)
            // A program in a terminal has no window for the system's passkeys.
            let plugin = AWSCognitoAuthPlugin(passkeys: .software)
            try Amplify.add(plugin: plugin)
            try configuration.apply()
            let conversation = Conversation(
                terminal: Terminal(), plugin: plugin, configuration: configuration, events: HubWatch())
            await conversation.run()
            exit(conversation.ending.status.rawValue)
        } catch {
            let words = Complaint(error)
            end(words.status, [("SignIn: " + words.text), words.cure].filter { !$0.isEmpty }.joined(separator: "\n"))
        }
    }

    private static func end(_ status: Status, _ message: String) -> Never {
        let lines = message.split(separator: "\n").map { String($0).wrapped() }
        FileHandle.standardError.write(Data((lines.joined(separator: "\n") + "\n").utf8))
        exit(status.rawValue)
    }
}
