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

extension AWSCognitoAuthPlugin {
    /// Changes the signed-in user's password.
    ///
    /// - Throws: `AuthError`.
    public func update(
        oldPassword: String,
        to newPassword: String,
        options: AuthChangePasswordRequest.Options? = nil
    ) async throws {
        try await run(HubPayload.EventName.Auth.changePasswordAPI, .accountSecret) { engine throws(SessionError) in
            try await engine.changePassword(from: oldPassword, to: newPassword)
        } answer: {
        }
    }
}
