// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession

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
