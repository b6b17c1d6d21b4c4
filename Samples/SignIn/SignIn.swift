// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import Foundation

/// Signing up, in and out in a terminal, with whatever a user pool asks for.
///
/// ```
/// swift run SignIn .gatehouse/amplify_outputs.json
/// ```
///
/// Ends with status 0 when the person leaves or the input ends, with 64 when the command line lacks the configuration,
/// and with 1 when that cannot be used.
@main
struct SignIn {
    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        guard let path = arguments.first, arguments.count == 1 else {
            fail("usage: SignIn <amplify_outputs.json or amplifyconfiguration.json>", status: 64)
        }
        do {
            let configuration = try Configuration(file: URL(filePath: path))
            let plugin = AWSCognitoAuthPlugin(passkeys: .software)
            try Amplify.add(plugin: plugin)
            try configuration.apply()
            let conversation = Conversation(
                terminal: Terminal(), plugin: plugin, configuration: configuration, events: HubWatch())
            try await conversation.run()
        } catch {
            fail("SignIn: \((error as? any AmplifyError)?.debugDescription ?? "\(error)")", status: 1)
        }
    }

    private static func fail(_ message: String, status: Int32) -> Never {
        FileHandle.standardError.write(Data("\(message)\n".utf8))
        exit(status)
    }
}
