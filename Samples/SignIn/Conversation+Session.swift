// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import AWSPluginsCore
import Amplify
import Foundation
import GatehouseDialogue

extension Conversation {
    /// Shows the signed-in user and the parts of the session.
    func show() async throws {
        try await show(try await Amplify.Auth.fetchAuthSession())
    }

    /// Has the tokens and the credentials renewed.
    func refresh() async throws {
        let session = try await Amplify.Auth.fetchAuthSession(options: .forceRefresh())
        // A session that could not be renewed has the error in place of its tokens.
        if let provider = session as? any AuthCognitoTokensProvider {
            _ = try provider.getCognitoTokens().get()
            terminal.say("The tokens are new.")
        }
        try await show(session)
    }

    /// Takes the session's parts from it in the way of the documentation: by the protocols that it conforms to.
    private func show(_ session: any AuthSession) async throws {
        let user = try await Amplify.Auth.getCurrentUser()
        terminal.say("Signed in as \(user.username)")
        terminal.say("user id", user.userId)
        if let provider = session as? any AuthCognitoTokensProvider {
            try show(provider.getCognitoTokens().get())
        }
        if configuration.hasIdentityPool { try await showIdentity(session) }
        for attribute in try await Amplify.Auth.fetchUserAttributes() where attribute.key != .sub {
            terminal.say(attribute.key.rawValue, attribute.value)
        }
        let factors = try await plugin.fetchMFAPreference()
        if let enabled = factors.enabled {
            let names = enabled.map { $0 == factors.preferred ? "\($0.rawValue) (preferred)" : $0.rawValue }
            terminal.say("factors", names.sorted().joined(separator: ", "))
        }
    }

    private func show(_ tokens: any AuthCognitoTokens) throws {
        let claims = try AWSAuthService().getTokenClaims(tokenString: tokens.accessToken).get()
        if let groups = claims["cognito:groups"] as? [String] {
            terminal.say("groups", groups.joined(separator: ", "))
        }
        if let device = claims["device_key"] as? String { terminal.say("device", device) }
        terminal.say("id token", Self.hint(of: tokens.idToken))
        terminal.say("access token", Self.hint(of: tokens.accessToken))
        terminal.say("refresh token", Self.hint(of: tokens.refreshToken))
    }

    private func showIdentity(_ session: any AuthSession) async throws {
        if let provider = session as? any AuthCognitoIdentityProvider {
            terminal.say("identity", try provider.getIdentityId().get())
        }
        guard let provider = session as? any AuthAWSCredentialsProvider,
            let credentials = try provider.getAWSCredentials().get() as? any AWSTemporaryCredentials
        else { return }
        terminal.say("access key", credentials.accessKeyId)
        terminal.say("valid until", credentials.expiration.formatted(.iso8601))
        let caller = try await CallerIdentity(of: credentials, by: configuration)
        terminal.say("caller", caller.arn ?? "unknown")
    }

    /// As much of a token as may be shown: its end, where the signature is, and not enough of that to use it.
    private static func hint(of token: String) -> String {
        "…\(token.suffix(6)) (\(token.count) characters)"
    }

    /// Signs out, here or on all devices.
    func signOut(everywhere: Bool) async throws {
        let result = await Amplify.Auth.signOut(options: .init(globalSignOut: everywhere))
        switch result as? AWSCognitoSignOutResult {
        case .complete: terminal.say(everywhere ? "Signed out on all devices." : "Signed out.")
        case .partial(let revocation, let everywhere, let webUI):
            terminal.say("Signed out on this device.")
            let errors: [AuthError?] = [revocation?.error, everywhere?.error, webUI?.error]
            errors.compactMap(\.self).forEach(terminal.complain)
        case .failed(let error): throw error
        case nil: terminal.say("Signed out: \(result)")
        }
    }
}
