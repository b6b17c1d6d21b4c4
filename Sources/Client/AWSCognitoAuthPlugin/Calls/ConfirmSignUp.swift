// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession

extension AWSCognitoAuthPlugin {
    /// Confirms a new user with the code that was delivered.
    ///
    /// The plugin's own options are `AWSAuthConfirmSignUpOptions`.
    ///
    /// - Throws: `AuthError`.
    public func confirmSignUp(
        for username: String,
        confirmationCode: String,
        options: AuthConfirmSignUpRequest.Options? = nil
    ) async throws -> AuthSignUpResult {
        let extra = options?.pluginOptions as? AWSAuthConfirmSignUpOptions
        let engineOptions = ConfirmSignUpOptions(
            forceAliasCreation: extra?.forceAliasCreation,
            clientMetadata: extra?.metadata
        )
        return try await run(HubPayload.EventName.Auth.confirmSignUpAPI, .userPool) { engine throws(SessionError) in
            try await engine.confirmSignUp(username: username, code: confirmationCode, options: engineOptions)
        } answer: {
            AuthSignUpResult($0)
        }
    }
}

/// The options of the confirmation of a sign-up, in addition to name and code.
public struct AWSAuthConfirmSignUpOptions: Sendable {
    /// Passed to the pool's triggers.
    public let metadata: [String: String]?

    /// Whether an address that is another user's alias may become this user's.
    public let forceAliasCreation: Bool?

    /// Makes options.
    public init(metadata: [String: String]? = nil, forceAliasCreation: Bool? = nil) {
        self.metadata = metadata
        self.forceAliasCreation = forceAliasCreation
    }
}
