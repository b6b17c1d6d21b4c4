// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
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

    @OptionGroup var app: AppOptions

    func run() async throws {
        try await app.run(using: .signIn) { try await $0.signIn(name, with: way) }
    }
}

extension SignInWay: ExpressibleByArgument {}

extension Account {
    /// How a user signs in.
    struct SignIn {
        var username: String
        var password: String?
        var way: SignInWay
    }

    /// Signs a user in, and asks for the input of each step; reports a user who is signed in already.
    ///
    /// - Parameters:
    ///   - name: the user name; the user must enter it if absent.
    ///   - way: how the sign-in begins.
    /// - Throws: `Ending`, `Refusal`, or an error that another answer does not mend.
    func signIn(_ name: String?, with way: SignInWay) async throws {
        if let user = try await user() {
            if let name, try plugin.namesOfCurrentUser().contains(name) {
                return dialogue.say("\(user.username) is signed in already.")
            }
            throw Refusal("\(user.username) is signed in.", cure: "Sign out with 'amplify sign-out'.")
        }
        var signIn = SignIn(username: try name ?? dialogue.ask("User name"), password: nil, way: way)
        let result = try await questions.untilAccepted({ way.beginsWithPassword && $0.allowsAnotherPassword }) {
            if way.beginsWithPassword { signIn.password = try dialogue.askHidden("Password") }
            return try await begin(signIn)
        }
        try await finish(result, signIn)
    }

    private func begin(_ signIn: SignIn) async throws -> AuthSignInResult {
        let options = AWSAuthSignInOptions(authFlowType: signIn.way.flow)
        return try await plugin.signIn(
            username: signIn.username, password: signIn.password, options: .init(pluginOptions: options))
    }

    /// Asks for what each next step needs, until the sign-in is complete.
    ///
    /// An account that has to be confirmed, and a password that has to be replaced, begin the sign-in anew.
    func finish(_ first: AuthSignInResult, _ signIn: SignIn) async throws {
        var signIn = signIn
        var step = first.nextStep
        while true {
            switch step {
            case .done:
                return dialogue.say("Signed in as \(try await plugin.getCurrentUser().username).")
            case .confirmSignUp:
                dialogue.say("The account is not confirmed yet.")
                while case .confirmUser = try await questions.confirmSignUp(of: signIn.username).nextStep {}
                step = try await begin(signIn).nextStep
            case .resetPassword:
                dialogue.say("The password has to be replaced.")
                let password = try await questions.resetPassword(of: signIn.username)
                if signIn.way.beginsWithPassword { signIn.password = password }
                step = try await begin(signIn).nextStep
            default:
                guard let inquiry = Inquiry(step, appName: "Amplify") else { throw UnknownStep(name: step.name) }
                questions.explain(inquiry)
                step = try await questions.answer(inquiry).nextStep
            }
        }
    }
}
