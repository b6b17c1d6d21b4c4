// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser

/// `amplify session`.
struct SessionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "session",
        abstract: "Show who is signed in.",
        discussion: """
            Prints the user's name and id, the identity in the identity pool, and the end of the AWS credentials. \
            Tokens and secret keys are not printed.
            """)

    @Flag(help: "Renew the tokens and the credentials first.")
    var refresh = false

    @OptionGroup var project: ProjectOptions

    func run() async throws {
        try await project.run { try await $0.showSession(renews: refresh) }
    }
}
