// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

extension Conversation {
    /// Replaces a password that was forgotten, or that an administrator has reset.
    func resetPassword(of username: String) async throws {
        let result = try await Amplify.Auth.resetPassword(for: username)
        if case .confirmResetPasswordWithCode(let delivery, _) = result.nextStep {
            terminal.say("Next step: confirmResetPasswordWithCode")
            terminal.say(delivery.sentence)
            try await terminal.untilAccepted {
                let code = try terminal.ask("Code")
                let password = try terminal.askHidden("New password")
                try await Amplify.Auth.confirmResetPassword(
                    for: username, with: password, confirmationCode: code)
            }
        }
        terminal.say("The password is replaced: sign in.")
    }

    /// Changes the password of whoever is signed in.
    func changePassword() async throws {
        try await terminal.untilAccepted {
            let former = try terminal.askHidden("Present password")
            let password = try terminal.askHidden("New password")
            try await Amplify.Auth.update(oldPassword: former, to: password)
        }
        terminal.say("The password is changed.")
    }
}
