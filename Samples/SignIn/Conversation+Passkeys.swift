// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import GatehouseDialogue

extension Conversation {
    /// Makes a passkey and registers it.
    func makePasskey() async throws {
        try await Amplify.Auth.associateWebAuthnCredential()
        terminal.say("The passkey is registered.")
    }

    /// Lists the passkeys, and deletes one at the user's request.
    func listPasskeys() async throws {
        var passkeys: [any AuthWebAuthnCredential] = []
        var token: String?
        repeat {
            let page = try await Amplify.Auth.listWebAuthnCredentials(options: .init(nextToken: token))
            passkeys += page.credentials
            token = page.nextToken
        } while token != nil
        guard !passkeys.isEmpty else { return terminal.say("There are no passkeys.") }
        let choices = passkeys.map {
            Choice(
                word: $0.friendlyName ?? "unnamed",
                title: "for \($0.relyingPartyId), since \($0.createdAt.formatted(.iso8601))",
                value: $0.credentialId
            )
        }
        let id = try chooseFurther("Delete which (empty for none)", choices)
        try await Amplify.Auth.deleteWebAuthnCredential(credentialId: id)
        terminal.say("The passkey is deleted.")
    }
}
