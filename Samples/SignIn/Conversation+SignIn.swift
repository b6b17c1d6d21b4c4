// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import Foundation

extension Conversation {
    /// Signs a user in; after a wrong password asks only for the password again.
    func signIn() async throws {
        let username = try terminal.ask("User name")
        let ways = SignInWay.allCases.map { Choice(word: $0.rawValue, title: $0.title, value: $0) }
        let way = try terminal.choose("Sign in with", ways)
        let options = AWSAuthSignInOptions(authFlowType: way.flow)
        let result = try await untilAccepted({ way.beginsWithPassword && $0.allowsAnotherPassword }) {
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
                step = try await answer(inquiry).nextStep
            }
        }
    }

    /// Answers an inquiry; asks again only for the value that the service does not accept.
    private func answer(_ inquiry: Inquiry) async throws -> AuthSignInResult {
        var answer = try ask(inquiry)
        var attributes = try askAttributes(inquiry)
        while true {
            do {
                let options = AWSAuthConfirmSignInOptions(userAttributes: attributes)
                return try await Amplify.Auth.confirmSignIn(
                    challengeResponse: answer, options: .init(pluginOptions: options))
            } catch let error as AuthError where error.allowsAnotherAnswer {
                complain(error)
                if attributes.isEmpty || error.cause == .invalidPassword {
                    answer = try ask(inquiry)
                } else {
                    attributes = try askAttributes(inquiry)
                }
            }
        }
    }

    private func askAttributes(_ inquiry: Inquiry) throws -> [AuthUserAttribute] {
        try inquiry.attributes.map { AuthUserAttribute($0, value: try terminal.ask("Attribute \($0.rawValue)")) }
    }

    /// Prints the lines before the question.
    func explain(_ inquiry: Inquiry) {
        inquiry.explanation.forEach { terminal.say($0) }
        if let uri = inquiry.setupURI?.absoluteString {
            terminal.say("Address: \(uri)")
            terminal.draw(uri)
        }
    }

    /// Asks the question.
    func ask(_ inquiry: Inquiry) throws -> String {
        switch inquiry.question {
        case .line(let question): try terminal.ask(question)
        case .hidden(let question): try terminal.askHidden(question)
        case .choice(let question, let choices): try terminal.choose(question, choices)
        }
    }
}
