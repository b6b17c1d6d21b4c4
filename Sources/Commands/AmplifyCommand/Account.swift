// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import GatehouseDialogue

/// The user of an app; the commands act for this user.
struct Account {
    let plugin: AWSCognitoAuthPlugin
    /// The place of questions and of messages about what happens.
    let dialogue: any Dialogue
    /// The place of the results.
    let results: any Dialogue
    /// The attributes that a new user must have, as far as the configuration says.
    let requiredAttributes: [String]

    /// The user of an app, with the session that is stored for it.
    ///
    /// - Parameters:
    ///   - app: the app.
    ///   - dialogue: the place of questions and of messages about what happens.
    ///   - results: the place of the results.
    /// - Throws: `Configuration.Unusable`.
    init(_ app: ConfiguredApp, asking dialogue: any Dialogue, answering results: any Dialogue) throws {
        self.init(
            plugin: try app.plugin(), dialogue: dialogue, results: results,
            requiredAttributes: app.configuration.requiredAttributes)
    }

    init(
        plugin: AWSCognitoAuthPlugin, dialogue: any Dialogue, results: any Dialogue, requiredAttributes: [String] = []
    ) {
        self.plugin = plugin
        self.dialogue = dialogue
        self.results = results
        self.requiredAttributes = requiredAttributes
    }

    /// The questions of the steps, whose answers go to the plugin.
    var questions: Questions { Questions(dialogue, to: plugin) }

    /// The signed-in user; `nil` for a guest.
    ///
    /// - Throws: `AuthError` if the session cannot be read.
    func user() async throws -> (any AuthUser)? {
        do {
            return try await plugin.getCurrentUser()
        } catch AuthError.signedOut {
            return nil
        }
    }

    /// The signed-in user.
    ///
    /// - Throws: `Refusal` if no user is signed in.
    func signedInUser() async throws -> any AuthUser {
        guard let user = try await user() else {
            throw Refusal("No user is signed in.", cure: "Sign in with 'amplify sign-in'.")
        }
        return user
    }
}
