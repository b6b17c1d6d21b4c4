// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import GatehouseDialogue

extension Conversation {
    /// Replaces a password that was forgotten, or that an administrator has reset.
    func resetPassword(of username: String) async throws {
        _ = try await questions.resetPassword(of: username)
        terminal.say("The password is replaced: sign in.")
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
