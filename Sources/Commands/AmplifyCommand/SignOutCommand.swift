// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import ArgumentParser
import GatehouseDialogue

/// `amplify sign-out`.
struct SignOutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-out",
        abstract: "Sign out, and revoke the tokens of the session.",
        discussion: """
            The session ends on this device also if the service cannot be reached; the exit status then shows that its \
            tokens were not revoked.
            """)

    @Flag(help: "Sign out on all devices.")
    var everywhere = false

    @OptionGroup var app: AppOptions

    func run() async throws {
        try await app.run(using: .signOut) { try await $0.signOut(everywhere: everywhere) }
    }
}

extension Account {
    /// Signs out and revokes the tokens, here or on all devices.
    ///
    /// - Throws: `AuthError` if the session remains, or if it has ended here and the service did not revoke its tokens.
    func signOut(everywhere: Bool) async throws {
        guard try await user() != nil else { return dialogue.say("No user is signed in.") }
        let result = await plugin.signOut(options: .init(globalSignOut: everywhere))
        switch result as? AWSCognitoSignOutResult {
        case .partial(let revocation, let global, let webUI):
            dialogue.say("Signed out on this device. The service did not do the rest:")
            let errors: [AuthError?] = [revocation?.error, global?.error, webUI?.error]
            if let first = errors.lazy.compactMap(\.self).first { throw first }
        case .failed(let error):
            throw error
        case .complete, nil:
            dialogue.say(everywhere ? "Signed out on all devices." : "Signed out.")
        }
    }
}
