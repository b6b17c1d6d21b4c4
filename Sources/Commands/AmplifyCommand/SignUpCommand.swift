// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser

/// `amplify sign-up`.
struct SignUpCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-up",
        abstract: "Create an account.",
        discussion: """
            Asks for the password, for attributes that the configuration requires and for the code that confirms the \
            account; 'again' in place of the code has another one sent. 'amplify sign-in' asks for the code, too.
            """)

    @Argument(help: "The user name. (default: the answer to a question)")
    var name: String?

    @Option(
        name: .customLong("attribute"),
        help: ArgumentHelp("An attribute of the user; may be given several times.", valueName: "name=value"))
    var attributes: [NamedValue] = []

    @OptionGroup var project: ProjectOptions

    func run() async throws {
        let named = Dictionary(attributes.map { ($0.name, $0.value) }) { _, last in last }
        try await project.run(using: .signIn) { try await $0.signUp(name, attributes: named) }
    }
}

/// An attribute as it is typed: `name=value`.
struct NamedValue: ExpressibleByArgument {
    let name: String
    let value: String

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return nil }
        (name, value) = (String(parts[0]), String(parts[1]))
    }
}
