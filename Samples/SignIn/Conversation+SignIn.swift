// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import Foundation
import GatehouseDialogue

extension Conversation {
    /// Signs a user in; after a wrong password asks only for the password again.
    func signIn() async throws {
        let username = try terminal.ask("User name")
        let ways = SignInWay.allCases.map { Choice(word: $0.rawValue, title: $0.title, value: $0) }
        let way = try terminal.choose("Sign in with", ways)
        let options = AWSAuthSignInOptions(authFlowType: way.flow)
        let result = try await questions.untilAccepted({ way.beginsWithPassword && $0.allowsAnotherPassword }) {
            let password = way.beginsWithPassword ? try terminal.askHidden("Password") : nil
            return try await Amplify.Auth.signIn(
                username: username, password: password, options: .init(pluginOptions: options))
        }
        try await finish(result, of: username)
    }

    /// Asks for what each next step needs, until the sign-in is complete or cannot go on.
    func finish(_ result: AuthSignInResult, of username: String) async throws {
        var step = result.nextStep
        while true {
            terminal.say("Next step: \(step.name)")
            switch step {
            case .done:
                return await report { try await show() }
            case .confirmSignUp:
                terminal.say("The account is not confirmed yet.")
                return try await confirm(username)
            case .resetPassword:
                terminal.say("The password has to be replaced.")
                return try await resetPassword(of: username)
            default:
                guard let inquiry = Inquiry(step, appName: Self.appName) else {
                    throw UnknownStep(name: step.name)
                }
                explain(inquiry)
                step = try await questions.answer(inquiry).nextStep
            }
        }
    }

    /// Prints the lines before the question, and draws the address of a TOTP app.
    func explain(_ inquiry: Inquiry) {
        questions.explain(inquiry)
        if let uri = inquiry.setupURI { terminal.draw(uri.absoluteString) }
    }
}
