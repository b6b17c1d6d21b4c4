// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes

extension SessionEngine {
    /// Changes the signed-in user's password: `ChangePassword`.
    ///
    /// The session stays as it is.
    ///
    /// - Parameters:
    ///   - oldPassword: the password until now.
    ///   - newPassword: the password from now on.
    /// - Throws: `SessionError`.
    package func changePassword(from oldPassword: String, to newPassword: String) async throws(SessionError) {
        _ = try await callAsUser(ChangePasswordOperation.self) { token in
            ChangePasswordRequest(previousPassword: oldPassword, proposedPassword: newPassword, accessToken: token)
        }
    }
}
