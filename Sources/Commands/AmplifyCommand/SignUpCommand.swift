// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import ArgumentParser
import GatehouseDialogue

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

    @OptionGroup var app: AppOptions

    func run() async throws {
        let named = Dictionary(attributes.map { ($0.name, $0.value) }) { _, last in last }
        try await app.run(using: .signIn) { try await $0.signUp(name, attributes: named) }
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

extension Account {
    /// Creates an account, confirms it, and signs in where the pool does that by itself.
    ///
    /// Asks for what is missing, and again only for the value that the service does not accept.
    /// - Parameters:
    ///   - name: the user name; the user must enter it if absent.
    ///   - attributes: the user's attributes by name; the user must enter required ones that are absent.
    /// - Throws: `Ending`, `Refusal`, or an error that another answer does not mend.
    func signUp(_ name: String?, attributes: [String: String]) async throws {
        var username = try name ?? dialogue.ask("User name")
        var password = try askNewPassword()
        var attributes = try complete(attributes)
        while true {
            do {
                let named = attributes.sorted { $0.key < $1.key }
                    .map { AuthUserAttribute(AuthUserAttributeKey(rawValue: $0.key), value: $0.value) }
                let result = try await plugin.signUp(
                    username: username, password: password, options: .init(userAttributes: named))
                return try await finish(result, of: username)
            } catch let error as AuthError where error.allowsAnotherAnswer {
                switch error.cause {
                case .usernameExists:
                    dialogue.complain(error)
                    username = try dialogue.ask("User name")
                case .invalidPassword:
                    dialogue.complain(error)
                    password = try askNewPassword()
                case .invalidParameter where !attributes.isEmpty, .aliasExists where !attributes.isEmpty:
                    dialogue.complain(error)
                    attributes = try ask(attributes.keys.sorted())
                default: throw error
                }
            }
        }
    }

    private func askNewPassword() throws -> String? {
        try dialogue.askHiddenIfAny("Password (empty for none, where the pool allows it)")
    }

    /// The attributes, with those that the configuration requires.
    private func complete(_ given: [String: String]) throws -> [String: String] {
        try given.merging(ask(requiredAttributes.filter { given[$0] == nil })) { given, _ in given }
    }

    private func ask(_ names: [String]) throws -> [String: String] {
        var answers: [String: String] = [:]
        for name in names { answers[name] = try dialogue.ask("Attribute \(name)") }
        return answers
    }

    private func finish(_ first: AuthSignUpResult, of username: String) async throws {
        var result = first
        while true {
            switch result.nextStep {
            case .confirmUser(let delivery, _, _):
                if let delivery { dialogue.say(delivery.sentence) }
                do {
                    result = try await questions.confirmSignUp(of: username)
                } catch is Ending {
                    throw Refusal(
                        "The account of \(username) is created, and not confirmed.",
                        cure: "Sign in with 'amplify sign-in', which asks for the code.")
                }
            case .completeAutoSignIn:
                return try await finish(
                    try await plugin.autoSignIn(), SignIn(username: username, password: nil, way: .srp))
            case .done:
                return dialogue.say("The account of \(username) is confirmed. Sign in with 'amplify sign-in'.")
            }
        }
    }
}
