// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import GatehouseDialogue

extension Conversation {
    /// Sets up an authenticator app for the signed-in user.
    func setUpTOTP() async throws {
        let inquiry = Inquiry(try await Amplify.Auth.setUpTOTP(), appName: Self.appName)
        explain(inquiry)
        try await questions.untilAccepted {
            let code = try questions.ask(inquiry)
            try await Amplify.Auth.verifyTOTPSetup(code: code)
        }
        terminal.say("The authenticator app is set up.")
    }

    /// Says whether and how one of the second factors is used.
    func chooseFactors() async throws {
        let types = [MFAType.totp, .sms, .email].map { Choice(word: $0.rawValue, title: $0.title, value: $0) }
        let wishes: [Choice<MFAPreference>] = [
            Choice(word: "preferred", title: "ask for it first", value: .preferred),
            Choice(word: "enabled", title: "use it", value: .enabled),
            Choice(word: "notPreferred", title: "use it, and do not ask for it first", value: .notPreferred),
            Choice(word: "disabled", title: "do not use it", value: .disabled),
        ]
        let type = try terminal.choose("Second factor", types)
        let wish = try terminal.choose("How", wishes)
        try await plugin.updateMFAPreference(
            sms: type == .sms ? wish : nil, totp: type == .totp ? wish : nil, email: type == .email ? wish : nil)
        terminal.say("The second factors are changed.")
    }

    /// Changes one attribute, and verifies it if the pool requires that.
    func changeAttribute() async throws {
        let key = AuthUserAttributeKey(rawValue: try terminal.ask("Attribute"))
        let value = try terminal.ask("New value")
        let result = try await Amplify.Auth.update(userAttribute: AuthUserAttribute(key, value: value))
        if case .confirmAttributeWithCode(let delivery, _) = result.nextStep {
            terminal.say("Next step: confirmAttributeWithCode")
            terminal.say(delivery.sentence)
            try await questions.untilAccepted {
                let code = try terminal.ask("Code")
                try await Amplify.Auth.confirm(userAttribute: key, confirmationCode: code)
            }
        }
        terminal.say("The attribute is changed.")
    }

    /// Deletes the account, after the name was typed once more.
    func deleteAccount() async throws {
        let user = try await Amplify.Auth.getCurrentUser()
        guard try terminal.ask("Type the user name to delete the account") == user.username else {
            return terminal.say("That is another name: nothing is deleted.")
        }
        try await Amplify.Auth.deleteUser()
        terminal.say("The account is deleted.")
    }
}
