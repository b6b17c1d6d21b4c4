// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify

extension Conversation {
    /// Creates an account.
    func signUp() async throws {
        let username = try terminal.ask("User name")
        let password = try terminal.askHiddenIfAny("Password (empty for none, where the pool allows it)")
        let asked = ["email", "phone_number"]
        let names = asked + configuration.requiredAttributes.filter { !asked.contains($0) }
        let attributes = try names.compactMap { name in
            try terminal.askIfAny("Attribute \(name) (may be empty)").map {
                AuthUserAttribute(AuthUserAttributeKey(rawValue: name), value: $0)
            }
        }
        let result = try await Amplify.Auth.signUp(
            username: username, password: password, options: .init(userAttributes: attributes))
        try await finish(result, of: username)
    }

    /// Confirms an account by a code.
    func confirm(_ username: String) async throws {
        let result = try await terminal.untilAccepted {
            let code = try terminal.ask("Code of the sign-up (\"again\" to have another one sent)")
            guard code != "again" else {
                let delivery = try await Amplify.Auth.resendSignUpCode(for: username)
                return AuthSignUpResult(.confirmUser(delivery))
            }
            return try await Amplify.Auth.confirmSignUp(for: username, confirmationCode: code)
        }
        try await finish(result, of: username)
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
