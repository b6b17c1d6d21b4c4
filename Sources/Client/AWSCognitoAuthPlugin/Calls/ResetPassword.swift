// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession

extension AWSCognitoAuthPlugin {
    /// Sends a code with which a forgotten password can be replaced.
    ///
    /// The plugin's own options are `AWSAuthResetPasswordOptions`. The result always asks for the code and the new
    /// password.
    ///
    /// - Throws: `AuthError`.
    public func resetPassword(
        for username: String,
        options: AuthResetPasswordRequest.Options? = nil
    ) async throws -> AuthResetPasswordResult {
        let extra = options?.pluginOptions as? AWSAuthResetPasswordOptions
        return try await run(HubPayload.EventName.Auth.resetPasswordAPI, .userPool) { engine throws(SessionError) in
            try await engine.resetPassword(username: username, clientMetadata: extra?.metadata)
        } answer: {
            AuthResetPasswordResult(
                isPasswordReset: false,
                nextStep: .confirmResetPasswordWithCode(AuthCodeDeliveryDetails($0), [:])
            )
        }
    }
}

/// The options of the start of a password reset.
public struct AWSAuthResetPasswordOptions: Sendable {
    /// Passed to the pool's triggers.
    public let metadata: [String: String]?

    /// Makes options.
    public init(metadata: [String: String]? = nil) {
        self.metadata = metadata
    }
}
