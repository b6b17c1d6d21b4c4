// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
package import Amplify
import Foundation

/// The questions of the steps of sign-ups and sign-ins, repeated until the service accepts the answers.
package struct Questions {
    private let dialogue: any Dialogue
    private let auth: any AuthCategoryBehavior
    private let announce: (String) -> Void
    private let complain: (any Error) -> Void

    /// Makes the questions of a dialogue.
    ///
    /// - Parameters:
    ///   - dialogue: the place of the questions.
    ///   - auth: where the answers are sent.
    ///   - announce: is called with the name of a step that follows within one answer.
    ///   - complain: is called with an error before a question is repeated; if absent, the error is printed.
    package init(
        _ dialogue: any Dialogue,
        to auth: any AuthCategoryBehavior,
        announce: @escaping (String) -> Void = { _ in },
        complain: ((any Error) -> Void)? = nil
    ) {
        self.dialogue = dialogue
        self.auth = auth
        self.announce = announce
        self.complain = complain ?? { dialogue.complain($0) }
    }

    /// Repeats a step until it succeeds; an empty line goes back.
    ///
    /// - Parameters:
    ///   - mayHelp: whether another answer to the same question can help.
    ///   - attempt: the step, with its question.
    /// - Returns: the result of the step.
    /// - Throws: `Ending`, or an error that another answer does not mend.
    package func untilAccepted<Value>(
        _ mayHelp: (AuthError) -> Bool = \.allowsAnotherAnswer,
        _ attempt: () async throws -> Value
    ) async throws -> Value {
        while true {
            do {
                return try await attempt()
            } catch let error as AuthError where mayHelp(error) {
                complain(error)
            }
        }
    }

    /// Prints the lines before the question, and the address of a TOTP app.
    package func explain(_ inquiry: Inquiry) {
        inquiry.explanation.forEach { dialogue.say($0) }
        if let uri = inquiry.setupURI { dialogue.say("Address: \(uri.absoluteString)") }
    }

    /// Asks the question.
    ///
    /// - Throws: `Ending`.
    package func ask(_ inquiry: Inquiry) throws -> String {
        switch inquiry.question {
        case .line(let question): try dialogue.ask(question)
        case .hidden(let question): try dialogue.askHidden(question)
        case .choice(let question, let choices): try dialogue.choose(question, choices)
        }
    }

    /// Answers an inquiry; asks again only for the value that the service does not accept.
    ///
    /// - Throws: `Ending`, or an error that another answer does not mend.
    package func answer(_ inquiry: Inquiry) async throws -> AuthSignInResult {
        var answer = try ask(inquiry)
        var attributes = try askAttributes(inquiry)
        while true {
            do {
                let options = AWSAuthConfirmSignInOptions(userAttributes: attributes)
                return try await auth.confirmSignIn(
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

    /// Confirms an account by a code.
    ///
    /// - Throws: `Ending`, or an error that another answer does not mend.
    package func confirmSignUp(of username: String) async throws -> AuthSignUpResult {
        try await untilAccepted {
            let code = try dialogue.ask("Code of the sign-up (\"again\" to have another one sent)")
            guard code != "again" else {
                let delivery = try await auth.resendSignUpCode(for: username, options: nil)
                return AuthSignUpResult(.confirmUser(delivery))
            }
            return try await auth.confirmSignUp(for: username, confirmationCode: code, options: nil)
        }
    }

    /// Replaces a password that was forgotten, or that an administrator has reset.
    ///
    /// Asks again only for the value that the service does not accept.
    /// - Returns: the new password; `nil` if the service demands none.
    /// - Throws: `Ending`, or an error that another answer does not mend.
    package func resetPassword(of username: String) async throws -> String? {
        let result = try await auth.resetPassword(for: username, options: nil)
        guard case .confirmResetPasswordWithCode(let delivery, _) = result.nextStep else { return nil }
        announce("confirmResetPasswordWithCode")
        dialogue.say(delivery.sentence)
        var code = try dialogue.ask("Code")
        var password = try dialogue.askHidden("New password")
        while true {
            do {
                try await auth.confirmResetPassword(
                    for: username, with: password, confirmationCode: code, options: nil)
                return password
            } catch let error as AuthError where error.allowsAnotherAnswer {
                complain(error)
                if error.cause == .invalidPassword {
                    password = try dialogue.askHidden("New password")
                } else {
                    code = try dialogue.ask("Code")
                }
            }
        }
    }

    private func askAttributes(_ inquiry: Inquiry) throws -> [AuthUserAttribute] {
        try inquiry.attributes.map { AuthUserAttribute($0, value: try dialogue.ask("Attribute \($0.rawValue)")) }
    }
}
