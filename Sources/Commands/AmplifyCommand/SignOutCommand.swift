// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser

/// `amplify sign-out`.
struct SignOutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-out",
        abstract: "Sign out, and revoke the tokens of the session.",
        discussion: """
            The session ends on this device also if the service cannot be reached; the exit status then shows that its \
            tokens were not revoked.
            """)

    @Flag(help: "Sign out on all devices.")
    var everywhere = false

    @OptionGroup var project: ProjectOptions

    func run() async throws {
        try await project.run(using: .signOut) { try await $0.signOut(everywhere: everywhere) }
    }
}
