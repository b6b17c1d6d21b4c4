// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import GatehouseDialogue

/// `amplify sign-in`.
struct SignInCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-in",
        abstract: "Sign in, and keep the session for later commands.",
        discussion: """
            Asks for the password and for whatever the user pool demands next: codes, a choice of factors, a new \
            password in place of a temporary one, the code of an account that is not confirmed.
            """)

    @Argument(help: "The user name. (default: the answer to a question)")
    var name: String?

    @Option(
        name: .customLong("with"),
        help: ArgumentHelp(
            "How the sign-in begins: \(SignInWay.allCases.map { "\($0.rawValue), \($0.title)" }.joined(separator: "; ")).",
            valueName: "way"))
    var way = SignInWay.srp

    @OptionGroup var project: ProjectOptions

    func run() async throws {
        try await project.run(using: .signIn) { try await $0.signIn(name, with: way) }
    }
}

extension SignInWay: ExpressibleByArgument {}
