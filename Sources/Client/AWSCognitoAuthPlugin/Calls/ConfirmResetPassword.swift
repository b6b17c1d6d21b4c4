// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession

extension AWSCognitoAuthPlugin {
    /// Replaces a forgotten password, with the code that was delivered; does not sign the user in.
    ///
    /// The plugin's own options are `AWSAuthConfirmResetPasswordOptions`.
    ///
    /// - Throws: `AuthError`; after a wrong code the call may be repeated.
    public func confirmResetPassword(
        for username: String,
        with newPassword: String,
        confirmationCode: String,
        options: AuthConfirmResetPasswordRequest.Options? = nil
    ) async throws {
        let extra = options?.pluginOptions as? AWSAuthConfirmResetPasswordOptions
        let event = HubPayload.EventName.Auth.confirmResetPasswordAPI
        try await run(event, .userPool) { engine throws(SessionError) in
            try await engine.confirmResetPassword(
                username: username,
                newPassword: newPassword,
                code: confirmationCode,
                clientMetadata: extra?.metadata
            )
        } answer: {
        }
    }
}

/// The options of the completion of a password reset.
public struct AWSAuthConfirmResetPasswordOptions: Sendable {
    /// Passed to the pool's triggers.
    public let metadata: [String: String]?

    /// Makes options.
    public init(metadata: [String: String]? = nil) {
        self.metadata = metadata
    }
}
