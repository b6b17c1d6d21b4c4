// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import GatehouseOutput
import GatehouseServer

/// `gatehouse`: a server that clients of Cognito user pools, identity pools and STS can use in its place.
@main
struct Gatehouse: AsyncParsableCommand {
    // Each command states its name. A name that the library derives from the type takes 3 million instructions of every
    // start, whichever command it is.
    static let configuration = CommandConfiguration(
        commandName: "gatehouse",
        abstract: "User pools, identity pools and tokens that Amplify and other Cognito clients can use.",
        discussion: """
            Start with 'gatehouse dev' on your own machine: it makes a user pool and an app client, writes the \
            configuration files of Amplify and shows the messages instead of sending them.

            Every setting can also stand in the environment (GATEHOUSE_PORT, GATEHOUSE_BASE_URL, GATEHOUSE_REGION, …) \
            or in a JSON file that --config or GATEHOUSE_CONFIG names. The command line comes first, then the \
            environment, then the file.
            """,
        version: Release.version,
        subcommands: [
            Dev.self, Serve.self, Outputs.self, RotateKeys.self, RotateMasterKey.self, IAM.self, API.self,
            BackupCommand.self, RestoreCommand.self, RestorePool.self, CopyCommand.self, Check.self, Compact.self,
        ]
    )
}

/// Lines for people, written at once even when the output is not a terminal; a slow reader does not delay the program.
enum Console {
    /// Writes a line to the standard output.
    static func say(_ text: String) {
        LineOutput.standardOutput.add(Array((text + "\n").utf8))
    }

    /// Writes an error to the standard error.
    static func complain(_ text: String) {
        LineOutput.standardError.add(Array((text + "\n").utf8))
    }
}
