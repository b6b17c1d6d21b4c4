// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
package import Amplify
package import Foundation

/// A question to the user at a step of the sign-in.
package struct Inquiry: Equatable, Sendable {
    /// The form of the answer.
    package enum Question: Equatable, Sendable {
        /// A line that may be seen.
        case line(String)
        /// A line that is hidden while it is typed.
        case hidden(String)
        /// A choice of several values; the chosen value is the answer to the service.
        case choice(String, [Choice<String>])
    }

    /// The lines to print before the question.
    package var explanation: [String] = []
    /// The address that a TOTP app takes as a QR code.
    package var setupURI: URL?
    /// The question.
    package let question: Question
    /// Attributes that the user must enter as well.
    package var attributes: [AuthUserAttributeKey] = []
}

extension Inquiry {
    /// Makes the question of a step; `nil` for a step that `confirmSignIn` does not answer.
    ///
    /// - Parameters:
    ///   - step: the step.
    ///   - appName: the name that a TOTP app shows beside the user's name.
    package init?(_ step: AuthSignInStep, appName: String) {
        switch step {
        case .confirmSignInWithSMSMFACode(let delivery, _), .confirmSignInWithOTP(let delivery):
            self.init(explanation: [delivery.sentence], question: .line("Code"))
        case .confirmSignInWithTOTPCode:
            self.init(question: .line("Code of the authenticator app"))
        case .confirmSignInWithPassword:
            self.init(question: .hidden("Password"))
        case .confirmSignInWithCustomChallenge(let parameters):
            self.init(explanation: Self.lines(parameters), question: .line("Answer"))
        case .confirmSignInWithNewPassword(let parameters):
            self.init(
                explanation: ["The password was given by an administrator and has to be changed."],
                question: .hidden("New password"),
                attributes: Self.required(parameters)
            )
        case .continueSignInWithEmailMFASetup:
            self.init(
                explanation: ["Codes will be sent by e-mail from now on."], question: .line("E-mail address"))
        case .continueSignInWithTOTPSetup(let details):
            self.init(details, appName: appName)
        case .continueSignInWithMFASelection(let types):
            self.init(question: .choice("Second factor", Self.choices(types)))
        case .continueSignInWithMFASetupSelection(let types):
            self.init(question: .choice("Second factor to set up", Self.choices(types)))
        case .continueSignInWithFirstFactorSelection(let factors):
            self.init(question: .choice("Sign in with", Self.choices(factors)))
        case .resetPassword, .confirmSignUp, .done:
            return nil
        }
    }

    /// Makes the question of the set-up of a TOTP app.
    package init(_ details: TOTPSetupDetails, appName: String) {
        self.init(
            explanation: ["Add this account to an authenticator app.", "Secret: \(details.sharedSecret)"],
            setupURI: try? details.getSetupURI(appName: appName),
            question: .line("Code of the authenticator app")
        )
    }

    /// The parameters of a custom challenge as lines, without the name that every challenge repeats.
    private static func lines(_ parameters: AdditionalInfo?) -> [String] {
        (parameters ?? [:]).filter { $0.key != "USERNAME" }.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    }

    /// The attributes without which a new password is not accepted: a JSON array of names, each with a prefix.
    private static func required(_ parameters: AdditionalInfo?) -> [AuthUserAttributeKey] {
        let json = Data((parameters?["requiredAttributes"] ?? "[]").utf8)
        let names = (try? JSONDecoder().decode([String].self, from: json)) ?? []
        let prefix = "userAttributes."
        return names.map {
            AuthUserAttributeKey(rawValue: String($0.hasPrefix(prefix) ? $0.dropFirst(prefix.count) : $0[...]))
        }
    }

    private static func choices(_ types: Set<MFAType>) -> [Choice<String>] {
        types.sorted { $0.rawValue < $1.rawValue }
            .map { Choice(word: $0.rawValue, title: $0.title, value: $0.challengeResponse) }
    }

    private static func choices(_ factors: Set<AuthFactorType>) -> [Choice<String>] {
        factors.sorted { $0.rawValue < $1.rawValue }
            .map { Choice(word: $0.rawValue, title: $0.title, value: $0.challengeResponse) }
    }
}

/// The reason why a question has no answer.
package enum Ending: Error {
    /// The user leaves.
    case leaving
    /// The input has ended before the answer.
    case inputEnded
    /// The user goes back, with an empty line.
    case goingBack
}

/// One of several values that the user can choose.
package struct Choice<Value> {
    /// The word that chooses it.
    package let word: String
    /// The title that people read.
    package let title: String
    /// The value that the choice selects.
    package let value: Value

    /// Makes a choice.
    package init(word: String, title: String, value: Value) {
        self.word = word
        self.title = title
        self.value = value
    }
}

extension Choice: Equatable where Value: Equatable {}
extension Choice: Sendable where Value: Sendable {}

extension Array {
    /// The choice for an answer: its number, counted from 1, or its word; `nil` if there is no such choice.
    package func choice<Value>(for answer: String) -> Value? where Element == Choice<Value> {
        if let number = Int(answer) { return number > 0 && number <= count ? self[number - 1].value : nil }
        return first { $0.word.lowercased() == answer.lowercased() }?.value
    }
}
