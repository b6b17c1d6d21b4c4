// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify

extension Conversation {
    /// Replaces a password that was forgotten, or that an administrator has reset.
    func resetPassword(of username: String) async throws {
        let result = try await Amplify.Auth.resetPassword(for: username)
        if case .confirmResetPasswordWithCode(let delivery, _) = result.nextStep {
            terminal.say("Next step: confirmResetPasswordWithCode")
            terminal.say(delivery.sentence)
            try await confirmReset(of: username)
        }
        terminal.say("The password is replaced: sign in.")
    }

    /// Asks for the code and the new password; asks again only for the value that the service does not accept.
    private func confirmReset(of username: String) async throws {
        var code = try terminal.ask("Code")
        var password = try terminal.askHidden("New password")
        while true {
            do {
                return try await Amplify.Auth.confirmResetPassword(
                    for: username, with: password, confirmationCode: code)
            } catch let error as AuthError where error.allowsAnotherAnswer {
                complain(error)
                if error.cause == .invalidPassword {
                    password = try terminal.askHidden("New password")
                } else {
                    code = try terminal.ask("Code")
                }
            }
        }
    }

    /// Changes the signed-in user's password; asks again only for the value that the service does not accept.
    func changePassword() async throws {
        var former = try terminal.askHidden("Present password")
        var password = try terminal.askHidden("New password")
        while true {
            do {
                try await Amplify.Auth.update(oldPassword: former, to: password)
                return terminal.say("The password is changed.")
            } catch let error as AuthError where error.allowsAnotherAnswer || error.allowsAnotherPassword {
                complain(error)
                if error.allowsAnotherPassword {
                    former = try terminal.askHidden("Present password")
                } else {
                    password = try terminal.askHidden("New password")
                }
            }
        }
    }
}
