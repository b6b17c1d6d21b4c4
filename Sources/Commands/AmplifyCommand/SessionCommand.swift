// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import AWSPluginsCore
import Amplify
import ArgumentParser
import Foundation
import GatehouseDialogue

/// `amplify session`.
struct SessionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "session",
        abstract: "Show who is signed in.",
        discussion: """
            Prints the user's name and id, the identity in the identity pool, and the end of the AWS credentials. \
            Tokens and secret keys are not printed.
            """)

    @Flag(help: "Renew the tokens and the credentials first.")
    var refresh = false

    @OptionGroup var app: AppOptions

    func run() async throws {
        try await app.run { try await $0.showSession(renews: refresh) }
    }
}

extension Account {
    /// Prints who is signed in and until when the credentials are valid; no tokens and no keys.
    ///
    /// - Parameter renews: whether tokens and credentials are renewed first.
    /// - Throws: `Refusal` if no user is signed in; `AuthError` if the session has expired or cannot be renewed.
    func showSession(renews: Bool) async throws {
        let user = try await signedInUser()
        let session = try await cognitoSession(renews: renews)
        _ = try session.getCognitoTokens().get()
        results.say("Signed in as \(user.username)")
        results.say("user id", user.userId)
        if case .success(let identity) = session.getIdentityId() { results.say("identity", identity) }
        if let credentials = try? session.getAWSCredentials().get() as? any AWSTemporaryCredentials {
            results.say("access key", credentials.accessKeyId)
            results.say("valid until", credentials.expiration.formatted(.iso8601))
        }
    }

    /// The session, of which each part may be missing.
    ///
    /// Commands that renew it at the same time disturb each other; then the session is one that another of them renewed.
    func cognitoSession(renews: Bool) async throws -> AWSAuthCognitoSession {
        let session = try await fetchSession(renews: renews)
        guard renews, case .failure(.invalidState) = session.getCognitoTokens() else { return session }
        return try await fetchSession(renews: false)
    }

    private func fetchSession(renews: Bool) async throws -> AWSAuthCognitoSession {
        let session = try await plugin.fetchAuthSession(options: renews ? .forceRefresh() : nil)
        guard let session = session as? AWSAuthCognitoSession else {
            throw Refusal("The session has no parts that this program knows.", cure: "")
        }
        return session
    }
}
