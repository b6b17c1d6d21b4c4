// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import GatehouseDialogue

extension Conversation {
    /// Creates an account; asks again only for the value that the service does not accept.
    func signUp() async throws {
        var username = try terminal.ask("User name")
        var password = try askNewPassword()
        var attributes = try askAttributes()
        while true {
            do {
                let result = try await Amplify.Auth.signUp(
                    username: username, password: password, options: .init(userAttributes: attributes))
                return try await finish(result, of: username)
            } catch let error as AuthError where error.allowsAnotherAnswer {
                complain(error)
                switch error.cause {
                case .usernameExists: username = try terminal.ask("User name")
                case .invalidPassword: password = try askNewPassword()
                case .invalidParameter, .aliasExists: attributes = try askAttributes()
                default: throw Ending.goingBack
                }
            }
        }
    }

    private func askNewPassword() throws -> String? {
        try terminal.askHiddenIfAny("Password (empty for none, where the pool allows it)")
    }

    private func askAttributes() throws -> [AuthUserAttribute] {
        let asked = ["email", "phone_number"]
        let required = configuration.requiredAttributes
        let names = asked + required.filter { !asked.contains($0) }
        return try names.compactMap { name in
            let question = "Attribute \(name)"
            let value: String? =
                try required.contains(name)
                ? terminal.ask(question) : terminal.askIfAny("\(question) (may be empty)")
            return value.map { AuthUserAttribute(AuthUserAttributeKey(rawValue: name), value: $0) }
        }
    }

    /// Confirms an account by a code.
    func confirm(_ username: String) async throws {
        try await finish(try await questions.confirmSignUp(of: username), of: username)
    }

    private func finish(_ result: AuthSignUpResult, of username: String) async throws {
        switch result.nextStep {
        case .confirmUser(let delivery, _, _):
            terminal.say("Next step: confirmUser")
            if let delivery { terminal.say(delivery.sentence) }
            try await confirm(username)
        case .completeAutoSignIn:
            terminal.say("Next step: completeAutoSignIn")
            try await finish(try await Amplify.Auth.autoSignIn(), of: username)
        case .done:
            terminal.say("The account is confirmed: sign in.")
        }
    }
}
