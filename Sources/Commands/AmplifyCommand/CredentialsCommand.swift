// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser

/// `amplify credentials`.
struct CredentialsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "credentials",
        abstract: "Show the AWS credentials of the signed-in user, or pass them to the AWS CLI.",
        discussion: """
            Prints the id of the access key and its end. With --process, prints the JSON that the AWS CLI and AWS's \
            libraries read from a credential_process, and nothing else; credentials that expire within 15 minutes are \
            renewed first. A profile in ~/.aws/config has the line

            credential_process = amplify credentials --process --config /path/to/amplify_outputs.json
            """)

    @Flag(help: "Print the JSON of a credential_process, with the secret key.")
    var process = false

    @OptionGroup var project: ProjectOptions

    func run() async throws {
        try await project.run { try await $0.showCredentials(process ? .process : .summary) }
    }
}
